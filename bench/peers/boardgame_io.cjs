// boardgame.io under Node: random games through its Client, on demand like bench/worker.py.
//   node boardgame_io.cjs FOLDER_WITH_NODE_MODULES      {"name": ..., "seconds": ...} -> {"rate": ...}
'use strict';

const { createRequire } = require('node:module');
const readline = require('node:readline');
const path = require('node:path');
const load = createRequire(path.join(path.resolve(process.argv[2]), 'from.js'));
const { Client } = load('boardgame.io/client');
const { INVALID_MOVE } = load('boardgame.io/core');

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const WIDTH = 7, HEIGHT = 6;

const ticTacToe = {
  setup: () => ({ board: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    take: ({ G, playerID }, cell) => {
      if (G.board[cell] !== null) return INVALID_MOVE;
      G.board[cell] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    const { board } = G;
    if (LINES.some(([a, b, c]) => board[a] !== null && board[a] === board[b] && board[a] === board[c])) {
      return { winner: ctx.currentPlayer };
    }
    if (!board.includes(null)) return { draw: true };
  },
  legal: (G) => [...G.board.keys()].filter((cell) => G.board[cell] === null),
};

function run(board, row, column, down, right, mine) {
  let length = 0;
  for (let r = row + down, c = column + right;
    r >= 0 && r < HEIGHT && c >= 0 && c < WIDTH && board[r * WIDTH + c] === mine;
    r += down, c += right) length += 1;
  return length;
}

const connectFour = {
  setup: () => ({ board: Array(WIDTH * HEIGHT).fill(null), last: null }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    take: ({ G, playerID }, column) => {
      let cell = column;
      while (cell < WIDTH * HEIGHT && G.board[cell] !== null) cell += WIDTH;
      if (cell >= WIDTH * HEIGHT) return INVALID_MOVE;
      G.board[cell] = playerID;
      G.last = cell;
    },
  },
  endIf: ({ G, ctx }) => {
    if (G.last === null) return undefined;
    const row = Math.floor(G.last / WIDTH), column = G.last % WIDTH, mine = G.board[G.last];
    for (const [down, right] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
      const length = run(G.board, row, column, down, right, mine) + run(G.board, row, column, -down, -right, mine);
      if (length >= 3) return { winner: ctx.currentPlayer };
    }
    if (!G.board.includes(null)) return { draw: true };
  },
  legal: (G) => [...Array(WIDTH).keys()].filter((column) => G.board[(HEIGHT - 1) * WIDTH + column] === null),
};

function playout({ legal, ...game }) {
  const client = Client({ game, numPlayers: 2, debug: false });
  client.start();
  return () => {
    client.reset();
    let moves = 0;
    for (let state = client.getState(); state.ctx.gameover === undefined; state = client.getState()) {
      const choices = legal(state.G);
      client.moves.take(choices[Math.floor(Math.random() * choices.length)]);
      moves += 1;
    }
    return moves;
  };
}

const BENCHES = {
  'boardgame.io Client: tic-tac-toe': playout(ticTacToe),
  'boardgame.io Client: connect four': playout(connectFour),
};

function processTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const { name, seconds } = JSON.parse(line);
  const began = processTime();
  let operations = 0, spent = 0;
  while (spent < seconds) {
    operations += BENCHES[name]();
    spent = processTime() - began;
  }
  console.log(JSON.stringify({ rate: operations / spent }));
});
