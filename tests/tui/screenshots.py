"""Pictures of every screen, from real games: `make screenshots`.

Those that README.md and docs/ show are kept in the repository, as compact SVG. The others are written to
screenshots/others/, which git ignores, and there all are PNG as well, where rsvg-convert is installed.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeAlias

from textual.pilot import Pilot

from hako.content import THE_SHELF, load
from hako.content.cultus.actions import PlaceCard
from hako.engine.bots.observation import Observation
from hako.engine.bots.worker_pool import think
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.log.header import OPEN, Player
from hako.engine.log.history import History
from hako.engine.log.setup import new_header
from hako.engine.rules.chance import Chance
from hako.engine.storage.folder import FolderStore
from hako.multiplayer.accounts.settings import Settings
from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby.lobby import Lobby
from hako.multiplayer.lobby.new_tables import NewTables
from hako.tui.apps.lobby import LobbyApp
from hako.tui.apps.shelf import ShelfApp
from hako.tui.apps.unasked_screens import PAUSE_SECONDS
from hako.tui.screens.game_over import GameOverScreen
from hako.tui.screens.handover_cover import HandoverCover
from hako.tui.screens.table.local_play import PlayScreen
from hako.tui.terminal.capabilities import TerminalCapabilities
from tests.tui.pictures import CannotDraw, cell_exact, compact, save, words_of
from tests.tui.tables import ThinkingHere
from tests.tui.whole_app import Installation, at_rest

REPOSITORY = Path(__file__).parents[2]
FOLDER = REPOSITORY / "screenshots"
"""The pictures that are kept in the repository."""
OTHERS = FOLDER / "others"
"""All other pictures; git ignores this folder."""
SIZES = ((80, 24), (160, 50))
README = "readme"
"""The name of the picture at the head of README.md."""
NAMES: dict[Language, tuple[str, ...]] = {
    "en": ("Ann", "Ben", "Cat", "Dan"),
    "ja": ("葵", "蓮", "陽菜", "湊"),
}

Opening: TypeAlias = Callable[[Pilot[None], History[Any]], Awaitable[None]]
"""Leads from the shelf to the screen that is pictured."""


async def shelf(pilot: Pilot[None], table: History[Any]) -> None:
    """The first screen, with a game under way."""


async def new_game(pilot: Pilot[None], table: History[Any]) -> None:
    """The form for a game of Flip City."""
    await pilot.press("1")


async def settings(pilot: Pilot[None], table: History[Any]) -> None:
    """Settings that can be chosen."""
    await pilot.press("s")


async def rules(pilot: Pilot[None], table: History[Any]) -> None:
    """The rulebook at a clause."""
    _app(pilot).open_rules(table.game.id, "flip_city.play.5")


async def table_in_play(pilot: Pilot[None], table: History[Any]) -> None:
    """A table in the middle of a game."""
    _app(pilot).open_table(table)


async def table_with_secrets(pilot: Pilot[None], table: History[Any]) -> None:
    """A table around one keyboard at which seats see different things."""
    _app(pilot).open_table(table)
    await at_rest(pilot)
    if isinstance(pilot.app.screen, HandoverCover):
        await pilot.pause(PAUSE_SECONDS)  # a cover that has just come up takes no key
        await pilot.press("y")


async def draft(pilot: Pilot[None], table: History[Any]) -> None:
    """Skills that are drafted in secret."""
    play_to(table, "draft_skill")
    await table_with_secrets(pilot, play(table, 2 * len(table.players)))


async def selection(pilot: Pilot[None], table: History[Any]) -> None:
    """The choice of an area, in the middle of a game."""
    await table_with_secrets(pilot, play_to(table, "choose_area"))


async def war(pilot: Pilot[None], table: History[Any]) -> None:
    """A war, before it is declared what is spent on it."""
    await table_with_secrets(pilot, play_to(table, "declare_spirit"))


async def town(pilot: Pilot[None], table: History[Any]) -> None:
    """A player of Cultus who may walk, lay cards and more."""
    _until_cards_can_be_laid(table)
    await table_with_secrets(pilot, table)


async def card_ghost(pilot: Pilot[None], table: History[Any]) -> None:
    """A construction card of Cultus while it is being laid, turned once."""
    table.play(table.waiting()[0], _until_cards_can_be_laid(table)[-1])
    await table_with_secrets(pilot, table)
    await at_rest(pilot)
    screen = pilot.app.screen
    assert isinstance(screen, PlayScreen)
    screen.view.board.focus()
    await pilot.press("space")


async def map_of_provinces(pilot: Pilot[None], table: History[Any]) -> None:
    """A table of Monumental, turned to the map where not all fits at once."""
    await table_with_secrets(pilot, table)
    screen = pilot.app.screen
    assert isinstance(screen, PlayScreen)
    if screen.view.board.has_pages:
        await pilot.press("b")


async def replay(pilot: Pilot[None], table: History[Any]) -> None:
    """A whole game, looked back at."""
    _app(pilot).open_replay(_to_its_end(table))
    await pilot.pause()
    await pilot.press(*["down"] * 12, *["right"] * 4)


async def waiting(pilot: Pilot[None], table: History[Any]) -> None:
    """A table over SSH before the deal: who opened it waits for one more."""
    app = pilot.app
    assert isinstance(app, DoorApp)
    await pilot.press("down", "down")
    app.lobby.find(CODE).send_chat(app.user, GREETING[app.appearance.language])


async def end(pilot: Pilot[None], table: History[Any]) -> None:
    """The result of the game, and its course."""
    await _app(pilot).push_screen(GameOverScreen(_to_its_end(table)))


Words: TypeAlias = dict[Language, str]

END: Words = {"en": "rematch", "ja": "再戦"}
PROVINCES: Words = {"en": "your action?", "ja": "どのアクションを実行"}


class Screen(NamedTuple):
    """A screen that is pictured."""

    opening: Opening
    words: Words
    """A text that no picture of another kind of screen has."""


SCREENS: dict[str, Screen] = {
    "shelf": Screen(shelf, {"en": "Games under way", "ja": "途中のゲーム"}),
    "new-game": Screen(new_game, {"en": "all as recommended", "ja": "すべておすすめどおり"}),
    "settings": Screen(settings, {"en": "sixteen colours", "ja": "16色"}),
    "rules": Screen(rules, {"en": "Search the rules", "ja": "ルールを検索"}),
    "table": Screen(table_in_play, {"en": "Play the top card", "ja": "一番上のカードをプレイ"}),
    "world-monger": Screen(
        table_with_secrets, {"en": "use a card, or end", "ja": "カードを使いますか"}
    ),
    "cultus": Screen(town, {"en": "what do you do?", "ja": "何をしますか"}),
    "cultus-card": Screen(card_ghost, {"en": "where does Ward", "ja": "をどこに配置しますか"}),
    "cultus-end": Screen(end, END),
    "quo-vadis": Screen(selection, {"en": "which area do you select?", "ja": "どのエリアを選び"}),
    "quo-vadis-draft": Screen(draft, {"en": "keep one skill secretly", "ja": "スキルカードを1枚"}),
    "quo-vadis-war": Screen(war, {"en": "in the war?", "ja": "戦争で何を"}),
    "monumental": Screen(table_with_secrets, PROVINCES),
    "monumental-map": Screen(map_of_provinces, PROVINCES),
    "monumental-end": Screen(end, END),
    "waiting": Screen(waiting, {"en": "begin with bots", "ja": "ボットを入れて始める"}),
    "replay": Screen(replay, {"en": "Seen by everybody", "ja": "全員に見えるもの"}),
    "end": Screen(end, END),
}


CODE = "HKBXF"
GREETING: Words = {"en": "One more, then we can begin", "ja": "あと一人で始められます"}


class DoorTables(NewTables):
    """New tables with a code that stays."""

    def new_code(self) -> str:
        return CODE


class DoorLobby(Lobby):
    """A lobby whose only table has a code that stays."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.new_tables = DoorTables(self.rooms)


