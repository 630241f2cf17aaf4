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

    def __init__(self, scan: Scan, folder: pathlib.Path, members: Iterable[hotshoe.RigMember], turntable: Turntable,
                 attempts: int = 3, report: Callable[[str], object] = print) -> None:
        self._scan, self._folder, self._turntable = scan, folder, turntable
        self._members = {member.role: member for member in members}
        self._attempts, self._report = attempts, report

    async def run(self) -> None:
        """Photographs what is missing. A camera that does not work is named, and the scan continues with the others."""
        self._save()
        for position, angle in enumerate(self._scan.angles):
            if self._scan.missing(position):
                await self._turntable.turn_to(angle)
                await self._photograph(position)

    async def _photograph(self, position: int) -> None:
        angle = self._scan.angles[position]
        for attempt in range(1, self._attempts + 1):
            roles = [role for _, role in self._scan.missing(position)]
            problems = await self._round(position, angle, roles)
            for problem in problems:
                self._report(f"{angle:6.2f}°  {problem}")
            missing = [role for _, role in self._scan.missing(position)]
            if not missing:
                self._report(f"{angle:6.2f}°  {', '.join(self._scan.roles)}")
                return
            if attempt < self._attempts:
                self._report(f"{angle:6.2f}°  {', '.join(missing)}: repeated in {PAUSE:g} s")
                await asyncio.sleep(PAUSE)
        self._report(f"{angle:6.2f}°  missing: {', '.join(missing)}")

    async def _round(self, position: int, angle: float, roles: list[str]) -> list[str]:
        """Fires the cameras of these roles, and copies their pictures. Returns a sentence for each failure."""
        rig = hotshoe.Rig([self._members[role] for role in roles])
        try:
            await rig.connect()  # those that are connected are left so
        except hotshoe.RigErrorConnecting:
            pass  # the round names them
        fired = await rig.fire()
        problems = [f"{each.role}: {each.error.message}" for each in fired.pictures if each.error is not None]
        for role in roles:
            set_aside(self._folder, role, angle)
        pattern = hotshoe.FileNamePattern(stem("{role}", angle) + "{ext}")
        saved = await fired.save_into(self._folder, pattern)
        times = {each.role: time_text(each.requested.nanoseconds_since1970 / 1e9) for each in fired.pictures}
        # Of a RAW file and a JPEG of the same release, the manifest lists the JPEG.
        for copy in sorted(saved.copies, key=lambda copy: copy.path.lower().endswith((".jpg", ".jpeg"))):
            file = pathlib.Path(copy.path).relative_to(self._folder).as_posix()
            self._scan.add(Picture(position, angle, copy.role, file, copy.byte_count, times[copy.role]))
        self._save()
        for problem in saved.problems:
            if isinstance(problem.error, hotshoe.CameraErrorFileSystem):
                raise Problem(f"{problem.role}: {problem.error.message} The picture is still on the card. Make room, and start the scan again.", DISK)
        return problems + [f"{problem.role}: {problem.error.message}" for problem in saved.problems]

    def _save(self) -> None:
        try:
            self._scan.save(self._folder)
        except OSError as error:
            raise Problem(f"{self._folder}: the manifest cannot be written: {error.strerror}.", DISK) from None
