"""Photographs a scan: turns the table, fires the rig, and copies the pictures, until each place of the plan has its file."""

from __future__ import annotations

import asyncio
import pathlib
from typing import Callable, Iterable

import hotshoe

from plan import Picture, Scan, set_aside, stem, time_text
from selection import DISK, Problem
from turntable import Turntable

#: Pause before a picture is repeated, in seconds: a camera that was unplugged may be back.
PAUSE = 2.0


class Scanner:
    """A scan in progress. Pictures that were copied are in the manifest, whatever ends it."""

    def __init__(
        self,
        scan: Scan,
        folder: pathlib.Path,
        members: Iterable[hotshoe.RigMember],
        turntable: Turntable,
        attempts: int = 3,
        report: Callable[[str], object] = print,
    ) -> None:
        self._scan, self._folder, self._turntable = scan, folder, turntable
        self._members = {member.role: member for member in members}
        self._attempts, self._report = attempts, report
        self._away: set[str] = set()

    async def run(self) -> None:
        """Photographs what is missing. A camera that does not work is named, and the scan continues with the others; what is missing at the
        end is tried once more."""
        self._save()
        for _ in range(2):
            for position, angle in enumerate(self._scan.angles):
                if self._scan.missing(position):
                    await self._turntable.turn_to(angle)
                    await self._photograph(position)

    async def _photograph(self, position: int) -> None:
        """Repeats what is missing at a position, but waits for no camera that was missing at the previous one, too."""
        angle = self._scan.angles[position]
        for attempt in range(1, self._attempts + 1):
            missing = await self._round(position, angle, self._missing(position))
            if not missing:
                break
            for role, reason in missing.items():
                self._report(f"{angle:6.2f}°  {role}: {reason}")
            if attempt == self._attempts or set(missing) <= self._away:
                break
            self._report(f"{angle:6.2f}°  {', '.join(missing)}: repeated in {PAUSE:g} s")
            await asyncio.sleep(PAUSE)
        self._away = set(self._missing(position))
        if self._away:
            self._report(f"{angle:6.2f}°  missing: {', '.join(self._missing(position))}")
        else:
            self._report(f"{angle:6.2f}°  {', '.join(self._scan.roles)}")

    def _missing(self, position: int) -> list[str]:
        return [role for _, role in self._scan.missing(position)]

    async def _round(self, position: int, angle: float, roles: list[str]) -> dict[str, str]:
        """Fires the cameras of these roles, and copies their pictures. Returns the roles without a picture, with the reasons."""
        missing = await self._connect(roles)
        ready = [self._members[role] for role in roles if role not in missing]
        if not ready:
            return missing
        fired = await hotshoe.Rig(ready).fire()
        missing.update((each.role, each.error.message) for each in fired.pictures if each.error is not None)
        for member in ready:
            set_aside(self._folder, member.role, angle)
        saved = await fired.save_into(self._folder, hotshoe.FileNamePattern(stem("{role}", angle) + "{ext}"))
        times = {each.role: time_text(each.requested.nanoseconds_since1970 / 1e9) for each in fired.pictures}
        # Of a RAW file and a JPEG of the same release, the manifest lists the JPEG.
        for copy in sorted(saved.copies, key=lambda copy: copy.path.lower().endswith((".jpg", ".jpeg"))):
            file = pathlib.Path(copy.path).relative_to(self._folder).as_posix()
            self._scan.add(Picture(position, angle, copy.role, file, copy.byte_count, times[copy.role]))
        self._save()
        for problem in saved.problems:
            if isinstance(problem.error, hotshoe.CameraErrorFileSystem):
                raise Problem(
                    f"{problem.role}: {problem.error.message} The picture is still on the card: the same command continues the scan.", DISK
                )
            missing[problem.role] = problem.error.message
        return missing

    async def _connect(self, roles: list[str]) -> dict[str, str]:
        """Connects cameras that are not connected. Returns those that cannot be, with the reasons."""
        try:
            await hotshoe.Rig([self._members[role] for role in roles]).connect()
        except hotshoe.RigErrorConnecting as error:
            return {problem.role: problem.error.message for problem in error.problems}
        return {}

    def _save(self) -> None:
        try:
            self._scan.save(self._folder)
        except OSError as error:
            raise Problem(f"{self._folder}: the manifest cannot be written: {error.strerror}.", DISK) from None
