"""Bullet time: many cameras on several computers are released at one time, and their pictures become a film.

    python3 examples/bullet-time --simulated 12 --local-hosts 3 takes
    python3 examples/bullet-time --host http://192.168.1.20:8080 --host http://192.168.1.21:8080 takes
    python3 examples/bullet-time --rig array.rig takes

README.md describes it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import pathlib
import re
import signal
import sys
from typing import AsyncIterator, Optional, Sequence

import hotshoe
from PIL import Image

import film
from hosts import LocalHosts, find_all, host_of, local_cameras
from release import LONGEST_LAG, Frame, date_taken, deviations, spread, swept
from selection import DISK, INCOMPLETE, INTERRUPTED, NO_CAMERA, Parser, Problem, discovery_for, find_members, read_rig, rig_settings, sentences


def parser() -> Parser:
    result = Parser(
        prog="bullet-time",
        description="Releases many cameras on several computers at one time, and makes a film of their pictures.",
        epilog="Exit codes: 0 all cameras are in the film, 2 no camera, 7 the disk, 12 cameras are missing, 64 wrong options, 130 Ctrl-C.",
    )
    result.add_argument("folder", type=pathlib.Path, help="where each take gets a folder with its pictures, and a film")
    cameras = result.add_mutually_exclusive_group(required=True)
    cameras.add_argument("--rig", metavar="FILE", help="the cameras in the order of the film, as for `hotshoe rig`")
    cameras.add_argument(
        "--host", action="append", metavar="URL", help="all cameras of a server: the link that `hotshoe serve` prints; may be repeated"
    )
    cameras.add_argument(
        "--broker", metavar="URL", help="all cameras of the hosts that report to this MQTT broker (password: HOTSHOE_BROKER_PASSWORD)"
    )
    cameras.add_argument("--simulated", type=int, metavar="N", help="N simulated cameras, on hosts that are started for it")
    result.add_argument("--local-hosts", type=int, default=2, metavar="N", help="with --simulated: number of hosts (default: 2)")
    result.add_argument("--cameras", type=int, metavar="N", help="with --host or --broker: the number of cameras that there have to be")
    result.add_argument("--takes", type=int, default=1, metavar="N", help="number of takes (default: 1)")
    result.add_argument("--lead", type=float, default=1, metavar="SECONDS", help="time from the command to the release (default: 1)")
    result.add_argument(
        "--sweep", type=float, default=0, metavar="SECONDS", help="time from the first camera to the last one (default: 0)"
    )
    result.add_argument(
        "--clock-limit", type=float, default=0.01, metavar="SECONDS", help="error that a host's clock may have (default: 0.01)"
    )
    result.add_argument("--any-clock", action="store_true", help="use the clocks of the hosts with any error")
    result.add_argument("--rate", type=float, default=12, metavar="N", help="frames of the film a second (default: 12)")
    result.add_argument("--longest-side", type=int, default=1920, metavar="PIXELS", help="longest side of the film (default: 1920)")
    result.add_argument("--once", action="store_true", help="the film runs along the path once, and not back")
    result.add_argument(
        "--host-option", action="append", default=[], metavar="WORD", help=argparse.SUPPRESS
    )  # for tests, such as faults
    return result


def check(syntax: Parser, options: argparse.Namespace) -> None:
    """Refuses numbers that make no film."""
    if options.simulated is not None and not 2 <= options.simulated <= 200:
        syntax.error("--simulated is a number of cameras from 2 to 200")
    if not 1 <= options.local_hosts <= (options.simulated or 20):
        syntax.error("--local-hosts is a number from 1 to that of the cameras")
    if not 1 <= options.takes <= 10000:
        syntax.error("--takes is a number from 1 to 10000")
    if not 0 <= options.lead <= 60:
        syntax.error("--lead is a number of seconds from 0 to 60")
    if not 0 <= options.sweep < LONGEST_LAG:
        syntax.error(f"--sweep is a number of seconds from 0, and less than {LONGEST_LAG}")
    if not 0.1 <= options.rate <= 240:
        syntax.error("--rate is a number from 0.1 to 240")
    if not 16 <= options.longest_side <= 16384:
        syntax.error("--longest-side is a number from 16 to 16384")


@contextlib.asynccontextmanager
async def cameras(options: argparse.Namespace) -> AsyncIterator[hotshoe.Rig]:
    """The connected rig of a program's options."""
    async with contextlib.AsyncExitStack() as stack:
        settings: list[hotshoe.RigSetting] = []
        if options.rig:
            file = read_rig(options.rig)
            settings = rig_settings(file)
            discovery = await stack.enter_async_context(discovery_for("Bullet time", (entry.camera for entry in file.entries)))
            members = await find_members(discovery, file)
        else:
            hosts, count = options.host or [], options.cameras
            if options.simulated is not None:
                counts = local_cameras(options.simulated, options.local_hosts)
                words = ["--picture-size", "1500x1000", *options.host_option]
                hosts, count = await stack.enter_async_context(LocalHosts(counts, words)), options.simulated
            if options.broker:
                provider = hotshoe.RemoteCameraProvider.create_with_broker(options.broker, os.environ.get("HOTSHOE_BROKER_PASSWORD"))
            else:
                provider = hotshoe.RemoteCameraProvider(hosts)
            discovery = await stack.enter_async_context(hotshoe.CameraDiscovery.create_with_providers("Bullet time", [provider]))
            members = await find_all(discovery, hosts, count)
        step = options.sweep / max(len(members) - 1, 1)
        rig = await stack.enter_async_context(hotshoe.Rig(swept(members, step)).connected())
        await rig.set(settings)
        yield rig


