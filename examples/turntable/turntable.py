"""Turntables: what each can do, a simulated one, and one that a stepper controller with Grbl turns."""

from __future__ import annotations

import asyncio
import errno
import os
import re
import termios
import tty
from typing import Optional, Protocol

#: Time limits in seconds: of an answer, and of a whole turn.
ANSWER, TURN = 5.0, 120.0
#: Settings for each move: millimetres (which are degrees here), absolute positions.
MODES = "G21 G90"
ALARMS = {1: "a limit switch was reached", 2: "the position is out of its range", 3: "it was reset while it moved"}


class TurntableError(Exception):
    """The turntable did not turn. The text is a sentence for the person."""


class Turntable(Protocol):
    """A turntable. One call at a time."""

    async def turn_to(self, degrees: float) -> None:
        """Turns to an angle from where the table stood at the start, and returns when it stands; raises `TurntableError`."""

    def close(self) -> None:
        """Releases the device."""


class SimulatedTurntable:
    """A turntable that only takes its time."""

    def __init__(self, speed: float = 360, settle: float = 0) -> None:
        self._speed, self._settle, self._angle = speed, settle, 0.0

    async def turn_to(self, degrees: float) -> None:
        await asyncio.sleep(abs(degrees - self._angle) / self._speed + self._settle)
        self._angle = degrees

    def close(self) -> None:
        pass


class HandTurntable:
    """A turntable that a person turns, who confirms each angle with the Enter key."""

    async def turn_to(self, degrees: float) -> None:
        if os.isatty(0):
            termios.tcflush(0, termios.TCIFLUSH)  # Enter from before, while the cameras worked, confirms no angle
        print(f"Turn to {degrees:g}°, and press Enter.", flush=True)
        loop, pressed = asyncio.get_running_loop(), asyncio.Event()
        line = b""

        def receive() -> None:
            nonlocal line
            line = os.read(0, 1024)
            pressed.set()

        try:
            loop.add_reader(0, receive)
        except OSError:
            raise TurntableError("The standard input is a file, which cannot be waited for.") from None
        try:
            await pressed.wait()
        finally:
            loop.remove_reader(0)
        if not line:
            raise TurntableError("The standard input has ended.")

    def close(self) -> None:
        pass


class Status:
    """A status report of Grbl, such as `<Idle|MPos:90.000,0.000,0.000|FS:0,0>`."""

    def __init__(self, line: str) -> None:
        found = re.fullmatch(r"<(\w+)(?::\d+)?[|,].*>", line)
        #: `Idle`, `Run`, `Hold`, `Alarm` …; empty for a line that is no report.
        self.state = found[1] if found else ""


class Grbl:
    """A stepper controller with Grbl at a serial port, whose axis turns the table. Needs no package: the port is a file.

    The axis is configured so that one millimetre is one degree, or `per_degree` has the millimetres of a degree. Opening the port resets
    most controllers: the table's place is then the angle 0.
    """

    def __init__(self, path: str, axis: str = "X", per_degree: float = 1, settle: float = 0.5, speed: int = 115200) -> None:
        self._axis, self._per_degree, self._settle = axis, per_degree, settle
        self._path = path
        self._lines: asyncio.Queue[Optional[str]] = asyncio.Queue()
        self._part = b""
        self._file = self._open(path, speed)
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._file, self._receive)

    @staticmethod
    def _open(path: str, speed: int) -> int:
        rate = getattr(termios, f"B{speed}", None)
        if rate is None:
            raise TurntableError(f"A serial port has no speed of {speed}.")
        try:
            file = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        except OSError as error:
            advice = " Add yourself to the group of the port, such as dialout." if error.errno == errno.EACCES else ""
            raise TurntableError(f"{path} cannot be opened: {error.strerror}.{advice}") from None
        try:
            tty.setraw(file)
            attributes = termios.tcgetattr(file)
            attributes[4] = attributes[5] = rate
            termios.tcsetattr(file, termios.TCSANOW, attributes)
        except termios.error:
            os.close(file)
            raise TurntableError(f"{path} is no serial port.") from None
        return file

    async def start(self) -> None:
        """Waits for the controller, which many ports reset when they are opened, and sets its modes."""
        end = self._loop.time() + ANSWER
        try:
            while not (await self._line(end)).startswith("Grbl"):
                pass
        except asyncio.TimeoutError:
            pass  # it was not reset: its answer to the modes shows whether it is there
        await self._command(MODES, ANSWER)

    async def turn_to(self, degrees: float) -> None:
        await self._command(f"G0 {self._axis}{degrees * self._per_degree:.3f}", TURN)
        # The answer to a dwell is sent when every move before it has ended, and the dwell too.
        await self._command(f"G4 P{self._settle:g}", TURN)
        status = await self._status()
        if status.state != "Idle":
            raise TurntableError(f"The turntable does not stand: its controller reports {status.state}.")

    def close(self) -> None:
        if self._file >= 0:
            self._loop.remove_reader(self._file)
            os.close(self._file)
        self._file = -1

    # The lines.

    async def _command(self, text: str, limit: float) -> None:
        """Sends a line, and waits until the controller has accepted it."""
        self._send(f"{text}\n".encode())
        end = self._loop.time() + limit
        while True:
            try:
                line = await self._line(end)
            except asyncio.TimeoutError:
                raise TurntableError(f"The turntable at {self._path} does not answer {text}. Is it switched on?") from None
            if line == "ok":
                return
            if line.startswith("error:"):
                raise TurntableError(f"The turntable refuses {text}: {line}." + (" Unlock it with $X." if line == "error:9" else ""))
            if line.startswith("ALARM:"):
                raise TurntableError(f"The turntable has stopped: {alarm(line)}. See to it, then unlock it with $X.")
            if line.startswith("Grbl"):
                raise TurntableError("The turntable was reset while it moved: its place is not known any more.")

    async def _status(self) -> Status:
        self._send(b"?")  # a command of one byte, without a line's end
        end = self._loop.time() + ANSWER
        while True:
            try:
                status = Status(await self._line(end))
            except asyncio.TimeoutError:
                raise TurntableError("The turntable does not report its state.") from None
            if status.state:
                return status

    async def _line(self, end: float) -> str:
        """The next line, until a time of the loop: a device that sends other lines all the time is no answer."""
        if self._loop.time() >= end:
            raise asyncio.TimeoutError
        line = await asyncio.wait_for(self._lines.get(), end - self._loop.time())
        if line is None:
            self._lines.put_nowait(None)
            raise TurntableError(f"The turntable at {self._path} was unplugged.")
        return line

    def _send(self, data: bytes) -> None:
        try:
            os.write(self._file, data)  # shorter than the buffer of any port
        except OSError:
            raise TurntableError(f"The turntable at {self._path} was unplugged.") from None

    def _receive(self) -> None:
        try:
            data = os.read(self._file, 4096)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._loop.remove_reader(self._file)
            self._lines.put_nowait(None)
        *whole, self._part = (self._part + data).split(b"\n")
        self._part = self._part[-1024:]
        for line in whole:
            text = line.decode("ascii", "replace").strip()
            if text:
                self._lines.put_nowait(text)


def alarm(line: str) -> str:
    """What an alarm of Grbl means."""
    number = line.partition(":")[2]
    return ALARMS.get(int(number), f"alarm {number}") if number.isdigit() else f"alarm {number}"
