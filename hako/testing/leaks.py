"""The search for leaks: secret values in anything that a viewer gets.

It uses only the game's declaration of secrets, not `mask` or `determinize`. A value at a declared
path must be absent from the view, exchanging it for another must not change the view, and no
event, step or action may contain it while it is at that path.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.content.files import ContentEntry
from hako.engine.log.log_format import Record
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game, view
from hako.engine.rules.model import Event, Step, Viewer
from hako.engine.rules.play import Consequences, legal_actions, play
from hako.engine.rules.secret_declarations import SEALED, Secret

Path: TypeAlias = tuple[Any, ...]
"""The path of a value: names of fields, and indices of rows."""

Where: TypeAlias = Mapping[int, Sequence[tuple[Secret, Path]]]
"""The declared secrets and paths of a mark, by the id of the mark."""

MISSING = object()


class SecretKinds(dict[type[Any], type | None]):
    """Cache of the kind of each type: Struct, tuple or Mapping; None for leaves."""

    def __missing__(self, of: type[Any]) -> type | None:
        self[of] = next((base for base in (Struct, tuple, Mapping) if issubclass(of, base)), None)
        return self[of]


KIND = SecretKinds()
"""Kinds of types; cached, since they are looked up for millions of values."""


# ------------------------------------------------------------ places and values


def places(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    """The paths that a path with stars matches, with the values there."""
    if not path:
        yield (), value
        return
    part, *rest = path
    if part == "*":
        children = [*parts(value)] if KIND[type(value)] in {tuple, Mapping} else []
    else:
        children = [(part, getattr(value, part))] if hasattr(value, part) else []
    for name, child in children:
        for place, leaf in places(child, tuple(rest)):
            yield (name, *place), leaf


def parts(value: Any) -> Iterable[tuple[Any, Any]]:
    """The components of a value by field, index or key; empty for a leaf."""
    kind = KIND[type(value)]
    if kind is Struct:
        return [(name, getattr(value, name)) for name in value.__struct_fields__]
    if kind is tuple:
        return enumerate(value)
    return value.items() if kind is Mapping else ()


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """The leaves within a value, with their paths. The type of a tagged Struct is one more leaf."""
    kind = KIND[type(value)]
    if kind is None and value is not None:
        yield path, value
    if kind is Struct and value.__struct_config__.tag:
        yield path, type(value)
    for name, part in parts(value):
        if KIND[type(part)] is not None:
            yield from leaves(part, (*path, name))
        elif part is not None:
            yield (*path, name), part


def differences(one: Any, other: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """The paths at which two values differ, with the first one's leaves; none if it has nothing there."""
    if one is other or one is None or one == other:
        return
    kind = KIND[type(one)]
    if kind is None:
        if one != other:
            yield path, one
        return
    if kind is Struct and one.__struct_config__.tag and type(one) is not type(other):
        yield path, type(one)
    others = dict(parts(other))
    for name, part in parts(one):
        yield from differences(part, others.get(name, MISSING), (*path, name))


def at(value: Any, path: Path) -> Any:
    """The value at a path; None if there is nothing."""
    for name in path:
        if isinstance(value, tuple):
            value = value[name] if name < len(value) else None
        elif isinstance(value, Mapping):
            value = value.get(name)
        else:
            value = getattr(value, str(name), None)
    return value


def rewritten(value: Any, changes: Mapping[Path, Any]) -> Any:
    """The value with the values at some paths replaced."""
    if not changes:
        return value
    if () in changes:
        return changes[()]
    by_part: dict[Any, dict[Path, Any]] = defaultdict(dict)
    for (name, *rest), new in changes.items():
        by_part[name][tuple(rest)] = new
    changed = {
        name: rewritten(part, by_part[name]) for name, part in parts(value) if name in by_part
    }
    if isinstance(value, tuple):
        return tuple(changed.get(index, part) for index, part in enumerate(value))
    if isinstance(value, Struct):
        return replace(value, **changed)
    return {**value, **changed}


def spelled(path: Path) -> str:
    """A path in the notation of declarations."""
    return ".".join(map(str, path))


