"""What the tests of the remote control share: simulated cameras, and a window that is closed after each test."""

from __future__ import annotations

import gc
import os
import sys
import tempfile
import tkinter
import unittest

import hotshoe

EXAMPLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples", "remote_control")
sys.path.insert(0, EXAMPLE)
TOOL = os.environ.get("HOTSHOE_TOOL")
LIMIT = 60  # seconds


def body(number: int = 1, **options: object) -> hotshoe.CameraSimulator:
    """A simulated camera with small pictures."""
    configuration = hotshoe.CameraSimulatorConfiguration.make_with_serial_number(f"TEST-{number}")
    configuration.picture_size = hotshoe.PixelSize(1200, 800)
    for name, value in options.items():
        setattr(configuration, name, value)
    return hotshoe.CameraSimulator(configuration)


class WindowTest(unittest.TestCase):
    root = window = None

    def open(self, *bodies: hotshoe.CameraSimulator, addresses=()):
        """Opens the window for these cameras."""
        from window import RemoteControl

        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        discovery = hotshoe.CameraDiscovery.create_with_providers(
            "Test", [hotshoe.SimulatedCameraProvider(bodies), hotshoe.NetworkCameraProvider("Test")][: 2 if addresses else 1]
        )
        self.root = tkinter.Tk()
        self.window = RemoteControl(self.root, discovery, self.folder, addresses)
        self.addCleanup(self.close)
        return self.window

    def close(self) -> None:
        """Closes the window, and frees it on the thread that made it, as Tcl requires."""
        if not self.is_destroyed():
            self.window.close()
            self.until(self.is_destroyed)
        self.window = self.root = None
        gc.collect()

    def is_destroyed(self) -> bool:
        try:
            return self.root is None or not self.root.winfo_exists()
        except tkinter.TclError:
            return True

    def until(self, condition) -> None:
        """Runs Tk's loop until a condition holds; fails after a limit."""
        overdue = []
        timer = self.root.after(LIMIT * 1000, lambda: overdue.append(True))
        while not condition():
            self.root.tk.dooneevent()
            if overdue:
                self.fail(f"the condition does not hold; status: {self.status()}")
        if not self.is_destroyed():
            self.root.after_cancel(timer)

    def until_live(self, frames: int = 3) -> None:
        """Waits for new frames."""
        wanted = self.window.frames + frames
        self.until(lambda: self.window.frames >= wanted)

    def status(self) -> str:
        return "" if self.is_destroyed() else str(self.window.status.cget("text"))

    def until_status(self, text: str) -> None:
        self.until(lambda: text in self.status())

    def setting(self, name: str):
        """The menu of the setting with this name."""
        return self.window.settings[hotshoe.PropertyIdentifier.make(name)].box

    def click(self, widget, x=None, y=None) -> None:
        """Moves the pointer to a place of a widget, its middle by default, and presses and releases the button there."""
        self.root.update()
        call = self.root.tk.call
        x = call("winfo", "width", widget) // 2 if x is None else x
        y = call("winfo", "height", widget) // 2 if y is None else y
        for event in ("<Enter>", "<Motion>", "<ButtonPress-1>", "<ButtonRelease-1>"):
            call("event", "generate", widget, event, "-x", x, "-y", y)
            self.root.update()

    def choose(self, box, text: str) -> None:
        """Chooses an entry with the mouse: opens the list with its arrow, and clicks the entry."""
        call = self.root.tk.call
        self.click(box, box.winfo_width() - 6)
        entries = f"{call('ttk::combobox::PopdownWindow', box)}.f.l"
        self.until(lambda: call("winfo", "viewable", entries))
        index = box["values"].index(text)
        call(entries, "see", index)
        self.root.update()
        x, y, width, height = (int(number) for number in call(entries, "bbox", index))
        self.click(entries, x + width // 2, y + height // 2)
        self.until(lambda: not call("winfo", "viewable", entries))

    def is_disabled(self, widget) -> bool:
        return "disabled" in widget.state()

    def files(self, end: str) -> list[str]:
        """The complete files with this end in the folder."""
        return [name for name in os.listdir(self.folder) if name.endswith(end)]
