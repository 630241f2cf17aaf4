"""A serial port with a controller that has Grbl, as a pseudoterminal. As the real one, it accepts a move before it has ended, and answers a
dwell when the table stands. It writes down what it receives.
"""

from __future__ import annotations

import os
import re
import threading
import time
import tty


class FakeGrbl:
    """A controller whose table turns at `speed` degrees a second. A fault replaces its answer to one move, counted from 1."""

    def __init__(self, speed: float = 3600, fault: str = "", fault_at: int = 1) -> None:
        self._speed, self._fault, self._fault_at = speed, fault, fault_at
        self._file, self._port = os.openpty()
        tty.setraw(self._port)
        #: The name of the port.
        self.path = os.ttyname(self._port)
        #: The lines that were received.
        self.lines: list[str] = []
        #: For each move its angle, and the time at which it ends.
        self.moves: list[tuple[float, float]] = []
        self._position, self._ends = 0.0, 0.0
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def close(self) -> None:
        if not self._is_closed:
            self._is_closed = True
            os.write(self._port, b"\n")  # wakes the thread
            self._thread.join(10)
            os.close(self._file)
        os.close(self._port)

    def _run(self) -> None:
        self._answer("\r\nGrbl 1.1h ['$' for help]\r\n")
        part = b""
        while not self._is_closed:
            for byte in os.read(self._file, 1024):
                if byte == ord("?"):
                    state = "Idle" if time.time() >= self._ends else "Run"
                    self._answer(f"<{state}|MPos:{self._position:.3f},0.000,0.000|FS:0,0>\r\n")
                elif byte in b"\r\n":
                    if part and not self._is_closed:
                        self._line(part.decode())
                    part = b""
                else:
                    part += bytes([byte])

    def _line(self, line: str) -> None:
        self.lines.append(line)
        if move := re.fullmatch(r"G0 [XYZA](-?[\d.]+)", line):
            if self._fault and len(self.moves) + 1 == self._fault_at:
                return self._fail()
            angle = float(move[1])
            self._ends = time.time() + abs(angle - self._position) / self._speed
            self._position = angle
            self.moves.append((angle, self._ends))
        elif dwell := re.fullmatch(r"G4 P([\d.]+)", line):
            time.sleep(max(self._ends - time.time(), 0) + float(dwell[1]))
        self._answer("ok\r\n")

    def _fail(self) -> None:
        if self._fault == "unplug":
            self._is_closed = True
            os.close(self._file)
        elif self._fault == "babble":
            while not self._is_closed:
                self._answer("echo:busy: processing\r\n")
                time.sleep(0.05)
        else:
            self._answer({"alarm": "ALARM:1\r\n", "locked": "error:9\r\n", "reset": "Grbl 1.1h ['$' for help]\r\n"}[self._fault])

    def _answer(self, text: str) -> None:
        os.write(self._file, text.encode())
