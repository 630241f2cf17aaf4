"""A photo booth in a window: a mirror, a countdown, four pictures, and a strip of them that is shown, saved and printed.

    python3 examples/photobooth --simulated
    python3 examples/photobooth --full-screen --title "Anna & Ben" --print

It needs Tk and Pillow (Debian: python3-tk, python3-pil.imagetk). README.md describes it.
"""

from __future__ import annotations

import argparse
import asyncio
import pathlib
import signal
import sys
import threading
import tkinter
from typing import Optional, Sequence

import hotshoe

from booth import Booth, Options
from selection import DISK, INCOMPLETE, INTERRUPTED, USAGE, Parser, Problem, discovery_for
from window import Window


def pixels(text: str) -> tuple[int, int]:
    """Parses WxH."""
    width, _, height = text.partition("x")
    if not (width.isdigit() and height.isdigit() and 320 <= int(width) <= 16384 and 240 <= int(height) <= 16384):
        raise argparse.ArgumentTypeError(f"{text!r} is no size such as 1280x800")
    return int(width), int(height)


def parser() -> Parser:
    result = Parser(
        prog="photobooth",
        description="A photo booth in a window.",
        epilog="Space, Enter, a click or a touch is the button; Escape cancels a strip; F11 is full screen; Ctrl-Q ends the booth.",
    )
    result.add_argument(
        "--camera", metavar="SELECTOR", help="the camera, by its name, serial number or address, as for `hotshoe --camera`"
    )
    result.add_argument("--simulated", action="store_true", help="use a simulated camera")
    result.add_argument(
        "--fault",
        action="append",
        default=[],
        metavar="FAULT",
        help="with --simulated: a fault, such as focus-fails@shoot (`hotshoe help faults`)",
    )
    result.add_argument(
        "--folder", type=pathlib.Path, default=pathlib.Path("booth"), help="where pictures and strips are saved (default: booth)"
    )
    result.add_argument("--title", default="Photo booth", help="the text on each strip")
    result.add_argument("--pictures", type=int, default=4, metavar="N", help="number of pictures on a strip, 1 to 6 (default: 4)")
    result.add_argument("--countdown", type=int, default=3, metavar="SECONDS", help="time before each picture (default: 3)")
    result.add_argument("--shown", type=float, default=12, metavar="SECONDS", help="time for which a strip is shown (default: 12)")
    result.add_argument(
        "--print", nargs="?", const="", metavar="PRINTER", help="print each strip with lp, at this or the default printer"
    )
    result.add_argument(
        "--print-option",
        action="append",
        default=[],
        metavar="OPTION",
        help="option -o of lp, such as media=2x6 (default: fit-to-page)",
    )
    result.add_argument(
        "--strips", type=int, metavar="N", help="make N strips without a press of the button, then end: a test of camera and printer"
    )
    result.add_argument("--guests", type=int, metavar="N", help="end after N strips of guests")
    result.add_argument("--full-screen", action="store_true", help="fill the screen")
    result.add_argument(
        "--size", type=pixels, default=(1280, 800), metavar="WxH", help="size of the window in pixels (default: 1280x800)"
    )
    return result


def check(syntax: Parser, options: argparse.Namespace) -> None:
    """Refuses options that make no booth."""
    for name, least, most in (
        ("pictures", 1, 6),
        ("countdown", 0, 60),
        ("shown", 0, 3600),
        ("strips", 1, 100000),
        ("guests", 1, 100000),
    ):
        value = getattr(options, name)
        if value is not None and not least <= value <= most:
            syntax.error(f"--{name} is a number from {least} to {most}")
    if options.fault and not options.simulated:
        syntax.error("--fault needs --simulated")
    if options.simulated and options.camera:
        syntax.error("--simulated and --camera exclude each other")


def discover(options: argparse.Namespace) -> hotshoe.CameraDiscovery:
    """A discovery of real cameras, or of a simulated one."""
    if not options.simulated:
        return discovery_for("Photo booth", [options.camera])
    faults = [hotshoe.SimulatedFault.make(text) for text in options.fault]
    body = hotshoe.CameraSimulatorConfiguration(serial_number="SIM-0001", faults=[fault for fault in faults if fault is not None])
    if None in faults:
        raise Problem(f"There is no fault {', '.join(options.fault)}.", USAGE)
    return hotshoe.CameraDiscovery.create_with_providers(
        "Photo booth", [hotshoe.SimulatedCameraProvider([hotshoe.CameraSimulator(body)])]
    )


def chosen(options: argparse.Namespace) -> Options:
    printer = None
    if options.print is not None:
        printer = ["lp", *(["-d", options.print] if options.print else [])]
        for each in options.print_option or ["fit-to-page"]:
            printer += ["-o", each]
    return Options(
        folder=options.folder.resolve(),
        camera=options.camera,
        title=options.title,
        pictures=options.pictures,
        countdown=options.countdown,
        shown=options.shown,
        strips=options.strips or options.guests,
        is_automatic=options.strips is not None,
        printer=printer,
    )


class BoothThread(threading.Thread):
    """The event loop of the booth, beside the window's thread."""

    def __init__(self, booth: Booth, window: Window) -> None:
        super().__init__(name="booth")
        self._booth, self._window = booth, window
        self.failure: Optional[BaseException] = None

    def run(self) -> None:
        try:
            asyncio.run(self._booth.run())
        except asyncio.CancelledError:
            pass  # the window was closed
        except BaseException as failure:
            self.failure = failure
        self._window.post(self._window.close)


def main(arguments: Optional[Sequence[str]] = None) -> int:
    syntax = parser()
    options = syntax.parse_args(arguments)
    check(syntax, options)
    try:
        discovery = discover(options)
        for each in ("pictures", "strips"):
            (options.folder / each).mkdir(parents=True, exist_ok=True)
        window = Window(options.size, options.full_screen)
    except Problem as error:
        print(f"photobooth: {error}", file=sys.stderr)
        return error.code
    except OSError as error:
        print(f"photobooth: {error.filename}: {error.strerror}.", file=sys.stderr)
        return DISK
    except tkinter.TclError as error:
        print(f"photobooth: There is no screen: {error}.", file=sys.stderr)
        return 1
    booth = Booth(discovery, chosen(options), window.painter, lambda text: print(text, flush=True))
    thread = BoothThread(booth, window)
    window.on_press, window.on_cancel, window.on_close = booth.press, booth.cancel, booth.close
    interruptions: list[int] = []

    def interrupt(number: int, frame: object) -> None:
        interruptions.append(number)
        booth.close()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, interrupt)
    signal.set_wakeup_fd(window.wakeup, warn_on_full_buffer=False)  # Python runs the handler when Tk's loop reads this
    thread.start()
    window.run()
    thread.join()
    if isinstance(thread.failure, Problem):
        print(f"photobooth: {thread.failure}", file=sys.stderr)
        return thread.failure.code
    if thread.failure is not None:
        raise thread.failure
    made = "1 strip is" if booth.strips == 1 else f"{booth.strips} strips are"
    print(f"{made} in {options.folder / 'strips'}.", flush=True)
    if booth.unfinished:
        print(f"photobooth: a strip is not finished; its pictures are {', '.join(booth.unfinished)}.", file=sys.stderr)
    if interruptions:
        return INTERRUPTED
    return INCOMPLETE if booth.strips < (options.strips or 0) else 0


if __name__ == "__main__":
    sys.exit(main())
