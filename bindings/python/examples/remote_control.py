"""A remote control in a window: finds a camera, shows its live view and its settings, changes them, and takes pictures.

    python remote_control.py [--simulated]

It needs Tk and Pillow (Debian: python3-tk, python3-pil.imagetk). Nothing polls: the library's calls arrive on a queue, whose file
descriptor Tk's event loop waits for.
"""

from __future__ import annotations

import io
import sys
import tkinter
from tkinter import ttk
from typing import Any, Callable, Optional, TypeVar

import hotshoe
from PIL import Image, ImageTk

T = TypeVar("T")

#: The settings that the window shows, in their order.
SETTINGS: list[tuple[str, hotshoe.PropertyIdentifier]] = [
    ("Mode", hotshoe.PropertyIdentifierExposureMode()),
    ("Aperture", hotshoe.PropertyIdentifierAperture()),
    ("Shutter", hotshoe.PropertyIdentifierShutterSpeed()),
    ("ISO", hotshoe.PropertyIdentifierIsoSpeed()),
    ("White balance", hotshoe.PropertyIdentifierWhiteBalance()),
]


class Setting:
    """A setting of the camera: its value, and a menu of the values that it can have now."""

    def __init__(self, window: RemoteControl, row: int, title: str, prop: hotshoe.Property) -> None:
        self._window, self._property = window, prop
        ttk.Label(window.panel, text=title).grid(row=row, column=0, sticky="w", padx=6, pady=4)
        self.box = ttk.Combobox(window.panel, state="readonly", width=16)
        self.box.grid(row=row, column=1, padx=6, pady=4)
        self.box.bind("<<ComboboxSelected>>", lambda event: self.choose(self.box.get()))
        self._changes = prop.observe(lambda change: self.show(), queue=window.queue)
        self.show()

    def show(self) -> None:
        value = self._property.value
        choices = [each.label for each in self._property.settable.values]
        self.box["values"] = choices
        self.box.set(value.label if value is not None else "–")
        self.box.configure(state="readonly" if choices else "disabled")

    def choose(self, text: str) -> None:
        self._window.run(self._property.set_text(text), failed=self.show)


class RemoteControl:
    def __init__(self, root: tkinter.Tk, discovery: hotshoe.CameraDiscovery) -> None:
        self.root = root
        self.queue = hotshoe.Queue()
        root.title("HotShoe")
        tk: Any = root.tk  # older stubs of Tk have no types for the next function
        tk.createfilehandler(self.queue, tkinter.READABLE, lambda *event: self.queue.run_pending())
        self.picture = ttk.Label(root, anchor="center")
        self.picture.grid(row=0, column=0, sticky="nsew")
        self.panel = ttk.Frame(root)
        self.panel.grid(row=0, column=1, sticky="n", padx=8, pady=8)
        self.shutter = ttk.Button(self.panel, text="Shoot", command=self.shoot, state="disabled")
        self.shutter.grid(row=90, column=0, columnspan=2, sticky="ew", padx=6, pady=10)
        self.status = ttk.Label(root, text="Looking for a camera …", anchor="w")
        self.status.grid(row=1, column=0, columnspan=2, sticky="ew", padx=8, pady=4)
        self.settings: list[Setting] = []
        self.frames = 0
        self.saved: Optional[str] = None
        self._kept: list[Any] = [discovery]
        self.run(discovery.first(60), self.connect)

    def run(self, operation: hotshoe.Operation[T], then: Optional[Callable[[T], object]] = None, failed: Optional[Callable[[], object]] = None) -> None:
        """Calls a function with the result of an operation, on Tk's thread; the status line shows a failure."""

        def done(ended: hotshoe.Operation[T]) -> None:
            try:
                result = ended.wait(0)
            except hotshoe.Error as failure:
                self.status.configure(text=str(failure))
                if failed is not None:
                    failed()
            else:
                if then is not None:
                    then(result)

        operation.on_done(done, queue=self.queue)

    def connect(self, camera: hotshoe.Camera) -> None:
        self.status.configure(text=f"Connecting to {camera.display_name} …")
        self.run(camera.connect(), lambda warnings: self.show(camera))

    def show(self, camera: hotshoe.Camera) -> None:
        self.camera = camera
        self.status.configure(text=f"Connected to {camera.display_name}")
        for row, (title, identifier) in enumerate(SETTINGS):
            self.settings.append(Setting(self, row, title, camera.property(identifier)))
        self.shutter.configure(state="normal")
        self._kept.append(camera.live_view().subscribe(self.show_frame, queue=self.queue))

    def show_frame(self, frame: hotshoe.LiveViewFrame) -> None:
        # Pillow reads the camera's own bytes.
        self._image = ImageTk.PhotoImage(Image.open(io.BytesIO(frame.bytes)))
        self.picture.configure(image=self._image)
        self.frames += 1

    def shoot(self) -> None:
        self.shutter.configure(state="disabled")
        self.status.configure(text="Taking a picture …")
        self.run(self.camera.shoot(), self.save, lambda: self.shutter.configure(state="normal"))

    def save(self, shot: hotshoe.Shot) -> None:
        self.shutter.configure(state="normal")
        original = shot.original
        if original is not None:
            self.run(original.write_into("."), self.show_saved)

    def show_saved(self, path: str) -> None:
        self.saved = path
        self.status.configure(text=f"Saved {path}")


def make(arguments: list[str]) -> RemoteControl:
    if "--simulated" in arguments:
        providers: list[hotshoe.CameraProvider] = [hotshoe.SimulatedCameraProvider([hotshoe.CameraSimulator()])]
        discovery = hotshoe.CameraDiscovery.create_with_providers("Remote control", providers)
    else:
        discovery = hotshoe.CameraDiscovery("Remote control")
    return RemoteControl(tkinter.Tk(), discovery)


if __name__ == "__main__":
    make(sys.argv[1:]).root.mainloop()