async def check_clocks(rig: hotshoe.Rig, limit: Optional[float]) -> None:
    """Names the hosts whose clocks are not certain enough, before a moment is lost."""
    if limit is None:
        return
    qualities = await asyncio.gather(*(member.camera.clock_quality() for member in rig.members))
    wrong = {}
    for member, quality in zip(rig.members, qualities):
        if not quality.is_within(limit):
            error = f"up to {quality.maximum_error.total_seconds() * 1000:g} ms" if quality.is_synchronized else "not synchronized"
            wrong[host_of(member.camera)] = error
    if wrong:
        lines = "".join(f"\n{host}: {error}" for host, error in wrong.items())
        raise Problem(
            f"The clocks of these hosts may be more than {limit * 1000:g} ms off: run chrony there, or give --any-clock.{lines}"
        )


def next_folder(folder: pathlib.Path) -> pathlib.Path:
    """Makes the folder of the next take. Its number is that of no folder and of no film, so that no film is replaced."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        numbers = [int(found[1]) for each in folder.iterdir() if (found := re.fullmatch(r"take-(\d+)(\.\w+)?", each.name))]
        take = folder / f"take-{max(numbers, default=0) + 1:04}"
        take.mkdir()
        return take
    except OSError as error:
        raise Problem(f"{folder}: {error.strerror}.", DISK) from None


async def collect(rig: hotshoe.Rig, options: argparse.Namespace, folder: pathlib.Path) -> tuple[list[Frame], dict[str, str]]:
    """Releases the cameras at one time, and copies their pictures. Returns them in the order of the rig, and what is missing."""
    time = hotshoe.ClockTime.now().advanced_by(options.lead + options.sweep)
    fired = await rig.fire(hotshoe.RigFireOptions(time=time, clock_limit=None if options.any_clock else options.clock_limit))
    missing = {each.role: each.error.message for each in fired.pictures if each.error is not None}
    saved = await fired.save_into(folder, hotshoe.FileNamePattern("{role}{ext}"))
    missing.update((problem.role, problem.error.message) for problem in saved.problems)
    paths = {copy.role: copy.path for copy in sorted(saved.copies, key=lambda copy: copy.path.lower().endswith((".jpg", ".jpeg")))}
    frames = []
    for member in rig.members:
        if member.role in paths:
            try:
                frames.append(read_frame(member, paths[member.role]))
            except (OSError, SyntaxError, ValueError):
                missing[member.role] = f"{paths[member.role]} is copied, but is no picture for a film. Films need whole JPEG files."
    if any(isinstance(problem.error, hotshoe.CameraErrorFileSystem) for problem in saved.problems):
        raise Problem(
            "\n".join(f"{role}: {reason}" for role, reason in missing.items()) + "\nThese pictures are still on the cards.", DISK
        )
    return frames, missing


def read_frame(member: hotshoe.RigMember, path: str) -> Frame:
    """The frame of a picture; raises an error of Pillow if it cannot be decoded."""
    with Image.open(path) as picture:
        picture.draft("RGB", (160, 160))  # decoded at a small size: whether it is whole
        picture.load()
        return Frame(member.role, host_of(member.camera), path, date_taken(dict(picture.getexif().get_ifd(0x8769))))


async def take(rig: hotshoe.Rig, options: argparse.Namespace) -> bool:
    """One take: the pictures, a table of the releases, the film. Returns whether all cameras are in it."""
    folder = next_folder(options.folder)
    print(f"{folder}: {len(rig.members)} cameras in {options.lead:g} s", flush=True)
    frames, missing = await collect(rig, options, folder)
    step = options.sweep / max(len(rig.members) - 1, 1)
    late = deviations(frames, rig.roles, step)
    width = max(len(role) for role in rig.roles)
    for frame in frames:
        print(
            f"{frame.role:{width}}  {frame.host:22}  {f'{late[frame.role]:+6.1f} ms' if frame.role in late else 'no date'}  {frame.path}"
        )
    for role, reason in missing.items():
        print(f"{role:{width}}  missing: {reason}")
    if late:
        print(f"The releases differ by {spread(late.values()):.0f} ms, by the dates in {len(late)} pictures.")
    write_list(folder / "take.json", frames, missing, late, options.sweep)
    if len(frames) >= 2:
        paths = [frame.path for frame in frames]
        size = film.limited(film.smallest(paths), options.longest_side)
        path = await asyncio.to_thread(film.write, paths, str(folder), size, options.rate, not options.once)
        print(f"The film is {path}.", flush=True)
    return not missing and len(frames) >= 2


def write_list(path: pathlib.Path, frames: Sequence[Frame], missing: dict[str, str], late: dict[str, float], sweep: float) -> None:
    """Writes the list of a take's pictures, in the order of the film."""
    pictures = [
        {"role": frame.role, "host": frame.host, "file": os.path.basename(frame.path), "lateMilliseconds": late.get(frame.role)}
        for frame in frames
    ]
    partial = path.with_name(path.name + ".part")
    try:
        partial.write_text(json.dumps({"pictures": pictures, "missing": missing, "sweepSeconds": sweep}, indent=1), encoding="utf-8")
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise Problem(f"{path} cannot be written: {error.strerror}.", DISK) from None


