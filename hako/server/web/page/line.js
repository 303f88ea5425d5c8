// The connection to the server: a socket that is opened again, with growing pauses, when it is lost.

const CHECK_MS = 10_000;
const CONNECT_MS = 20_000;
const ANSWER_MS = 4_000;
const NOTICE_MS = 2_000; // what takes less time than this goes unnoticed
const RENEWAL_MS = 10_000; // nor does this, if the server said that it restarts
const STABLE_MS = 10_000;
const LONGEST_PAUSE_MS = 30_000;
const ENDED = 1000; // the session has ended: nothing is opened again
const RENEWED = 1012;

export class Line {
  // `address` says where to connect each time; `hear` takes bytes, the first of a connection marked.
  constructor(address, hear) {
    this.address = address;
    this.hear = hear;
    this.losses = 0;
    setInterval(() => this.check(CHECK_MS), CHECK_MS);
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    this.connect();
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  // What cannot be sent now is dropped: it was typed for what the screen showed then.
  send(...message) {
    if (this.isOpen) this.socket.send(JSON.stringify(message));
  }

  connect() {
    clearTimeout(this.retry);
    this.retry = undefined;
    this.socket?.close();
    const socket = (this.socket = new WebSocket(this.address()));
    socket.binaryType = "arraybuffer";
    let isFirst = true;
    socket.onopen = () => {
      this.openedAt = Date.now();
      this.isAsked = false;
    };
    socket.onmessage = ({ data }) => {
      if (socket !== this.socket) return;
      this.isAsked = false;
      if (typeof data === "string") return; // the answer to a ping
      if (isFirst) this.show("");
      this.hear(new Uint8Array(data), isFirst);
      isFirst = false;
    };
    socket.onclose = ({ code }) => socket === this.socket && this.lose(code);
    const isWaiting = () => socket === this.socket && socket.readyState === WebSocket.CONNECTING;
    setTimeout(() => isWaiting() && this.lose(), CONNECT_MS);
  }

  // Ask whether the server is still there: if the computer slept or the network changed, the socket
  // alone does not notice for minutes.
  check(patience) {
    if (!this.isOpen || this.isAsked) return;
    this.isAsked = true;
    this.send("ping");
    const { socket } = this;
    setTimeout(() => this.isAsked && socket === this.socket && this.lose(), patience);
  }

  // Somebody looks, or the network is back: no time for pauses.
  hurry() {
    if (this.retry) this.connect();
    else this.check(ANSWER_MS);
  }

  // The connection is gone; `code` is why, as sockets tell it.
  async lose(code) {
    const { socket, openedAt } = this;
    this.socket = this.openedAt = undefined;
    socket.close();
    if (code === ENDED) return this.show("closed");
    const patience = code === RENEWED ? RENEWAL_MS : NOTICE_MS;
    this.notice ??= setTimeout(() => this.show("lost"), patience);
    if (!openedAt && (await isRefused(this.address()))) return location.reload();
    if (this.socket) return; // somebody was faster
    if (openedAt && Date.now() - openedAt > STABLE_MS) this.losses = 0;
    const longest = this.losses ? Math.min(LONGEST_PAUSE_MS, 500 * 2 ** this.losses) : 200;
    this.losses += 1;
    // all pages lose a server at once, and must not reconnect at once
    this.retry = setTimeout(() => this.connect(), longest * (0.5 + Math.random() / 2));
  }

  again() {
    this.losses = 0;
    this.connect();
  }

  show(state) {
    clearTimeout(this.notice);
    this.notice = undefined;
    document.body.classList.remove("opening", "lost", "closed");
    if (state) document.body.classList.add(state);
  }
}

// True if the server answers, but refuses this browser: its page then says why.
async function isRefused(address) {
  try {
    return (await fetch(address.replace(/^ws/, "http"), { cache: "no-store" })).status === 403;
  } catch {
    return false;
  }
}