def viewer_name(viewer: Viewer) -> str:
    """A viewer in messages."""
    return "a spectator" if viewer is None else f"seat {viewer}"


# ------------------------------------------------------------ views


def declared(game: Game[Any], state: Any) -> Iterator[tuple[Secret, Path, Any]]:
    """All secret values of a state, with their declarations and paths."""
    for secret in (*game.secrets, SEALED):
        for path, value in places(state, tuple(secret.path.split("."))):
            yield secret, path, value


def is_known(secret: Secret, state: Any, viewer: Viewer, path: Path) -> bool:
    """True if a viewer knows the value at the path."""
    return secret.known(state, viewer, *stars(secret, path))


def stars(secret: Secret, path: Path) -> Path:
    """The indices in the path at which the secret's path has stars."""
    return tuple(
        index for part, index in zip(secret.path.split("."), path, strict=True) if part == "*"
    )


def leaks_of_view(game: Game[Any], state: Any, viewer: Viewer) -> Iterator[str]:
    """Faults of a view: secrets that it shows or depends on, and other values that it hides."""
    kept = {
        path: (secret, value)
        for secret, path, value in declared(game, state)
        if not is_known(secret, state, viewer, path)
    }
    seen = view(game, state, viewer)
    for path in kept:
        for _, shown in leaves(at(seen, path)):
            yield f"the view of {viewer_name(viewer)} shows {spelled(path)}, which is secret: {shown!r}"
    for path, _ in differences(state, seen):
        if not any(path[:length] in kept for length in range(len(path) + 1)):
            yield f"the view of {viewer_name(viewer)} hides {spelled(path)}, and no secret of the game says so"
    again = view(game, rewritten(state, exchanged(state, kept)), viewer)
    for path, shown in (*differences(seen, again), *differences(again, seen)):
        yield f"the view of {viewer_name(viewer)} betrays at {spelled(path)} what is secret: {shown!r}"


def exchanged(state: Any, kept: Mapping[Path, tuple[Secret, Any]]) -> dict[Path, Any]:
    """The secrets rotated within their groups of interchangeable values, by path."""
    alike: dict[Hashable, list[Path]] = defaultdict(list)
    for path, (secret, value) in kept.items():
        if value is None:
            continue
        name: Hashable = secret.among
        if callable(secret.among):
            name = secret.path, secret.among(state, value, *stars(secret, path))
        alike[name].append(path)
    return {
        path: kept[other][1]
        for group in alike.values()
        for path, other in zip(group, (*group[1:], group[0]), strict=True)
    }


# ------------------------------------------------------------ records


class SecretText(str):
    """A text with an identity of its own, even if it is short."""

    __slots__ = ()


class SecretNumber(int):
    """A number with an identity of its own, even if it is small."""

    __slots__ = ()


