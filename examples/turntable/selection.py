"""Finds cameras by what a person writes, such as a serial number or an address, and the rig that a file describes.

The three examples in Python have the same copy of this file, so that each folder is a whole program.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
from typing import Iterable, NoReturn, Optional

import hotshoe

#: Time for cameras to be found, in seconds.
SEARCH = 10
#: Exit codes, which are those of the command `hotshoe`.
NO_CAMERA, DISK, INCOMPLETE, USAGE, INTERRUPTED = 2, 7, 12, 64, 130


class Problem(Exception):
    """An error that ends the program: a sentence for the person, and the exit code."""

    def __init__(self, text: str, code: int = 1) -> None:
        super().__init__(text)
        self.code = code


class Parser(argparse.ArgumentParser):
    """Options of a program; a wrong one ends it with the code for that."""

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(USAGE, f"{self.prog}: {message}\n")


def address(selector: str) -> Optional[hotshoe.CameraAddress]:
    """The address that a text is, as for `hotshoe --camera`: None for a name or a serial number.

    sim:SIM-0001, http://HOST:PORT/CAMERA (of `hotshoe serve`), ptpip:HOST[:PORT], fujifilm:HOST[:PORT], usb:BUS-ADDRESS
    """
    scheme, _, rest = selector.partition(":")
    if scheme in ("http", "https", "fujifilm") and rest:
        return hotshoe.CameraAddressProvider(scheme, rest)
    if scheme == "sim":
        return hotshoe.CameraAddressProvider("sim", rest)
    if scheme == "ptpip" and (found := re.fullmatch(r"(\[[^]]+\]|[^:]+)(?::(\d+))?", rest)):
        return hotshoe.CameraAddressNetwork(found[1].strip("[]"), int(found[2]) if found[2] else None)
    if scheme == "usb" and (found := re.fullmatch(r"(\d+)-(\d+)", rest)):
        return hotshoe.CameraAddressUsb(int(found[1]), int(found[2]))
    return None


def discovery_for(program: str, selectors: Iterable[Optional[str]]) -> hotshoe.CameraDiscovery:
    """A discovery of real cameras, and of a simulated one for each sim:SERIAL."""
    serials = list(dict.fromkeys(each.partition(":")[2] for each in selectors if each and each.startswith("sim:")))
    if not serials:
        return hotshoe.CameraDiscovery(program)
    bodies = [
        hotshoe.CameraSimulator(hotshoe.CameraSimulatorConfiguration(serial_number=serial, seed=number))
        for number, serial in enumerate(serials, 1)
    ]
    providers = [*hotshoe.CameraDiscovery.default_providers(program), hotshoe.SimulatedCameraProvider(bodies)]
    return hotshoe.CameraDiscovery.create_with_providers(program, providers)


def is_named(camera: hotshoe.Camera, selector: str) -> bool:
    """Whether a camera has this serial number, or a name with this part."""
    about = camera.description
    names = [camera.display_name, about.name, about.model, f"{about.manufacturer} {about.model}"]
    return about.serial_number == selector or any(selector.lower() in name.lower() for name in names if name)


async def find(discovery: hotshoe.CameraDiscovery, selector: Optional[str], timeout: float = SEARCH) -> hotshoe.Camera:
    """Finds the selected camera, or without a selector the first one; raises `CameraErrorNotFound`."""
    if selector is None:
        return await discovery.first(timeout)
    place, name = address(selector), selector
    if place is not None:
        return await discovery.camera_at(place)
    return await discovery.first(timeout, lambda camera: is_named(camera, name))


def read_rig(path: str) -> hotshoe.RigFile:
    """Parses the file of a rig, which is that of `hotshoe rig`."""
    try:
        with open(path, encoding="utf-8") as file:
            return hotshoe.RigFile.make(file.read())
    except (OSError, UnicodeDecodeError) as error:
        raise Problem(f"{path}: {getattr(error, 'strerror', None) or 'This is no text.'}", USAGE) from None
    except hotshoe.RigError as error:
        raise Problem(f"{path}: {error.message}", USAGE) from None


async def find_members(discovery: hotshoe.CameraDiscovery, file: hotshoe.RigFile) -> list[hotshoe.RigMember]:
    """Finds the cameras of a rig's file, all at the same time; raises a `Problem` that names each one that is missing."""
    found = await asyncio.gather(*(find(discovery, entry.camera) for entry in file.entries), return_exceptions=True)
    members, missing = [], []
    for entry, result in zip(file.entries, found):
        if isinstance(result, hotshoe.CameraError):
            missing.append(f"{entry.role}: {entry.camera}: {result.message}")
        elif isinstance(result, BaseException):
            raise result
        else:
            members.append(hotshoe.RigMember(entry.role, result, entry.release_lag))
    if missing:
        raise Problem("These cameras were not found.\n" + "\n".join(missing), NO_CAMERA)
    return members


def rig_settings(file: hotshoe.RigFile) -> list[hotshoe.RigSetting]:
    """The settings of a rig's file."""
    settings = []
    for each in file.settings:
        identifier = hotshoe.PropertyIdentifier.make(each.property)
        if identifier is None:
            raise Problem(f"There is no property {each.property}.", USAGE)
        settings.append(hotshoe.RigSetting(identifier, each.value, [each.role] if each.role is not None else None))
    return settings


def sentences(error: hotshoe.RigError) -> str:
    """The text of a rig's error, with a line for each camera."""
    return "\n".join([error.message, *(f"{problem.role}: {problem.error.message}" for problem in error.problems)])