class DoorApp(LobbyApp):
    """The lobby of somebody who came over SSH."""

    @property
    def way(self) -> str:
        return "-p 2222 NAME@hako.example"


@asynccontextmanager
async def waiting_room(
    folder: Path, size: tuple[int, int], language: Language
) -> AsyncIterator[Pilot[None]]:
    """The waiting room of a table for three, of whom two have come."""
    ann, ben = (User(name, name) for name in NAMES[language][:2])
    lobby = DoorLobby(FolderStore(folder), THE_SHELF.load, ThinkingHere())
    lobby.enter(ben)
    header = new_header(load("cultus"), (OPEN,) * 3, undo="ask")
    room = lobby.new_tables.create(header, ann, (None,) * 3)
    room.enter(ben)
    room.seating.sit(ben)
    app = DoorApp(lobby, ann, None, TerminalCapabilities(language=language), request=f"join {CODE}")
    async with app.run_test(size=size) as pilot:
        await at_rest(pilot)
        yield pilot
    await lobby.close()


class Subject(NamedTuple):
    """A game of which a picture is taken."""

    game_id: str
    choices: int
    """Number of games before."""
    players: int = 3


FLIP_CITY = Subject("flip_city", 118)
GAMES = {
    "world-monger": Subject("world_monger", 50),
    "cultus": Subject("cultus", 175),
    "cultus-card": Subject("cultus", 120),
    "cultus-end": Subject("cultus", 0, players=1),
    "quo-vadis": Subject("quo_vadis", 230),
    "quo-vadis-draft": Subject("quo_vadis", 0),
    "quo-vadis-war": Subject("quo_vadis", 200),
    "monumental": Subject("monumental", 75),
    "monumental-map": Subject("monumental", 150),
    "monumental-end": Subject("monumental", 0),
}
"""The games of the screens that do not show Flip City."""


