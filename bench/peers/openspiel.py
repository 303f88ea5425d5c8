"""OpenSpiel's Python API: the same two games written for it, with plain lists for boards."""

from __future__ import annotations

from random import Random

import pyspiel

from bench.cpu_yardstick import Batch, Maker

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
WIDTH, HEIGHT = 7, 6
WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))


def game_type(name: str) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=name,
        long_name=name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={},
    )


def game_info(actions: int, cells: int) -> pyspiel.GameInfo:
    return pyspiel.GameInfo(
        num_distinct_actions=actions,
        max_chance_outcomes=0,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=cells,
    )


class BoardState(pyspiel.State):
    """Base of the states of both games."""

    cells: int

    def __init__(self, game: pyspiel.Game) -> None:
        super().__init__(game)
        self.board: list[int | None] = [None] * self.cells
        self.player, self.winner, self.moves, self.over = 0, None, 0, False

    def current_player(self) -> int:
        return pyspiel.PlayerId.TERMINAL if self.over else self.player

    def is_terminal(self) -> bool:
        return self.over

    def returns(self) -> list[float]:
        if self.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if self.winner == 0 else [-1.0, 1.0]

    def _action_to_string(self, player: int, action: int) -> str:
        return f"{player}:{action}"

    def _take(self, cell: int) -> None:
        self.board[cell] = self.player
        self.moves += 1
        if self.wins(cell):
            self.winner, self.over = self.player, True
        elif self.moves == self.cells:
            self.over = True
        self.player = 1 - self.player


class TicTacToeState(BoardState):
    cells = 9

    def _legal_actions(self, player: int) -> list[int]:
        return [cell for cell, mark in enumerate(self.board) if mark is None]

    def _apply_action(self, action: int) -> None:
        self._take(action)

    def wins(self, cell: int) -> bool:
        board, pips = self.board, self.player
        return any(board[a] == board[b] == board[c] == pips for a, b, c in LINES)


class ConnectFourState(BoardState):
    cells = WIDTH * HEIGHT

    def _legal_actions(self, player: int) -> list[int]:
        top = self.board[-WIDTH:]
        return [column for column in range(WIDTH) if top[column] is None]

    def _apply_action(self, action: int) -> None:
        while self.board[action] is not None:
            action += WIDTH
        self._take(action)

    def wins(self, cell: int) -> bool:
        row, column = divmod(cell, WIDTH)
        return any(
            self._run(row, column, down, right) + self._run(row, column, -down, -right) >= 3
            for down, right in WAYS
        )

    def _run(self, row: int, column: int, down: int, right: int) -> int:
        board, pips, length = self.board, self.player, 0
        row, column = row + down, column + right
        while 0 <= row < HEIGHT and 0 <= column < WIDTH and board[row * WIDTH + column] == pips:
            length += 1
            row, column = row + down, column + right
        return length


class TicTacToeGame(pyspiel.Game):
    def __init__(self, params=None) -> None:
        super().__init__(TICTACTOE, game_info(9, 9), params or {})

    def new_initial_state(self) -> TicTacToeState:
        return TicTacToeState(self)


class ConnectFourGame(pyspiel.Game):
    def __init__(self, params=None) -> None:
        super().__init__(CONNECT_FOUR, game_info(WIDTH, WIDTH * HEIGHT), params or {})

    def new_initial_state(self) -> ConnectFourState:
        return ConnectFourState(self)


TICTACTOE, CONNECT_FOUR = game_type("bench_tic_tac_toe"), game_type("bench_connect_four")
pyspiel.register_game(TICTACTOE, TicTacToeGame)
pyspiel.register_game(CONNECT_FOUR, ConnectFourGame)


def playout(name: str) -> Maker:
    def make() -> Batch:
        game, choose = pyspiel.load_game(name), Random(1).choice

        def batch() -> int:
            state = game.new_initial_state()
            moves = 0
            while not state.is_terminal():
                state.apply_action(choose(state.legal_actions()))
                moves += 1
            return moves

        return batch

    return make


BENCHES = {
    "OpenSpiel, Python API: tic-tac-toe": playout("bench_tic_tac_toe"),
    "OpenSpiel, Python API: connect four": playout("bench_connect_four"),
}
