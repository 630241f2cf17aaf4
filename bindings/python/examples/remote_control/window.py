"""The window: the moving picture, the settings, and the buttons."""

from __future__ import annotations

import os
import time
import tkinter
from functools import partial
from tkinter import filedialog, ttk
from typing import Any, Callable, Iterable, Optional

import hotshoe
from PIL import Image

from calls import Calls, message
from cameras import Cameras
from widgets import BACKGROUND, LivePicture, Picture, Setting, answer, set_style, thumbnail

#: The settings that the window shows, in their order.
SETTINGS: list[tuple[str, hotshoe.PropertyIdentifier]] = [
    ("Mode", hotshoe.PropertyIdentifierExposureMode()),
    ("Aperture", hotshoe.PropertyIdentifierAperture()),
    ("Shutter speed", hotshoe.PropertyIdentifierShutterSpeed()),
    ("ISO", hotshoe.PropertyIdentifierIsoSpeed()),
    ("Compensation", hotshoe.PropertyIdentifierExposureCompensation()),
    ("White balance", hotshoe.PropertyIdentifierWhiteBalance()),
    ("Drive", hotshoe.PropertyIdentifierDriveMode()),
]
#: The steps of the focus: the text of the button, the direction and the amount.
NEAR, FAR, AMOUNT = hotshoe.FocusStepDirection.NEAR, hotshoe.FocusStepDirection.FAR, hotshoe.FocusStepAmount
FOCUS_STEPS = [
    ("‹‹‹", NEAR, AMOUNT.LARGE), ("‹‹", NEAR, AMOUNT.MEDIUM), ("‹", NEAR, AMOUNT.SMALL),
    ("›", FAR, AMOUNT.SMALL), ("››", FAR, AMOUNT.MEDIUM), ("›››", FAR, AMOUNT.LARGE),
]  # fmt: skip
#: Maximum size of the last picture in pixels.
THUMBNAIL = (480, 480)
CAPABILITIES = hotshoe.CameraCapabilities


