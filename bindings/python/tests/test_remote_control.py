"""The remote control, on a display: finds a camera, shows its picture and settings, changes one, takes a picture."""

from __future__ import annotations

import importlib.util
import os
import sys
import tempfile
import unittest

import hotshoe

EXAMPLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples", "remote_control.py")


@unittest.skipUnless(os.environ.get("DISPLAY"), "the window needs a display")
class Window(unittest.TestCase):
    def test_the_whole_way(self):
        spec = importlib.util.spec_from_file_location("remote_control", EXAMPLE)
        module = importlib.util.module_from_spec(spec)
        sys.modules["remote_control"] = module
        spec.loader.exec_module(module)
        window = module.make(["--simulated"])
        self.until(window, lambda: window.frames >= 10)
        mode, aperture = window.settings[0].box, window.settings[1].box
        self.assertEqual(len(window.settings), 5)
        # A choice with the mouse is the same event.
        self.choose(window, mode, "A")
        self.until(window, lambda: len(aperture["values"]) > 2)
        wanted = aperture["values"][2]
        self.choose(window, aperture, wanted)
        self.until(window, lambda: window.camera.property(hotshoe.PropertyIdentifierAperture()).value.label == wanted)
        self.until(window, lambda: aperture.get() == wanted)
        with tempfile.TemporaryDirectory() as folder:
            before = os.getcwd()
            os.chdir(folder)
            try:
                window.shutter.invoke()
                self.until(window, lambda: window.saved is not None)
                self.assertGreater(os.path.getsize(window.saved), 1000)
            finally:
                os.chdir(before)
        if os.environ.get("HOTSHOE_SCREENSHOT"):
            window.root.update()
            os.system(f"import -window root {os.environ['HOTSHOE_SCREENSHOT']}")
        window.root.destroy()

    def choose(self, window, box, text):
        box.set(text)
        box.event_generate("<<ComboboxSelected>>")

    def until(self, window, condition):
        """Runs Tk's loop until a condition holds; fails after a minute."""
        overdue = []
        timer = window.root.after(60_000, lambda: overdue.append(True))
        while not condition():
            window.root.tk.dooneevent()
            self.assertEqual(overdue, [], window.status.cget("text"))
        window.root.after_cancel(timer)


if __name__ == "__main__":
    unittest.main()
