"""The booth: keeps the camera connected, copies each of its pictures once, and leads guests through a strip. Runs in an event loop of
its own thread; all it knows of the window is the `Screen`.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import datetime
import os
import pathlib
import tempfile
import time
from typing import Any, Callable, Coroutine, Optional, Protocol, Union

import hotshoe
from PIL import Image

import strip
from scene import View
from selection import NO_CAMERA, Problem, find

#: Pauses in seconds: before a failed request is repeated, and for a sentence to be read.
PAUSE, READING = 2.0, 2.5
#: Time in seconds in which a picture has to be copied, and in which one may still appear that the camera did not report.
COPYING, LATE = 60.0, 12.0
#: Failures after which a picture is taken without focusing, and after which the strip ends.
FOCUS_ATTEMPTS, ATTEMPTS = 2, 6
#: Room that has to be on the disk for the next pictures, in bytes.
ROOM = 4 << 20
#: Extensions of files that are pictures for a strip; RAW files and videos are only copied.
DEVELOPED = (".jpg", ".jpeg")
#: Time in seconds for which the screen is white at a release.
FLASH = 0.5
#: Rate at which the countdown is drawn, in pictures a second.
DRAWN = 25


class Screen(Protocol):
    """Shows the booth. **Thread-safe.**"""

    def show(self, view: View) -> None: ...

    def show_frame(self, jpeg: Optional[bytes]) -> None: ...


@dataclasses.dataclass
class Options:
    """What the owner has chosen."""

    folder: pathlib.Path
    camera: Optional[str] = None
    title: str = "Photo booth"
    pictures: int = 4
    countdown: int = 3
    #: Time in seconds for which a strip is shown.
    shown: float = 12
    #: Number of strips after which the booth ends; None for no end.
    strips: Optional[int] = None
    #: Whether strips begin without a press.
    is_automatic: bool = False
    #: Words of the command that prints a strip, without the file; None for no printer.
    printer: Optional[list[str]] = None


class Booth:
    """One booth. `press`, `cancel` and `close` may be called on any thread while `run` is running."""

    def __init__(
        self, discovery: hotshoe.CameraDiscovery, options: Options, screen: Screen, log: Callable[[str], object] = print
    ) -> None:
        self._discovery, self._options, self._screen, self._log = discovery, options, screen, log
        self._camera: Optional[hotshoe.Camera] = None
        self._loop: Optional[asyncio.AbstractEventLoop] = None
        self._view = View()
        self._was_present = False
        self._recovered = 0  # files that the camera made while it was away
        #: Number of strips that were saved.
        self.strips = 0
        #: The pictures of a strip that is not finished.
        self.unfinished: list[str] = []

    async def run(self) -> None:
        """Runs until `close`, or until the wanted number of strips."""
        self._present, self._pressed, self._cancelled = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._lost = asyncio.Event()  # the camera was lost since the last release
        self._arrived: asyncio.Queue[Union[str, hotshoe.CameraError]] = asyncio.Queue()
        self._queue = hotshoe.Queue()
        self._queue.attach()
        self._main = asyncio.current_task()
        self._loop = asyncio.get_running_loop()
        try:
            async with self._discovery:
                await together(self._keep_camera(), self._keep_mirror(), self._serve())
        finally:
            if self._camera is not None:
                await self._camera.disconnect()

    def press(self) -> None:
        self._call(lambda: self._pressed.set())

    def cancel(self) -> None:
        self._call(lambda: self._cancelled.set())

    def close(self) -> None:
        self._call(lambda: self._main.cancel() if self._main is not None else None)

    def _call(self, function: Callable[[], object]) -> None:
        """Calls a function on the booth's thread, if it is running."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(function)

    def _show(self, **changes: Any) -> None:
        self._view = dataclasses.replace(self._view, **changes)
        self._screen.show(self._view)

    # The camera.

    async def _keep_camera(self) -> None:
        """Finds the camera, connects to it, and copies what it makes; after each failure again."""
        while True:
            try:
                await self._use_camera()
            except hotshoe.CameraError as error:
                if self._options.is_automatic and not self._was_present:
                    raise Problem(error.message, NO_CAMERA) from None
                self._miss_camera(error.message)
                if isinstance(error, hotshoe.CameraErrorFileSystem):
                    self._arrived.put_nowait(error)
                    await self._until_room()
            await asyncio.sleep(PAUSE)

    async def _use_camera(self) -> None:
        """Returns or raises when the camera cannot be used any more."""
        if self._camera is None:
            self._show(wait="Looking for the camera …")
            self._camera = await find(self._discovery, self._options.camera)
        camera = self._camera
        await camera.connect()
        if hotshoe.CommandCategories.stills_shooting not in camera.command_categories:
            await camera.set_command_categories(hotshoe.CommandCategories.stills_shooting)
        options = hotshoe.TetherOptions(str(self._options.folder / "pictures"), hotshoe.FileNamePattern("{number:04}{ext}"))
        copying = camera.tether(options, self._tethered, queue=self._queue)
        self._log(f"camera: {camera.display_name}")
        self._find_camera()
        await copying

    def _tethered(self, event: hotshoe.TetherEvent) -> None:
        """What became of a file of the camera. Each file is reported once, whatever happens to the connection."""
        if isinstance(event, hotshoe.TetherEventSaved):
            self._log(f"picture: {event.value.path}")
            if event.value.path.lower().endswith(DEVELOPED):
                self._arrived.put_nowait(event.value.path)
        elif isinstance(event, hotshoe.TetherEventFailed):
            self._log(f"not copied: {event.name}: {event.error.message}")
            self._arrived.put_nowait(event.error)
        elif isinstance(event, hotshoe.TetherEventConnectionLost):
            self._miss_camera("The camera is away. Its cable, its battery and its switch are worth a look.")
        elif isinstance(event, hotshoe.TetherEventReconnected):
            self._recovered = event.value
            self._log(f"camera: it is back, with {event.value} pictures")
            self._find_camera()
        elif isinstance(event, hotshoe.TetherEventMissed):
            self._log(f"lost: {event.value} pictures that were on no card")

    def _miss_camera(self, reason: str) -> None:
        if self._present.is_set() or reason != self._view.warning:
            self._log(f"away: {reason}")
        self._present.clear()
        self._lost.set()
        self._screen.show_frame(None)
        self._show(wait="We continue as soon as the camera is back", warning=reason)

    def _find_camera(self) -> None:
        self._was_present = True
        self._present.set()
        self._show(wait="", warning="")

    async def _keep_mirror(self) -> None:
        """Shows live view while the camera is there."""
        while True:
            await self._present.wait()
            assert self._camera is not None
            try:
                async with self._camera.live_view() as frames:
                    async for frame in frames:
                        self._screen.show_frame(bytes(frame.bytes))
            except hotshoe.CameraError:
                pass  # the connection, or a camera that needs a rest: there is no mirror, and guests can still take pictures
            self._screen.show_frame(None)
            await asyncio.sleep(PAUSE / 2)

    async def _until_room(self) -> None:
        """Waits until the disk has room for the next pictures."""
        self._log("waiting for room on the disk")
        while not await asyncio.to_thread(has_room, self._options.folder):
            await asyncio.sleep(PAUSE)

    # The guests.

    async def _serve(self) -> None:
        """Leads one party of guests after the other through a strip."""
        while self._options.strips is None or self.strips < self._options.strips:
            await self._present.wait()
            self._show(
                sentence="Press the button",
                hint=f"{self._options.pictures} pictures, one after the other",
                places=0,
                taken=(),
                strip=None,
            )
            self._log("ready")
            await self._press()
            pictures = await self._pictures()
            if pictures:
                await self._finish(pictures)
            elif self._options.is_automatic:
                return  # a test that has failed

    async def _press(self) -> None:
        """Waits for the button: presses from before do not count, and none while the camera is away."""
        self._pressed.clear()
        self._cancelled.clear()
        while not self._options.is_automatic:
            await self._pressed.wait()
            self._pressed.clear()
            if self._present.is_set():
                break

    async def _pictures(self) -> list[Image.Image]:
        """Takes the pictures of a strip. Returns none if the guests, or the camera's failures, have ended it."""
        pictures: list[Image.Image] = []
        self.unfinished = []
        attempts = focus_failures = 0
        self._show(places=self._options.pictures, taken=())
        while len(pictures) < self._options.pictures:
            if not await self._count_down(len(pictures)):
                self._log("cancelled")
                self.unfinished = []
                return []
            try:
                path = await self._picture(autofocus=focus_failures < FOCUS_ATTEMPTS)
                pictures.append(await asyncio.to_thread(strip.open_picture, path))
            except hotshoe.CameraErrorFocusFailed:
                focus_failures += 1
                self._log("no focus")
                await self._explain("The camera sees you too close, or in the dark", "Step back a little: once more!")
            except (hotshoe.CameraError, OSError) as error:
                attempts += 1
                reason = error.message if isinstance(error, hotshoe.CameraError) else f"The picture cannot be read: {error}"
                self._log(f"failed: {reason}")
                if attempts == ATTEMPTS:
                    self._show(warning=reason)
                    return []
                if self._present.is_set():
                    await self._explain("That did not work: once more", reason)
            else:
                attempts = focus_failures = 0
                self.unfinished.append(path)
                self._show(taken=(*self._view.taken, small(pictures[-1])), sentence="", warning="")
        return pictures

    async def _count_down(self, place: int) -> bool:
        """Counts down. Returns false if the guests cancelled; begins again when the camera was away."""
        await self._present.wait()
        start = time.monotonic()
        sentence = "Look into the lens" if place == 0 else f"Picture {place + 1} of {self._options.pictures}"
        while (passed := time.monotonic() - start) < self._options.countdown:
            if self._cancelled.is_set():
                self._show(number=None)
                return False
            if not self._present.is_set():
                await self._present.wait()
                start = time.monotonic()
                continue
            self._show(number=self._options.countdown - int(passed), part=passed % 1, sentence=sentence, hint="")
            await asyncio.sleep(1 / DRAWN)
        self._show(number=None, sentence="", is_flash=True)
        return True

    async def _picture(self, autofocus: bool) -> str:
        """Takes a picture, and returns its file. After a lost connection the picture counts that the camera took all the same."""
        assert self._camera is not None
        while not self._arrived.empty():
            self._arrived.get_nowait()  # released at the camera, between two of ours: copied, and on no strip
        self._recovered = 0
        self._lost.clear()
        asyncio.get_running_loop().call_later(FLASH, lambda: self._show(is_flash=False))
        try:
            await self._camera.shoot(hotshoe.ShootOptions(autofocus=autofocus))
        except (hotshoe.CameraErrorConnectionLost, hotshoe.CameraErrorNotConnected):
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._lost.wait(), LATE)  # the report of the loss is on its way
            await self._present.wait()
            if not self._recovered and self._arrived.empty():
                raise
        except hotshoe.CameraErrorTimedOut as error:
            return await self._arrival(LATE, error)
        return await self._arrival(COPYING)

    async def _arrival(self, limit: float, overdue: Optional[hotshoe.CameraError] = None) -> str:
        """The file of the next picture that is copied."""
        try:
            arrived = await asyncio.wait_for(self._arrived.get(), limit)
        except asyncio.TimeoutError:
            raise overdue or hotshoe.CameraErrorTimedOut(
                hotshoe.CameraErrorCode.TIMED_OUT, "The picture was not copied in time."
            ) from None
        if isinstance(arrived, hotshoe.CameraError):
            raise arrived
        return arrived

    async def _explain(self, sentence: str, hint: str) -> None:
        self._show(sentence=sentence, hint=hint, number=None, is_flash=False)
        await asyncio.sleep(READING)

    # The strip.

    async def _finish(self, pictures: list[Image.Image]) -> None:
        """Composes, saves, prints and shows a strip."""
        sheet = await asyncio.to_thread(strip.compose, pictures, self._options.title, today())
        self._show(strip=sheet, sentence="Your strip", hint="", places=0)
        path = await self._saved(sheet)
        self.strips += 1
        self.unfinished = []
        self._log(f"strip: {path}")
        printed = await self._print(path) if self._options.printer is not None else ""
        self._show(hint=printed or f"It is number {path.stem.rpartition('-')[2].lstrip('0')}")
        self._pressed.clear()
        self._cancelled.clear()
        await first_of(self._pressed.wait(), self._cancelled.wait(), timeout=self._options.shown)
        self._show(strip=None, sentence="", hint="")

    async def _saved(self, sheet: Image.Image) -> pathlib.Path:
        """Saves a strip: if the disk is full, as soon as there is room."""
        while True:
            try:
                return await asyncio.to_thread(strip.write, sheet, self._options.folder / "strips")
            except OSError as error:
                self._log(f"the strip is not saved yet: {error.strerror}")
                self._show(warning=f"The strip cannot be saved: {error.strerror}.")
                await asyncio.sleep(PAUSE)
                self._show(warning="")

    async def _print(self, path: pathlib.Path) -> str:
        """Prints a strip. Returns a sentence for the guests."""
        assert self._options.printer is not None
        try:
            process = await asyncio.create_subprocess_exec(
                *self._options.printer, str(path), stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE
            )
        except OSError as error:
            self._log(f"not printed: {path}: {self._options.printer[0]}: {error.strerror}")
            return "It is saved, and not printed"
        try:
            _, errors = await asyncio.wait_for(process.communicate(), 30)
        except asyncio.TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            _, errors = await process.communicate()
        if process.returncode == 0:
            self._log(f"printed: {path}")
            return "It is being printed"
        self._log(f"not printed: {path}: {errors.decode(errors='replace').strip() or f'code {process.returncode}'}")
        return "It is saved, and not printed"


async def together(*work: Coroutine[object, object, None]) -> None:
    """Runs coroutines until the last one of them ends, or one fails; cancels the others, and waits for them."""
    tasks = [asyncio.create_task(each) for each in work]
    try:
        done, _ = await asyncio.wait({*tasks}, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def first_of(*work: Coroutine[object, object, object], timeout: float) -> None:
    """Waits for the first of several events, or for a time."""
    tasks = [asyncio.create_task(each) for each in work]
    try:
        await asyncio.wait(tasks, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def today() -> str:
    """The date on a strip."""
    return datetime.date.today().strftime("%d %B %Y").lstrip("0")


def small(picture: Image.Image) -> Image.Image:
    """A picture in the size of a place beside the mirror."""
    return picture.resize((480, 480 * picture.height // picture.width), reducing_gap=2)


def has_room(folder: pathlib.Path) -> bool:
    """Whether the next pictures fit on the disk of a folder, and can be written there."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            for _ in range(ROOM >> 16):
                file.write(b"\0" * (1 << 16))
            file.flush()
            os.fsync(file.fileno())
        return True
    except OSError:
        return False