class RemoteControl:
    """The remote control of one camera at a time. Single-owner: for Tk's thread."""

    def __init__(
        self, root: tkinter.Tk, discovery: hotshoe.CameraDiscovery, folder: str, addresses: Iterable[hotshoe.CameraAddress] = ()
    ) -> None:
        self.root, self.folder = root, folder
        self.camera: Optional[hotshoe.Camera] = None
        self.frames = 0
        #: The path of the last picture or video that was saved.
        self.saved: Optional[str] = None
        self.is_closing = False
        self._live: Optional[hotshoe.LiveViewSubscription] = None
        self._tether: Optional[hotshoe.Operation[hotshoe.TetherSummary]] = None
        self._items: dict[str, hotshoe.ItemInfo] = {}
        self._recording_since: Optional[float] = None
        self._is_shooting = False
        self._categories = hotshoe.CommandCategories(0)
        self._build()
        root.protocol("WM_DELETE_WINDOW", self.close)
        self.calls = Calls(root, self._report_error)
        self.show_disconnected("Looking for cameras …")
        self.cameras = Cameras(discovery, self.calls, self)
        self.cameras.add_addresses(addresses)

    # The parts of the window.

    def _build(self) -> None:
        root = self.root
        root.title("HotShoe")
        root.geometry("1180x760")
        root.minsize(760, 560)
        set_style(root)
        root.columnconfigure(0, weight=1)
        root.rowconfigure(1, weight=1)
        top = ttk.Frame(root)
        top.grid(row=0, column=0, columnspan=2, sticky="ew", padx=10, pady=8)
        ttk.Label(top, text="Camera").pack(side="left")
        self.choice = ttk.Combobox(top, state="disabled", width=32)
        self.choice.pack(side="left", padx=8)
        self.choice.bind("<<ComboboxSelected>>", lambda event: self._choose_camera())
        self.supply = ttk.Label(top, style="Faint.TLabel")
        self.supply.pack(side="right")
        self.picture = LivePicture(root, self._click)
        self.picture.grid(row=1, column=0, sticky="nsew", padx=(10, 0))
        panel = ttk.Frame(root, width=270)
        panel.grid(row=1, column=1, sticky="ns", padx=10)
        panel.columnconfigure(1, weight=1)
        self.settings = {
            identifier: Setting(panel, row, title, partial(self._set, identifier))
            for row, (title, identifier) in enumerate(SETTINGS)
        }
        self._build_buttons(panel, len(SETTINGS))
        self.status = ttk.Label(root, anchor="w", style="Faint.TLabel")
        self.status.grid(row=2, column=0, columnspan=2, sticky="ew", padx=10, pady=7)

    def _build_buttons(self, panel: ttk.Frame, row: int) -> None:
        captions = ttk.Frame(panel)
        captions.grid(row=row, column=0, columnspan=2, sticky="ew", pady=(8, 0))
        self.focus_captions = [ttk.Label(captions, text="Focus nearer"), ttk.Label(captions, text="farther")]
        self.focus_captions[0].pack(side="left")
        self.focus_captions[1].pack(side="right")
        steps = ttk.Frame(panel)
        steps.grid(row=row + 1, column=0, columnspan=2, sticky="ew", pady=(2, 8))
        self.focus_buttons = []
        for column, (text, direction, amount) in enumerate(FOCUS_STEPS):
            step = hotshoe.FocusStep(direction, amount)
            button = ttk.Button(steps, text=text, style="Focus.TButton", command=partial(self._drive_focus, step))
            button.grid(row=0, column=column, sticky="ew", padx=(0 if column == 0 else 3, 0))
            steps.columnconfigure(column, weight=1)
            self.focus_buttons.append(button)
        self.shutter = ttk.Button(panel, text="Take picture", style="Shoot.TButton", command=self._shoot)
        self.shutter.grid(row=row + 2, column=0, columnspan=2, sticky="ew", pady=3)
        self.record = ttk.Button(panel, text="Record video", command=self._record)
        self.record.grid(row=row + 3, column=0, columnspan=2, sticky="ew", pady=3)
        self.last = Picture(panel, 100, 60)
        self.last.grid(row=row + 4, column=0, columnspan=2, sticky="nsew", pady=6)
        self.last.configure(background=BACKGROUND)
        self.last.show(None, "Pictures appear here.")
        panel.rowconfigure(row + 4, weight=1)
        self.folder_label = ttk.Label(panel, style="Faint.TLabel", width=18)
        self.folder_label.grid(row=row + 5, column=0, columnspan=2, sticky="ew")
        self.folder_button = ttk.Button(panel, text="Folder …", style="Focus.TButton", width=9, command=self._choose_folder)
        self.folder_button.grid(row=row + 5, column=1, sticky="e")
        self._show_folder()

    def report(self, text: str, is_error: bool = False) -> None:
        """Shows a text in the status line."""
        self.status.configure(text=text, style="Error.TLabel" if is_error else "Faint.TLabel")

    def _report_error(self, error: hotshoe.Error) -> None:
        if not isinstance(error, (hotshoe.CameraErrorConnectionLost, hotshoe.CameraErrorNotConnected)):  # that is shown already
            self.report(message(error), is_error=True)

    def after(self, milliseconds: int, function: Callable[[], object]) -> Callable[[], None]:
        """Calls a function after a time; returns a function that prevents the call."""
        timer = self.root.after(milliseconds, function)
        return lambda: self.root.after_cancel(timer)

    def close(self) -> None:
        """Disconnects, then ends Tk's loop. A second call does not wait."""
        if self.is_closing:
            self._end()
            return
        self.is_closing = True
        self.report("Disconnecting …")
        tether = self._tether
        if tether is None:
            self.cameras.close(self._end)
        else:  # a picture that is being copied is completed first
            self._tether = None
            self.calls.run(tether, lambda _: self.cameras.close(self._end), lambda _: self.cameras.close(self._end))
            tether.cancel()

    def _end(self) -> None:
        if self.root.children:
            self.root.update_idletasks()
            self.calls.close()
            self.root.destroy()

    # The camera.

    def show_cameras(self) -> None:
        """Shows the list of cameras."""
        chosen, found = self.cameras.chosen, self.cameras.found
        names = [camera.display_name for camera in found]
        self.choice["values"] = [
            f"{name} ({found[at].description.serial_number or at + 1})" if names.count(name) > 1 else name for at, name in enumerate(names)
        ]
        place = next((at for at, each in enumerate(found) if chosen is not None and each.identifier == chosen.identifier), None)
        if place is not None:
            self.choice.current(place)
        else:
            self.choice.set(chosen.display_name if chosen is not None else "Choose a camera" if found else "No camera found")
        self.choice.configure(state="readonly" if found else "disabled")
        if chosen is None and not self.is_closing:
            self.picture.clear("Choose a camera above." if found else "Looking for cameras …")

    def _choose_camera(self) -> None:
        self.choice.selection_clear()
        self.cameras.choose(self.cameras.found[self.choice.current()])

    def show_connected(self, camera: hotshoe.Camera) -> None:
        """Shows a connected camera: its settings, its live view, and the pictures that it makes."""
        self.camera = camera
        self.report(f"Connected to {camera.display_name}.")
        self.show_cameras()
        for identifier, setting in self.settings.items():
            setting.show(camera.property(identifier))
        self._show_supply()
        self._show_recording()
        self._show_capabilities()
        self._start_tether()

    def show_disconnected(self, text: str) -> None:
        """Shows that no camera is connected."""
        self.camera = self._tether = None
        self._is_shooting = False
        self._stop_live_view()
        self.picture.clear(text)
        for setting in self.settings.values():
            setting.show(None)
        self.supply.configure(text="")
        self._show_recording()
        self._show_capabilities()

    def show_event(self, event: hotshoe.CameraEvent) -> None:
        """Shows a change of the camera."""
        if isinstance(event, hotshoe.CameraEventProperty):
            setting = self.settings.get(event.value.identifier)
            if setting is not None and self.camera is not None:
                setting.show(self.camera.property(event.value.identifier))
            self._show_supply()
        elif isinstance(event, hotshoe.CameraEventCapabilities):
            self._show_capabilities()
        elif isinstance(event, hotshoe.CameraEventRecording):
            self._show_recording()
        elif isinstance(event, hotshoe.CameraEventItemAdded):
            self._items[event.value.name] = event.value
        elif isinstance(event, hotshoe.CameraEventName):
            self.show_cameras()
        elif isinstance(event, hotshoe.CameraEventNotice):
            self.report(event.value)

    def authenticate(self, request: hotshoe.AuthenticationRequest) -> None:
        """Lets the user confirm, or enter, what the camera requires for a connection."""
        name = self.cameras.chosen.display_name if self.cameras.chosen is not None else "Camera"
        if isinstance(request.kind, hotshoe.AuthenticationRequestKindConfirmOnCamera):
            self.report(f"Confirm the connection on the display of {name}.")
        else:  # a dialog has a loop of its own, which must not run inside this call
            self.root.after(0, answer, request, name, self.root)

    def _show_capabilities(self) -> None:
        """Enables what the camera can do, and starts live view if it is off."""
        camera = self.camera
        present = camera.capabilities if camera is not None else CAPABILITIES(0)
        can_shoot = CAPABILITIES.shutter_control in present and not self._is_shooting
        enable(self.shutter, can_shoot)
        enable(self.record, CAPABILITIES.video_recording in present)
        for widget in self.focus_buttons + self.focus_captions:
            enable(widget, CAPABILITIES.focus_drive in present)
        if camera is not None and self._live is None:
            if CAPABILITIES.live_view in present:
                self._start_live_view(camera)
            else:
                self.picture.clear(f"{camera.display_name} has no live view over this connection.")

    def _show_supply(self) -> None:
        if self.camera is not None:
            battery, shots = self.camera.battery_level.property.value, self.camera.shots_available.value
            parts = [f"battery {battery.label}" if battery is not None else "", f"{shots} pictures left" if shots is not None else ""]
            self.supply.configure(text="   ·   ".join(part for part in parts if part))

    def _set(self, identifier: hotshoe.PropertyIdentifier, operation: hotshoe.Operation[None]) -> None:
        def failed(error: hotshoe.Error) -> None:
            self._report_error(error)
            if self.camera is not None:
                self.settings[identifier].show(self.camera.property(identifier))

        self.calls.run(operation, failed=failed)

    # Live view and focus.

    def _start_live_view(self, camera: hotshoe.Camera) -> None:
        self.picture.clear("Starting live view …")
        # A frame is requested when the previous one is drawn: a slow computer receives fewer frames, without delay.
        self._live = camera.live_view().subscribe_with_credit(1, self._end_live_view, on_frame=self._show_frame, queue=self.calls.queue)

    def _show_frame(self, frame: hotshoe.LiveViewFrame) -> None:
        self.picture.show_frame(frame)
        self.frames += 1
        self.root.after_idle(lambda: self._live.request(1) if self._live is not None else None)

    def _end_live_view(self, end: hotshoe.LiveViewEnd) -> None:
        self._live = None
        if isinstance(end, hotshoe.LiveViewEndModeChanged):
            self.root.after(200, self._show_capabilities)
        if self.camera is not None and not isinstance(end, hotshoe.LiveViewEndDisconnected):
            self.picture.clear(f"Live view ended: {end}.\nClick here to start it again.")

    def _stop_live_view(self) -> None:
        if self._live is not None:
            self._live.cancel()
        self._live = None

    def _click(self, point: Optional[hotshoe.Point]) -> None:
        camera = self.camera
        if camera is None:
            return
        if point is None:
            self._show_capabilities()  # starts live view
        elif CAPABILITIES.touch_focus in camera.capabilities:
            self._focus(camera.touch_focus_at(point), point)
        elif CAPABILITIES.focus_areas in camera.capabilities and camera.focus_info is not None and camera.focus_info.areas:
            distances = [distance(area.rect, point) for area in camera.focus_info.areas]
            self._focus(camera.set_focus_area(distances.index(min(distances))), point)
        else:
            self.report(f"{camera.display_name} cannot focus at a point of the picture.", is_error=True)

    def _focus(self, operation: hotshoe.Operation[None], point: hotshoe.Point) -> None:
        def ended(error: Optional[hotshoe.Error]) -> None:
            if error is None:
                self.report("In focus.")
            else:
                self._report_error(error)
            self.picture.mark(point, "#56d364" if error is None else "#ff4a3d")
            self.root.after(1500, self.picture.mark, None)

        self.report("Focusing …")
        self.picture.mark(point)
        self.calls.run(operation, lambda _: ended(None), ended)

    def _drive_focus(self, step: hotshoe.FocusStep) -> None:
        if self.camera is not None:
            word = "nearer" if step.direction == NEAR else "farther"
            self.calls.run(self.camera.drive_focus(step), lambda _: self.report(f"Focus moved {word}."))

    # Pictures and videos.

    def _shoot(self) -> None:
        if self.camera is None:
            return

        def ended(error: Optional[hotshoe.Error]) -> None:
            self._is_shooting = False
            self._show_capabilities()
            if error is not None:
                self._report_error(error)

        if self._tether is None:  # it ended because the folder could not be written
            self._start_tether()
        self._is_shooting = True
        self._show_capabilities()
        self.report("Taking a picture …")
        self.calls.run(self.camera.shoot(), lambda shot: ended(None), ended)

    def _record(self) -> None:
        camera = self.camera
        if camera is None:
            return
        if self._recording_since is not None:
            self.calls.run(camera.stop_recording(), lambda _: self._end_recording())
            return
        video = hotshoe.CommandCategories.video_recording
        together = camera.command_categories | video
        categories = together if camera.supports(together) else video
        self._categories = camera.command_categories
        self.calls.run(camera.set_command_categories(categories), lambda _: self._start_recording())

    def _start_recording(self) -> None:
        if self.camera is not None:
            self.calls.run(self.camera.start_recording(), lambda _: self._show_recording(True))

    def _end_recording(self) -> None:
        self._show_recording(False)
        if self.camera is not None and self._categories not in self.camera.command_categories:  # a camera that does one thing at a time
            self.calls.run(self.camera.set_command_categories(self._categories))

    def _show_recording(self, is_recording: Optional[bool] = None) -> None:
        """Shows whether the camera is recording: as it reports, or as a call has just done."""
        if is_recording is None:
            is_recording = self.camera is not None and self.camera.recording.is_recording
        if not is_recording:
            self._recording_since = None
            self.picture.show_recording("")
            self.record.configure(text="Record video", style="TButton")
        elif self._recording_since is None:
            self._recording_since = time.monotonic()
            self.record.configure(text="Stop recording", style="Recording.TButton")
            self.report("Recording a video.")
            self._show_time()

    def _show_time(self) -> None:
        if self._recording_since is not None:
            seconds = int(time.monotonic() - self._recording_since)
            self.picture.show_recording(f"● REC {seconds // 60:02}:{seconds % 60:02}")
            self.root.after(500, self._show_time)

    def _start_tether(self) -> None:
        """Copies what the camera makes from now on, whether it is released here or at the camera."""
        if self.camera is None:
            return
        options = hotshoe.TetherOptions(self.folder, hotshoe.FileNamePattern.original, reconnects=False)
        tether = self._tether = self.camera.tether(options, self._tethered)

        def failed(error: hotshoe.Error) -> None:
            if self._tether is tether:
                self._tether = None
                if isinstance(error, hotshoe.CameraErrorFileSystem):
                    self.report(f"{message(error)} Choose another folder.", is_error=True)

        self.calls.run(tether, failed=failed)

    def _tethered(self, event: hotshoe.TetherEvent) -> None:
        """Runs on a thread of the library, which waits for it before it copies the next file: it may take its time."""
        if isinstance(event, hotshoe.TetherEventSaved):
            path, picture = event.value.path, thumbnail(event.value.path, THUMBNAIL)
            self.calls.post(lambda: self._show_saved(path, picture))
        elif isinstance(event, hotshoe.TetherEventFailed):
            text = f"{event.name} was not copied: {message(event.error)}"
            self.calls.post(lambda: self.report(text, is_error=True))

    def _show_saved(self, path: str, picture: Optional[Image.Image]) -> None:
        self.saved = path
        self.report(f"Saved {path}")
        name = os.path.basename(path)
        self.last.show(picture, "" if picture is not None else name)
        item = self._items.pop(name, None)
        if picture is None and item is not None and self.camera is not None:  # a RAW file or a video: the camera has a small picture
            small = self.camera.item(item).thumbnail()
            self.calls.run(small, lambda data: self.last.show(thumbnail(data, THUMBNAIL), name), lambda error: None)

    def _choose_folder(self) -> None:
        folder = filedialog.askdirectory(parent=self.root, initialdir=self.folder, title="Folder for pictures and videos")
        if folder:
            self.set_folder(folder)

    def set_folder(self, folder: str) -> None:
        """Saves pictures and videos in another folder from now on."""
        self.folder = folder
        self._show_folder()
        previous, self._tether = self._tether, None
        if previous is not None:
            self.calls.run(previous, lambda _: self._start_tether(), lambda _: self._start_tether())
            previous.cancel()
        else:
            self._start_tether()

    def _show_folder(self) -> None:
        path = os.path.abspath(self.folder)
        self.folder_label.configure(text=path if len(path) <= 18 else "…" + path[-17:])


def enable(widget: ttk.Widget, is_enabled: bool) -> None:
    """Enables or disables a widget."""
    widget.state(["!disabled" if is_enabled else "disabled"])


def distance(rect: hotshoe.Rect, point: hotshoe.Point) -> float:
    """The square of the distance from a point to the middle of a rectangle."""
    return (rect.x + rect.width / 2 - point.x) ** 2 + (rect.y + rect.height / 2 - point.y) ** 2
