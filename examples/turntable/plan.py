"""The plan of a scan, and its manifest: pure, without cameras. What is whole on the disk need not be photographed again."""

from __future__ import annotations

import contextlib
import csv
import dataclasses
import datetime
import glob
import json
import os
import pathlib
import re
from typing import Any, Iterable, Iterator, Optional, TextIO

MANIFEST, TABLE = "scan.json", "scan.csv"


@dataclasses.dataclass(frozen=True)
class Picture:
    """A picture of the scan: a row of the manifest."""

    position: int
    angle: float
    role: str
    #: The path of the file, relative to the folder of the scan.
    file: str
    size: int
    #: When the release was requested, in UTC.
    time: str


class ManifestError(Exception):
    """The folder has a manifest that is not one of this scan."""


def angles(positions: int) -> list[float]:
    """The angles of a whole turn, in degrees."""
    return [round(360 * position / positions, 2) for position in range(positions)]


def stem(role: str, angle: float) -> str:
    """The path of a picture without its extension: a folder for each camera, in which names are in the order of the angles."""
    return f"{role}/{role}-{angle:06.2f}"


def is_safe(role: str) -> bool:
    """Whether a role can be the name of a folder on every system."""
    return re.fullmatch(r"\w[\w -]{0,63}", role) is not None and role == role.strip()


class Scan:
    """Which pictures a scan has, and which are missing. The folder is only read by `open`, and written by `save`."""

    def __init__(self, positions: int, roles: Iterable[str], pictures: Iterable[Picture] = ()) -> None:
        self.positions, self.roles = positions, list(roles)
        self.angles = angles(positions)
        self._pictures = {(each.position, each.role): each for each in pictures}

    @classmethod
    def open(cls, folder: pathlib.Path, positions: int, roles: Iterable[str]) -> Scan:
        """The scan in a folder, which may have been interrupted: its whole files count, listed in the manifest or not."""
        scan = cls(positions, roles)
        listed = read_manifest(folder / MANIFEST)
        if listed is not None and (listed["positions"] != positions or sorted(listed["roles"]) != sorted(scan.roles)):
            raise ManifestError(
                f"{folder} has a scan of {listed['positions']} positions by {', '.join(listed['roles'])}."
                " Choose another folder, or the same numbers."
            )
        for entry in listed["pictures"] if listed else []:
            picture = Picture(**entry)
            is_planned = picture.role in scan.roles and 0 <= picture.position < positions
            if is_planned and file_size(folder / picture.file) == picture.size:
                scan.add(picture)
        for position, role in scan.missing():
            found = unlisted(folder, position, scan.angles[position], role)
            if found is not None:
                scan.add(found)
        return scan

    def missing(self, position: Optional[int] = None) -> list[tuple[int, str]]:
        """The pictures that are missing, by position and role: of one position, or of all."""
        wanted = range(self.positions) if position is None else [position]
        return [(place, role) for place in wanted for role in self.roles if (place, role) not in self._pictures]

    def add(self, picture: Picture) -> None:
        self._pictures[(picture.position, picture.role)] = picture

    @property
    def pictures(self) -> list[Picture]:
        """The pictures by position, in the order of the roles."""
        return sorted(self._pictures.values(), key=lambda each: (each.position, self.roles.index(each.role)))

    def save(self, folder: pathlib.Path) -> None:
        """Writes the manifest as JSON and as CSV. Each replaces its predecessor as a whole."""
        document = {"positions": self.positions, "roles": self.roles, "pictures": [dataclasses.asdict(each) for each in self.pictures]}
        with replacing(folder / MANIFEST) as file:
            json.dump(document, file, indent=1)
        with replacing(folder / TABLE) as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["file", "angle", "role", "time"])
            writer.writerows([each.file, f"{each.angle:g}", each.role, each.time] for each in self.pictures)

    def table(self) -> str:
        """The pictures of each role, for the person."""
        width = max(len(role) for role in self.roles)
        lines = []
        for role in self.roles:
            missing = [f"{self.angles[position]:g}°" for position, each in self.missing() if each == role]
            line = f"{role:{width}}  {self.positions - len(missing):4} of {self.positions}"
            shown = ", ".join(missing[:12]) + (f" and {len(missing) - 12} more" if len(missing) > 12 else "")
            lines.append(line + (f"  missing: {shown}" if missing else ""))
        return "\n".join(lines)


@contextlib.contextmanager
def replacing(path: pathlib.Path) -> Iterator[TextIO]:
    """A file that gets its name when it is whole, and on the disk."""
    partial = path.with_name(path.name + ".part")
    try:
        with open(partial, "w", encoding="utf-8", newline="") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(partial, path)
    finally:
        partial.unlink(missing_ok=True)


def read_manifest(path: pathlib.Path) -> Optional[dict[str, Any]]:
    """The manifest; None if there is none."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(document["positions"], int) or not all(isinstance(role, str) for role in document["roles"]):
            raise ValueError
        fields = {field.name: str(field.type) for field in dataclasses.fields(Picture)}
        for entry in document["pictures"]:
            if {name: type(value).__name__ for name, value in entry.items()} != fields:
                raise ValueError
        return dict(document)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ManifestError(f"{path} cannot be read: {error.strerror}.") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise ManifestError(f"{path} is no manifest of a scan.") from None


def unlisted(folder: pathlib.Path, position: int, angle: float, role: str) -> Optional[Picture]:
    """The whole JPEG of this picture that was copied before the manifest was written; None if there is none."""
    for extension in (".JPG", ".jpg", ".JPEG", ".jpeg"):
        name = stem(role, angle) + extension
        if is_whole_jpeg(folder / name):
            about = (folder / name).stat()
            return Picture(position, angle, role, name, about.st_size, time_text(about.st_mtime))
    return None


def set_aside(folder: pathlib.Path, role: str, angle: float) -> None:
    """Renames files that have the name of a missing picture, because they are not whole: nothing is deleted."""
    path = folder / stem(role, angle)
    for each in path.parent.glob(glob.escape(path.name) + ".*"):
        if not each.name.endswith((".part", ".broken")):
            number, aside = 1, each.with_name(each.name + ".broken")
            while aside.exists():
                number += 1
                aside = each.with_name(f"{each.name}.{number}.broken")
            each.rename(aside)


def time_text(seconds: float) -> str:
    """A time in seconds since 1970 as text, in UTC."""
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).isoformat(timespec="milliseconds")


def is_whole_jpeg(path: pathlib.Path) -> bool:
    """Whether a file begins and ends as a JPEG does."""
    try:
        with open(path, "rb") as file:
            begin = file.read(3)
            file.seek(-2, os.SEEK_END)
            return begin == b"\xff\xd8\xff" and file.read() == b"\xff\xd9"
    except OSError:
        return False


def file_size(path: pathlib.Path) -> Optional[int]:
    try:
        return path.stat().st_size
    except OSError:
        return None
