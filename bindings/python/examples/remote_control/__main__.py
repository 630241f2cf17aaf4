"""A remote control in a window: finds cameras, shows the live view and the settings of one, takes pictures and saves them.

    python remote_control [--folder FOLDER] [--simulated [COUNT]] [--address HOST[:PORT]]

It needs Tk and Pillow (Debian: python3-tk, python3-pil.imagetk). Click the picture to focus there. Ctrl-C ends the program as its
close button does.
"""

from __future__ import annotations

import argparse
import signal
import tkinter
from typing import Optional, Sequence

import hotshoe

from window import RemoteControl


def address(text: str) -> hotshoe.CameraAddress:
    """Parses HOST[:PORT], where HOST may be an IPv6 address in brackets."""
    host, colon, port = text.rpartition(":") if not text.endswith("]") else (text, "", "")
    try:
        return hotshoe.CameraAddressNetwork((host if colon else text).strip("[]"), int(port) if colon else None)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not HOST[:PORT]") from None


def discover(simulated: Optional[int]) -> hotshoe.CameraDiscovery:
    """Returns a discovery of real cameras, or of a number of simulated ones."""
    if simulated is None:
        return hotshoe.CameraDiscovery("Remote control")
    bodies = [hotshoe.CameraSimulatorConfiguration.make_with_serial_number(f"SIM-{number:04}") for number in range(1, simulated + 1)]
    provider = hotshoe.SimulatedCameraProvider([hotshoe.CameraSimulator(body) for body in bodies])
    return hotshoe.CameraDiscovery.create_with_providers("Remote control", [provider])


def main(arguments: Optional[Sequence[str]] = None) -> None:
    parser = argparse.ArgumentParser(prog="remote_control", description="A remote control for cameras in a window.")
    parser.add_argument("--folder", default=".", help="where pictures and videos are saved (default: the current folder)")
    parser.add_argument("--simulated", nargs="?", type=int, const=1, metavar="COUNT", help="use simulated cameras")
    parser.add_argument("--address", action="append", type=address, default=[], help="a camera that does not announce itself")
    options = parser.parse_args(arguments)
    root = tkinter.Tk(className="HotShoe")
    window = RemoteControl(root, discover(options.simulated), options.folder, options.address)
    window.calls.handle_signals(window.close, signal.SIGINT, signal.SIGTERM)
    root.mainloop()


if __name__ == "__main__":
    main()
