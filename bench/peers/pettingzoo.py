"""PettingZoo: random games through the agent-environment cycle that its documentation shows."""

from __future__ import annotations

from pettingzoo.classic import connect_four_v3, tictactoe_v3

from bench.cpu_yardstick import Batch, Maker


def playout(module) -> Maker:
    def make() -> Batch:
        env = module.env()

        def batch() -> int:
            env.reset()
            moves = 0
            for agent in env.agent_iter():
                seen, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                else:
                    env.step(env.action_space(agent).sample(seen["action_mask"]))
                    moves += 1
            return moves

        return batch

    return make


BENCHES = {
    "PettingZoo env(): tic-tac-toe": playout(tictactoe_v3),
    "PettingZoo env(): connect four": playout(connect_four_v3),
}
