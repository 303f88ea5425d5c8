// The page of a terminal: xterm.js, and what a browser or a telephone needs beside it.

import { Line } from "./line.js";

const SMALLEST = [60, 20]; // columns and lines that hako needs
const FONT = [8, 16]; // the smallest that is readable, and the usual one
const CELL = [0.6, 1.32]; // of a letter's size, in usual fonts at most
const LONGEST_PASTE = 100_000; // the server refuses it with a message; a paste of a megabyte would end the connection
const [OSC_CLIPBOARD, OSC_TABLE] = [52, 7771];
const KEYS = { Escape: "\x1b", Tab: "\t", ArrowUp: "\x1b[A", ArrowDown: "\x1b[B", Enter: "\r" };

const { base, line: address, code } = document.body.dataset;
const box = document.getElementById("terminal");
const term = new Terminal({
  allowProposedApi: true, // for the widths of Unicode 11
  fontFamily: '"DejaVu Sans Mono", Menlo, "Cascadia Mono", Consolas, monospace',
  macOptionClickForcesSelection: true,
  scrollback: 0,
  theme: { background: "#1c1c1c" },
});
term.loadAddon(new Unicode11Addon.Unicode11Addon());
term.unicode.activeVersion = "11";
term.open(box);

// --- how large it is

function cell() {
  const { width, height } = term.element.querySelector(".xterm-rows > div").getBoundingClientRect();
  return [width / term.cols, height];
}

function fit() {
  const view = window.visualViewport;
  if (view.scale > 1.01) return; // somebody looks closer
  const isTyping = view.height < document.documentElement.clientHeight * 0.8; // on a screen keyboard
  document.body.style.height = isTyping ? `${view.height}px` : "";
  document.body.style.top = `${view.offsetTop}px`;
  document.body.classList.toggle("typing", isTyping);
  const room = [box.clientWidth, box.clientHeight];
  const [least, most] = FONT;
  term.options.fontSize = Math.max(
    least,
    Math.min(most, room[0] / (SMALLEST[0] + 1) / CELL[0], room[1] / SMALLEST[1] / CELL[1]),
  );
  // a font may be wider than usual
  const shares = cell().map((each, way) => room[way] / SMALLEST[way] / each);
  if (Math.min(...shares) < 1) {
    term.options.fontSize = Math.max(least, term.options.fontSize * Math.min(...shares) * 0.99);
  }
  const [columns, lines] = cell().map((each, way) => Math.floor(room[way] / each));
  term.resize(Math.max(2, columns), Math.max(isTyping ? SMALLEST[1] : 2, lines));
}

let fitting;
function fitSoon() {
  cancelAnimationFrame(fitting);
  fitting = requestAnimationFrame(fit);
}
addEventListener("resize", fitSoon);
window.visualViewport.addEventListener("resize", fitSoon);
window.visualViewport.addEventListener("scroll", fitSoon);
fit();

// --- the line, and the table that it leads to

function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

let table = code;
let isBack = history.state?.table === code; // the page was loaded again
const line = new Line(
  () => {
    const size = `width=${term.cols}&height=${term.rows}`;
    return `${address}${table}?${size}${isBack ? "&back=1" : ""}${isStill() ? "&still=1" : ""}`;
  },
  (bytes, isFirst) => {
    // what stands on the screen stays until it is painted over
    if (isFirst) term.write("\x18\x1b[0m");
    term.write(bytes);
  },
);
term.onData((keys) => line.send("stdin", shortened(keys)));
term.onResize(({ cols, rows }) => line.send("resize", { width: cols, height: rows }));
document.getElementById("again").addEventListener("click", () => {
  line.again();
  term.focus();
});

function shortened(keys) {
  return keys.length > LONGEST_PASTE ? `${keys.slice(0, LONGEST_PASTE)}\x1b[201~` : keys;
}

term.parser.registerOscHandler(OSC_TABLE, (told) => {
  table = told;
  isBack = true;
  history.replaceState({ table }, "", `${base}/${table}`);
  return true;
});

// --- copy and paste

function copy(text) {
  if (navigator.clipboard) {
    navigator.clipboard.writeText(text).catch(() => {});
    return;
  }
  const area = document.createElement("textarea"); // a page without https has no clipboard
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
  term.focus();
}

term.attachCustomKeyEventHandler((event) => {
  const isHeld = (event.ctrlKey || event.metaKey) && !event.altKey;
  // as xterm.js does it: this is the letter on every keyboard, also a Cyrillic one
  const letter = isHeld && String.fromCharCode(event.keyCode);
  if (letter === "C" && term.hasSelection()) {
    if (event.type === "keydown") copy(term.getSelection());
    event.preventDefault();
    return false;
  }
  return letter !== "V"; // the browser pastes, as also from its menu
});

term.parser.registerOscHandler(OSC_CLIPBOARD, (told) => {
  const text = told.slice(told.indexOf(";") + 1);
  if (!text || text === "?") return true; // nobody empties the clipboard, nor reads it
  try {
    copy(new TextDecoder().decode(Uint8Array.from(atob(text), (each) => each.charCodeAt(0))));
  } catch {
    // no base64
  }
  return true;
});

// --- title and bell

term.onTitleChange((title) => (document.title = title || "hako 箱"));

let audio;
for (const kind of ["pointerdown", "keydown"]) {
  // before that no page may make a sound
  addEventListener(kind, () => (audio ??= new AudioContext()), { once: true, capture: true });
}
term.onBell(() => {
  navigator.vibrate?.(200);
  if (!audio) return;
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  volume.gain.setValueAtTime(0.1, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.4);
  tone.frequency.value = 660;
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.4);
});

// --- fingers

const isTouched = matchMedia("(pointer: coarse)").matches;
const keyboard = document.getElementById("keyboard");

function useKeyboard(isUsed) {
  // a tap is a click here, and is not to bring the keyboard each time
  term.textarea.inputMode = isUsed ? "text" : "none";
  keyboard.classList.toggle("on", isUsed);
  term.blur();
  term.focus();
}

document.querySelector("nav").addEventListener("pointerdown", (event) => event.preventDefault());
keyboard.addEventListener("click", () => useKeyboard(term.textarea.inputMode === "none"));
document.getElementById("paste").addEventListener("click", async () => {
  const text = await (navigator.clipboard?.readText().catch(() => null) ?? null);
  term.paste(text ?? prompt("paste / 貼り付け") ?? "");
});
for (const button of document.querySelectorAll("[data-key]")) {
  button.addEventListener("click", () => term.input(KEYS[button.dataset.key]));
}

let touchedAt;
box.addEventListener("touchstart", ({ touches }) => (touchedAt = touches[0].clientY));
box.addEventListener("touchmove", ({ touches, target }) => {
  const { clientX, clientY } = touches[0];
  const height = cell()[1];
  const rows = Math.trunc((touchedAt - clientY) / height);
  touchedAt -= rows * height;
  for (let row = 0; row < Math.abs(rows); row++) {
    const turned = { deltaY: Math.sign(rows), deltaMode: WheelEvent.DOM_DELTA_LINE };
    target.dispatchEvent(new WheelEvent("wheel", { ...turned, clientX, clientY, bubbles: true, cancelable: true }));
  }
});

if (isTouched) useKeyboard(false);
else term.focus();
