"""A turntable scanner: turns an object, and photographs it with several cameras at each angle.

    python3 examples/turntable --simulated --positions 12 scan
    python3 examples/turntable --rig scanner.rig --turntable /dev/ttyUSB0 --positions 72 scan

The same command again continues a scan that was interrupted. README.md describes it.
"""

from __future__ import annotations

import argparse
import asyncio
import pathlib
import signal
import sys
from typing import Optional, Sequence

import hotshoe

from plan import ManifestError, Scan, is_safe
from scanner import Scanner
from selection import DISK, INCOMPLETE, INTERRUPTED, NO_CAMERA, USAGE, Parser, Problem, discovery_for, find_members, read_rig, rig_settings, sentences
from turntable import Grbl, HandTurntable, SimulatedTurntable, Turntable, TurntableError

ROLES = ["top", "middle", "low"]


def parser() -> Parser:
    result = Parser(
        prog="turntable",
        description="Turns an object, and photographs it with several cameras at each angle.",
        epilog="Exit codes: 0 all pictures are there, 2 no camera, 7 the disk, 12 pictures are missing, 64 wrong options, 130 Ctrl-C.",
    )
    result.add_argument("folder", type=pathlib.Path, help="where the pictures and the manifest are written")
    cameras = result.add_mutually_exclusive_group(required=True)
    cameras.add_argument("--rig", metavar="FILE", help="the cameras with their roles and settings, as for `hotshoe rig`")
    cameras.add_argument("--simulated", action="store_true", help=f"use three simulated cameras: {', '.join(ROLES)}")
    result.add_argument("--positions", type=int, default=36, metavar="N", help="number of angles of a whole turn (default: 36)")
    result.add_argument("--attempts", type=int, default=3, metavar="N", help="how often a missing picture is tried (default: 3)")
    result.add_argument(
        "--turntable",
        metavar="PORT",
        help="the serial port of a controller with Grbl, hand: a person turns it, or simulated: nothing turns (default with --simulated)",
    )
    result.add_argument("--axis", default="X", choices="XYZA", help="the axis of the controller that turns the table (default: X)")
    result.add_argument(
        "--per-degree", type=float, default=1, metavar="MM", help="millimetres of the axis that are one degree (default: 1)"
    )
    result.add_argument(
        "--settle", type=float, default=0.5, metavar="SECONDS", help="time in which the object stops to sway (default: 0.5)"
    )
    result.add_argument(
        "--fault",
        action="append",
        default=[],
        metavar="ROLE:FAULT",
        help="with --simulated: a fault, such as middle:unplug@shoot (`hotshoe help faults`)",
    )
    return result


def check(syntax: Parser, options: argparse.Namespace) -> None:
    """Refuses numbers that make no scan."""
    if not 1 <= options.positions <= 36000:
        syntax.error("--positions is a number from 1 to 36000")
    if not 1 <= options.attempts <= 100:
        syntax.error("--attempts is a number from 1 to 100")
    if not 0 <= options.settle <= 60:
        syntax.error("--settle is a number of seconds from 0 to 60")
    if not 0 < abs(options.per_degree) <= 1000:
        syntax.error("--per-degree is a number other than 0, up to 1000")
    if options.turntable is None:
        if not options.simulated:
            syntax.error("--rig needs --turntable: the serial port of the table, or hand")
        options.turntable = "simulated"
    if options.fault and not options.simulated:
        syntax.error("--fault needs --simulated")


def simulated_rig(faults: Sequence[str]) -> tuple[hotshoe.CameraDiscovery, hotshoe.RigFile]:
    """Three cameras that are simulated in this process, with small pictures."""
    bodies = []
    for number, role in enumerate(ROLES, 1):
        own = [fault.partition(":")[2] for fault in faults if fault.partition(":")[0] == role]
        parsed = [hotshoe.SimulatedFault.make(text) for text in own]
        body = hotshoe.CameraSimulatorConfiguration(
            serial_number=f"SIM-{number:04}", seed=number, picture_size=hotshoe.PixelSize(1500, 1000)
        )
        body.faults = [fault for fault in parsed if fault is not None]
        if len(body.faults) < len(own):
            raise Problem(f"There is no fault {', '.join(own)}.", USAGE)
        bodies.append(hotshoe.CameraSimulator(body))
    if any(fault.partition(":")[0] not in ROLES for fault in faults):
        raise Problem(f"A fault begins with a role: {', '.join(ROLES)}.", USAGE)
    discovery = hotshoe.CameraDiscovery.create_with_providers("Turntable", [hotshoe.SimulatedCameraProvider(bodies)])
    entries = [hotshoe.RigFileEntry(role, f"sim:SIM-{number:04}") for number, role in enumerate(ROLES, 1)]
    return discovery, hotshoe.RigFile("turntable", entries)


async def open_turntable(options: argparse.Namespace) -> Turntable:
    if options.turntable == "simulated":
        return SimulatedTurntable(settle=options.settle if options.rig else 0)
    if options.turntable == "hand":
        return HandTurntable()
    table = Grbl(options.turntable, options.axis, options.per_degree, options.settle)
    try:
        await table.start()
    except BaseException:
        table.close()
        raise
    return table


async def run(options: argparse.Namespace) -> Scan:
    """The whole scan. Whatever ends it, the cameras are disconnected, and the table of its pictures is printed."""
    if options.simulated:
        discovery, file = simulated_rig(options.fault)
    else:
        file = read_rig(options.rig)
        discovery = discovery_for("Turntable", (entry.camera for entry in file.entries))
    roles = [entry.role for entry in file.entries]
    if not all(is_safe(role) for role in roles):
        raise Problem("The roles of this rig name folders: letters, digits, spaces, - and _.", USAGE)
    settings = rig_settings(file)
    options.folder = options.folder.resolve()
    try:
        options.folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Problem(f"{options.folder}: {error.strerror}.", DISK) from None
    scan = Scan.open(options.folder, options.positions, roles)
    done = len(scan.pictures)
    if done:
        print(f"{done} of {options.positions * len(roles)} pictures are in {options.folder}: the scan continues.", flush=True)
    if not scan.missing():
        return scan
    async with discovery:
        rig = hotshoe.Rig(await find_members(discovery, file))
        try:
            await rig.connect()
            await rig.set(settings)
            table = await open_turntable(options)
            try:
                await Scanner(scan, options.folder, rig.members, table, options.attempts, lambda text: print(text, flush=True)).run()
            finally:
                table.close()
        finally:
            print(scan.table(), flush=True)
            await rig.disconnect()
    return scan


async def interruptible(options: argparse.Namespace) -> Scan:
    """Ctrl-C, or a terminal that is closed, cancels the scan, which ends as after any other failure."""
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
        scan = asyncio.run(interruptible(options))
    except asyncio.CancelledError:
        print("turntable: interrupted. The same command continues the scan.", file=sys.stderr)
        return INTERRUPTED
    except (Problem, ManifestError, TurntableError) as error:
        print(f"turntable: {error}", file=sys.stderr)
        return getattr(error, "code", USAGE if isinstance(error, ManifestError) else 1)
    except hotshoe.RigError as error:
        print(f"turntable: {sentences(error)}", file=sys.stderr)
        return NO_CAMERA if isinstance(error, hotshoe.RigErrorConnecting) else 1
    except hotshoe.CameraError as error:
        print(f"turntable: {error.message}", file=sys.stderr)
        return 1
    if scan.missing():
        print("turntable: pictures are missing. The same command tries them again.", file=sys.stderr)
        return INCOMPLETE
    print(f"{len(scan.pictures)} pictures are in {options.folder}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
