"""What the tests of the examples share: programs that run beside a test, hosts, a screen, a disk that is full."""

from __future__ import annotations

import hashlib
import json
import os
import pathlib
import queue
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
from typing import Optional

from PIL import Image

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = REPOSITORY / "examples"
TOOL = os.environ.get("HOTSHOE_TOOL", "hotshoe")
LIMIT = 120  # seconds, for what takes moments
#: Tests find no camera of this machine, and no server or broker of its environment.
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if not name.startswith("HOTSHOE_")},
    "PYTHONDONTWRITEBYTECODE": "1",
    "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/dev/null",
    "AVAHI_COMPAT_NOWARN": "1",
}
if os.path.dirname(TOOL):
    ENVIRONMENT["PATH"] = f"{os.path.dirname(os.path.abspath(TOOL))}:{ENVIRONMENT['PATH']}"


class Program:
    """A program whose lines a test waits for."""

    def __init__(self, command: list[str], environment: Optional[dict[str, str]] = None, input: bool = False) -> None:
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE if input else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            env={**ENVIRONMENT, **(environment or {})},
        )
        #: All lines that were printed so far.
        self.lines: list[str] = []
        self._arriving: queue.SimpleQueue[Optional[str]] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._arriving.put(line.rstrip("\n"))
        self._arriving.put(None)

    def line(self, text: str) -> str:
        """Waits for a line that contains a text, and returns it."""
        while True:
            try:
                line = self._arriving.get(timeout=LIMIT)
            except queue.Empty:
                raise AssertionError(f"no line with {text!r}; printed: {self.lines}") from None
            if line is None:
                self._arriving.put(None)
                raise AssertionError(f"ended without a line with {text!r}; printed: {self.lines}")
            self.lines.append(line)
            if text in line:
                return line

    def type(self, text: str) -> None:
        """Passes text to the standard input of a program that was started with `input`."""
        assert self.process.stdin is not None
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def interrupt(self) -> None:
        self.process.send_signal(signal.SIGINT)

    def end(self) -> int:
        """Waits for the end, and returns the exit code."""
        code = self.process.wait(LIMIT)
        self._reader.join(LIMIT)
        while (line := self._arriving.get()) is not None:
            self.lines.append(line)
        self._arriving.put(None)
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()
        return code

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.end()

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


class ExampleTest(unittest.TestCase):
    """A test with a folder of its own. What it starts is ended."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def start(self, example: str, *arguments: object, environment: Optional[dict[str, str]] = None, input: bool = False) -> Program:
        command = [sys.executable, "-X", "dev", "-W", "error::ResourceWarning", str(EXAMPLES / example), *map(str, arguments)]
        program = Program(command, environment, input)
        self.addCleanup(program.stop)
        return program

    def run_example(self, example: str, *arguments: object, code: int = 0, environment: Optional[dict[str, str]] = None) -> str:
        """Runs an example to its end; returns what it printed."""
        program = self.start(example, *arguments, environment=environment)
        self.assertEqual(program.end(), code, program.text)
        self.assertNotIn("Traceback", program.text)
        return program.text

    def serve(self, *arguments: object, command: str = "serve", port: int = 0) -> tuple[Program, int]:
        """Starts a host or a body; returns it with its port."""
        kind = ["--simulated"] if command == "serve" else []
        program = Program([TOOL, command, *kind, "--port", str(port), "--json", *map(str, arguments)])
        self.addCleanup(program.stop)
        about = json.loads(program.line("{"))
        return program, int(about["port"] if "port" in about else about["url"].rstrip("/").rpartition(":")[2])

    def on_small_disk(self, size: str, example: str, *arguments: object, code: int) -> tuple[str, pathlib.Path]:
        """Runs an example that writes to `DISK`, a disk of this size. Returns what it printed, and a copy of the disk."""
        disk, copy = self.folder / "disk", self.folder / "copy"
        disk.mkdir(exist_ok=True)
        words = [str(word).replace("DISK", str(disk)) for word in arguments]
        command = shlex.join([sys.executable, str(EXAMPLES / example), *words])
        script = f"mount -t tmpfs -o size={size} tmpfs {disk} || exit 99; {command}; code=$?; cp -a {disk} {copy}; exit $code"
        program = Program(["unshare", "-rm", "sh", "-c", script])
        self.addCleanup(program.stop)
        result = program.end()
        if result == 99:
            self.skipTest("this user cannot mount a disk in a namespace")
        self.assertEqual(result, code, program.text)
        self.assertNotIn("Traceback", program.text)
        return program.text, copy

    def assert_whole(self, path: pathlib.Path, size: Optional[tuple[int, int]] = None) -> Image.Image:
        """A picture can be decoded to its last line."""
        with Image.open(path) as picture:
            picture.load()
            if size is not None:
                self.assertEqual(picture.size, size, path)
            return picture

    def assert_no_partial_files(self, folder: pathlib.Path) -> None:
        self.assertEqual([each.name for each in folder.rglob("*.part*")], [])


def exif(path: pathlib.Path) -> dict[int, object]:
    """The tags of a picture, of both directories."""
    with Image.open(path) as picture:
        tags = picture.getexif()
        return {**tags, **tags.get_ifd(0x8769)}


SERIAL_NUMBER, DATE, FRACTION = 0xA431, 0x9003, 0x9291


def digest(path: pathlib.Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def difference(first: Image.Image, second: Image.Image) -> float:
    """The mean difference between two pictures, 0 to 255, at a small size."""
    from PIL import ImageChops, ImageStat

    small = [each.convert("RGB").resize((96, 64)) for each in (first, second)]
    return sum(ImageStat.Stat(ImageChops.difference(*small)).mean) / 3


class Screen:
    """An X server without a screen, and the keys and the mouse of a person."""

    def __init__(self, size: tuple[int, int] = (1280, 800)) -> None:
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", f"{size[0]}x{size[1]}x24", "-nolisten", "tcp"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.server.stdout is not None
        self.name = f":{self.server.stdout.readline().strip()}"
        self.environment = {"DISPLAY": self.name}

    def do(self, *words: object) -> str:
        """Has xdotool do something."""
        done = subprocess.run(
            ["xdotool", *map(str, words)], env={**ENVIRONMENT, **self.environment}, capture_output=True, text=True, timeout=LIMIT
        )
        if done.returncode != 0:
            raise AssertionError(f"xdotool {words}: {done.stderr}")
        return done.stdout

    def picture(self) -> Image.Image:
        from PIL import ImageGrab

        return ImageGrab.grab(xdisplay=self.name).convert("RGB")

    def close(self) -> None:
        self.server.terminate()
        self.server.wait()
        assert self.server.stdout is not None
        self.server.stdout.close()


sys.path[:0] = [str(EXAMPLES / name) for name in ("turntable", "bullet-time", "photobooth")]