class Fingerprints:
    """Marked copies of values, recognized by their identity wherever the rules move them."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self._made: dict[int, Any] = {}

    def on(self, value: Any) -> Any:
        """The value with its leaves replaced by marked copies, unless they are marked already."""
        new = {path: self._mark(leaf) for path, leaf in leaves(value) if self._can_mark(leaf)}
        return rewritten(value, new)

    def on_secrets(self, state: Any) -> Any:
        """The state with all secret values marked."""
        return rewritten(
            state, {path: self.on(value) for _, path, value in declared(self.game, state)}
        )

    def whereabouts(self, state: Any) -> Where:
        """The declared secrets and paths of all marks in the state."""
        places_by_id: dict[int, list[tuple[Secret, Path]]] = defaultdict(list)
        for secret, path, value in declared(self.game, state):
            for _, leaf in leaves(value):
                if id(leaf) in self._made:
                    places_by_id[id(leaf)].append((secret, path))
        return places_by_id

    def _can_mark(self, leaf: Any) -> bool:
        return isinstance(leaf, str | int) and type(leaf) is not bool and id(leaf) not in self._made

    def _mark(self, leaf: str | int) -> str | int:
        mark: str | int
        if isinstance(leaf, str):
            # a plain copy if possible, since rules may cache values that msgspec has to encode
            mark = leaf.encode().decode() if len(leaf) > 1 else SecretText(leaf)
        else:
            mark = SecretNumber(leaf)
        self._made[id(mark)] = mark
        return mark


class LeakSite:
    """A state with the paths of all marks in it."""

    def __init__(self, marks: Fingerprints, state: Any) -> None:
        self.state = state
        self.declared = marks.whereabouts(state)

    @cached_property
    def places(self) -> Mapping[int, Sequence[Path]]:
        """All paths of a leaf, secret or public, by its id."""
        paths_by_id: dict[int, list[Path]] = defaultdict(list)
        marked = {
            name: part for name, part in parts(self.state) if not isinstance(part, ContentEntry)
        }
        for path, leaf in leaves(marked):  # a game's content has no marks and is large
            paths_by_id[id(leaf)].append(path)
        return paths_by_id

    def kept(self, viewer: Viewer, leaf: Any) -> Path | None:
        """The path of a mark that is hidden from the viewer; None if it is public elsewhere."""
        lies = self.declared.get(id(leaf), ())
        hidden = {path for secret, path in lies if not is_known(secret, self.state, viewer, path)}
        if hidden and not any(
            hidden.isdisjoint(path[: length + 1] for length in range(len(path)))
            for path in self.places.get(id(leaf), ())
        ):
            return min(hidden)
        return None


class Exposed(NamedTuple):
    """An item of the consequences of an action, and the state after it."""

    item: Event[Any] | Step[Any, Any]
    state: Any


def expose(
    marks: Fingerprints, state: Any, then: Consequences[Any]
) -> tuple[tuple[Exposed, ...], ...]:
    """The consequences group by group with all new values marked, each with the state after it."""
    groups = []
    for group in then:
        state = replace(state, agenda=state.agenda[:-1])
        exposed: list[Exposed] = []
        steps: tuple[Any, ...] = ()
        for item in group:
            if item.is_event:
                item = marks.on(item)
                state = item.apply(state)
            else:
                steps = (item, *steps)
            exposed.append(Exposed(item, state))
        state = replace(state, agenda=state.agenda + steps)
        groups.append(tuple(exposed))
    return tuple(groups)


def leaks_of_record(
    game: Game[Any],
    before: Any,
    record: Record[Any, Any],
    chance: Chance,
    viewers: Iterable[Viewer],
) -> Iterator[str]:
    """Faults of a record: secrets that it contains although they are still secret when it is shown.

    The record is replayed with `chance` from the state before it, with all secrets marked.
    """
    marks = Fingerprints(game)
    state, action, then = marks.on_secrets(before), record.action, record.then
    if record.seat is not None:
        action = next(
            candidate for candidate in legal_actions(state, record.seat) if candidate == action
        )
        _, then = play(state, record.seat, action, chance)
    groups = expose(marks, state, then)
    again = Record(
        record.seat, action, tuple(tuple(exposed.item for exposed in group) for group in groups)
    )
    items = list(chain.from_iterable(groups))
    sites = [LeakSite(marks, site_state) for site_state in (state, *(item.state for item in items))]
    for viewer in viewers:
        given = again.masked(viewer)
        for number, seen in enumerate(chain.from_iterable(given.then)):
            item = items[number].item
            if not item.is_event:  # it may contain values that were public before it
                yield from _shown(item, seen, viewer, sites[: number + 2])
            elif not item.fleeting:
                yield from _shown(item, seen, viewer, sites[number + 1 : number + 2])
        if record.seat != viewer:
            yield from _shown(action, given.action, viewer, sites)


def _shown(item: Any, seen: Any, viewer: Viewer, states: Sequence[LeakSite]) -> Iterator[str]:
    """Faults of an item: leaves shown to a viewer although hidden in all states that have them."""
    for path, leaf in leaves(item):
        if next(leaves(at(seen, path)), None) is None:
            continue
        first = next(
            (nth for nth, site in enumerate(states) if id(leaf) in site.declared), len(states)
        )
        kept = [site.kept(viewer, leaf) for site in states[first:]]
        if kept and None not in kept and (place := kept[-1]) is not None:
            yield (
                f"{type(item).__name__} tells {viewer_name(viewer)} by its {spelled(path)} "
                f"what is secret at {spelled(place)}: {leaf!r}"
            )
