"""Where the cameras of the array are: a rig's file, hosts with `hotshoe serve`, a broker, or hosts that are started here for a try-out."""

from __future__ import annotations

import asyncio
import ctypes
import functools
import json
import os
import re
import shutil
import signal
import sys
from typing import Callable, Iterable, Optional, Sequence

import hotshoe

from selection import NO_CAMERA, Problem

#: Time in which a host that is started here has to be ready, in seconds.
READY = 30
#: The call of Linux by which a process requests a signal at the end of its parent. Looked up before a fork.
PRCTL: Optional[Callable[[int, int], int]] = ctypes.CDLL(None).prctl if sys.platform == "linux" else None


def local_cameras(cameras: int, hosts: int) -> list[int]:
    """How many of the cameras each host has: as equal as possible."""
    return [cameras // hosts + (1 if number < cameras % hosts else 0) for number in range(hosts)]


def end_with(program: int) -> None:
    """Has the kernel end this process when the program with this number ends, even if that is killed. Called between fork and exec."""
    assert PRCTL is not None
    PRCTL(1, signal.SIGTERM)  # PR_SET_PDEATHSIG
    if os.getppid() != program:
        os._exit(1)  # it has ended before


class LocalHosts:
    """Hosts for a try-out: a process of `hotshoe serve` for each, with simulated cameras. A block of `async with` ends them."""

    def __init__(self, counts: Iterable[int], options: Sequence[str] = ()) -> None:
        self._counts, self._options = list(counts), options
        self.processes: list[asyncio.subprocess.Process] = []

    async def __aenter__(self) -> list[str]:
        try:
            return await asyncio.gather(*(self._start(count) for count in self._counts))
        except BaseException:
            await self.__aexit__()
            raise

    async def __aexit__(self, *failure: object) -> None:
        for process in self.processes:
            if process.returncode is None:
                process.terminate()
        await asyncio.gather(*(process.wait() for process in self.processes))

    async def _start(self, count: int) -> str:
        """Starts a host; returns its address. The scene is the same on all hosts."""
        tool = shutil.which("hotshoe")
        program = [tool] if tool else [sys.executable, "-m", "hotshoe"]
        command = [*program, "serve", "--simulated", "--count", str(count), "--port", "0", "--json", "--quiet", *self._options]
        # Ctrl-C in the terminal is for this program, which ends the hosts.
        process = await asyncio.create_subprocess_exec(
            *command,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=functools.partial(end_with, os.getpid()) if PRCTL is not None else None,
        )
        self.processes.append(process)
        assert process.stdout is not None
        try:
            line = await asyncio.wait_for(process.stdout.readline(), READY)
            return str(json.loads(line)["url"])
        except (asyncio.TimeoutError, ValueError, KeyError):
            raise Problem("hotshoe serve did not start: the program hotshoe has to be installed.") from None


def natural(text: str) -> list[object]:
    """A key by which SIM-2 is before SIM-10."""
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in re.split(r"(\d+)", text) if part]


def host_of(camera: hotshoe.Camera) -> str:
    """The host and the port of a served camera; `here` for one that is attached to this computer."""
    place = camera.description.address
    if isinstance(place, hotshoe.CameraAddressProvider) and place.identifier in ("http", "https"):
        return place.text.removeprefix("//").partition("/")[0]
    return "here"


def host_in(link: str) -> str:
    """The host and the port of a link, without its token."""
    return re.sub(r"^https?://([^/#]*).*", r"\1", link, flags=re.IGNORECASE)


def in_order(cameras: Iterable[hotshoe.Camera], hosts: Sequence[str]) -> list[hotshoe.Camera]:
    """Cameras in the order of their hosts, those of a host by serial number."""
    names = [host_in(host) for host in hosts]

    def key(camera: hotshoe.Camera) -> tuple[object, ...]:
        host = host_of(camera)
        return (names.index(host) if host in names else len(names), natural(host), natural(camera.description.serial_number or ""))

    return sorted(cameras, key=key)


async def find_all(
    discovery: hotshoe.CameraDiscovery, hosts: Sequence[str], count: Optional[int], timeout: float = 10
) -> list[hotshoe.RigMember]:
    """All cameras of the hosts, with roles 01, 02 … in their order. Waits until there are `count`, or until each host was asked: then a
    host without a camera is a `Problem`, because the film would end there."""
    if count is None:
        await discovery.wait_for_first_search(timeout)
    else:
        await wait_for_count(discovery, count, timeout)
    cameras = in_order(discovery.cameras, hosts)
    if not cameras or count is not None and len(cameras) != count:
        found = "".join(f"\n{host_of(camera)}  {camera.display_name}  {camera.description.serial_number or ''}" for camera in cameras)
        reasons = "".join(f"\n{failure.error.message}" for failure in discovery.failures)
        raise Problem(f"{len(cameras)} cameras were found{f', not {count}' if count else ''}.{found}{reasons}", NO_CAMERA)
    absent = [host_in(host) for host in hosts if host_in(host) not in {host_of(camera) for camera in cameras}]
    if count is None and absent:
        raise Problem(f"No camera was found on {', '.join(absent)}. Leave the host out, or give --cameras {len(cameras)}.", NO_CAMERA)
    return [hotshoe.RigMember(f"{number:02}", camera) for number, camera in enumerate(cameras, 1)]


async def wait_for_count(discovery: hotshoe.CameraDiscovery, count: int, timeout: float) -> None:
    """Returns when so many cameras are found, or after a time."""

    async def watch() -> None:
        async for _ in discovery.changes:
            if len(discovery.cameras) >= count:
                return

    try:
        await asyncio.wait_for(watch(), timeout)
    except asyncio.TimeoutError:
        pass
