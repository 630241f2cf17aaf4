"""The moment: when each camera is released, and when it was, by the dates in the pictures."""

from __future__ import annotations

import dataclasses
import datetime
from typing import Iterable, Optional, Sequence

import hotshoe

#: Longest lag that a rig takes, in seconds.
LONGEST_LAG = 10


@dataclasses.dataclass(frozen=True)
class Frame:
    """A picture of the film."""

    role: str
    host: str
    #: Path of the file.
    path: str
    #: When the camera was released, by its own clock; None if its pictures have no fractions of a second.
    taken: Optional[datetime.datetime]


def swept(members: Sequence[hotshoe.RigMember], step: float) -> list[hotshoe.RigMember]:
    """The same cameras, each released `step` seconds after its neighbour: the last one at the time of the round, the others earlier."""
    last = len(members) - 1
    return [
        hotshoe.RigMember(member.role, member.camera, member.release_lag + datetime.timedelta(seconds=(last - place) * step))
        for place, member in enumerate(members)
    ]


def date_taken(exif: dict[int, object]) -> Optional[datetime.datetime]:
    """The date of a picture with fractions of a second, from its EXIF data (tags 0x9003 and 0x9291)."""
    try:
        date = datetime.datetime.strptime(str(exif[0x9003]), "%Y:%m:%d %H:%M:%S")
        digits = str(exif[0x9291]).strip("\0 ")
        return date.replace(microsecond=round(float(f"0.{digits}") * 1e6)) if digits.isdigit() else None
    except (KeyError, ValueError):
        return None


def deviations(frames: Sequence[Frame], roles: Sequence[str], step: float = 0) -> dict[str, float]:
    """How much later than the mean each camera was released, in milliseconds, after the sweep is subtracted."""
    due = {role: place * step for place, role in enumerate(roles)}
    dated = [(frame.role, frame.taken) for frame in frames if frame.taken is not None]
    if not dated:
        return {}
    first = dated[0][1]
    late = {role: (taken - first).total_seconds() - due[role] for role, taken in dated}
    mean = sum(late.values()) / len(late)
    return {role: 1000 * (value - mean) for role, value in late.items()}


def spread(values: Iterable[float]) -> float:
    """The largest difference between two values."""
    all_values = list(values)
    return max(all_values) - min(all_values)