def _app(pilot: Pilot[None]) -> ShelfApp:
    assert isinstance(pilot.app, ShelfApp)
    return pilot.app


def _until_cards_can_be_laid(table: History[Any]) -> list[PlaceCard]:
    """Play on until somebody may lay a card; what may be laid."""
    while True:
        choices = table.legal_actions(table.waiting()[0])
        if cards := [action for action in choices if isinstance(action, PlaceCard)]:
            return cards
        play(table, 1)


def play(table: History[Any], choices: int) -> History[Any]:
    """Let good bots choose for everybody."""
    for _ in range(choices):
        if not (seats := table.waiting()):
            break
        seen = Observation(table.game, seats[0], table.view(seats[0]))
        table.play(seats[0], think("greedy", seen, Chance(7, table.line)))
    return table


def play_to(table: History[Any], step: str) -> History[Any]:
    """Let them choose until the table waits for such a step."""
    while table.state.agenda[-1].__struct_config__.tag != step:
        play(table, 1)
    return table


def _to_its_end(table: History[Any]) -> History[Any]:
    return play(table, 100_000)


def stem(name: str, size: tuple[int, int], language: Language) -> str:
    """The file name of a picture, without its ending."""
    return f"{name}-{size[0]}x{size[1]}-{language}"


def shown() -> set[str]:
    """The file names of the pictures that README.md and docs/ show."""
    pages = (REPOSITORY / "README.md", *(REPOSITORY / "docs").glob("*.md"))
    links = (re.findall(r"screenshots/([^)]+)\)", page.read_text("utf-8")) for page in pages)
    return {name for names in links for name in names}


def screens_in(words: str, language: Language) -> set[str]:
    """The screens whose own text stands among the words of a picture."""
    return {
        name for name, screen in SCREENS.items() if "".join(screen.words[language].split()) in words
    }


async def take(name: str, size: tuple[int, int], language: Language) -> None:
    """Take one picture."""
    with TemporaryDirectory() as folder:
        installation = Installation(Path(folder), THE_SHELF)
        installation.set(
            Settings(recap="never", motion="none")
        )  # what is told unasked would lie over the picture
        subject = GAMES.get(name, FLIP_CITY)
        game = load(subject.game_id)
        players = tuple(Player(name) for name in NAMES[language][: subject.players])
        table = play(installation.library.new(new_header(game, players, seed=11)), subject.choices)
        first_session = installation.open(size, language=language)
        if name == "waiting":
            first_session = waiting_room(Path(folder, "lobby"), size, language)
        async with first_session as pilot:
            await SCREENS[name].opening(pilot, table)
            await at_rest(pilot)
            svg = compact(cell_exact(pilot.app.export_screenshot(title="hako")))
    assert name in screens_in(words_of(svg), language), f"{name} shows another screen"
    picture = f"{stem(name, size, language)}.svg"
    save(svg, (FOLDER if picture in shown() else OTHERS) / picture)
    try:
        save(svg, (OTHERS / picture).with_suffix(".png"))
    except CannotDraw as error:
        print(error, file=sys.stderr)
    print(picture)


def main(wanted: list[str]) -> None:
    """Take the pictures of the wanted screens, or all."""
    from tests.tui import readme_picture  # which takes its games from here

    for name, size, language in product(wanted or SCREENS, SIZES, LANGUAGES):
        if name != README:
            asyncio.run(take(name, size, language))
    if not wanted or README in wanted:
        asyncio.run(readme_picture.take())


if __name__ == "__main__":
    main(sys.argv[1:])