async def run(options: argparse.Namespace) -> int:
    if options.simulated is not None:
        options.any_clock = True  # all hosts have the clock of this computer
    async with cameras(options) as rig:
        await check_clocks(rig, None if options.any_clock else options.clock_limit)
        whole = [await take(rig, options) for _ in range(options.takes)]
    return 0 if all(whole) else INCOMPLETE


async def interruptible(options: argparse.Namespace) -> int:
    """Ctrl-C, or a terminal that is closed, cancels the take: hosts that were started for it end, and only whole files are left."""
    task = asyncio.create_task(run(options))
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:  # nohup ignores it
            asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    return await task


def main(arguments: Optional[Sequence[str]] = None) -> int:
    syntax = parser()
    options = syntax.parse_args(arguments)
    check(syntax, options)
    try:
        return asyncio.run(interruptible(options))
    except asyncio.CancelledError:
        print("bullet-time: interrupted. The pictures that were taken are on the cards.", file=sys.stderr)
        return INTERRUPTED
    except Problem as error:
        print(f"bullet-time: {error}", file=sys.stderr)
        return error.code
    except hotshoe.RigError as error:
        print(f"bullet-time: {sentences(error)}", file=sys.stderr)
        return NO_CAMERA if isinstance(error, hotshoe.RigErrorConnecting) else 1
    except hotshoe.CameraError as error:
        print(f"bullet-time: {error.message}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
