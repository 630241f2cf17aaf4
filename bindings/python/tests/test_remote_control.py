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
                self.click(window, str(window.shutter), window.shutter.winfo_width() // 2, window.shutter.winfo_height() // 2)
                self.until(window, lambda: window.saved is not None)
                self.assertGreater(os.path.getsize(window.saved), 1000)
            finally:
                os.chdir(before)
        if os.environ.get("HOTSHOE_SCREENSHOT"):
            window.root.update()
            os.system(f"import -window root {os.environ['HOTSHOE_SCREENSHOT']}")
        window.root.destroy()

    def choose(self, window, box, text):
        """Chooses an entry with the mouse: opens the list with its arrow, and clicks the entry."""
        call = window.root.tk.call
        self.click(window, str(box), box.winfo_width() - 6, box.winfo_height() // 2)
        entries = f"{call('ttk::combobox::PopdownWindow', box)}.f.l"
        self.until(window, lambda: call("winfo", "viewable", entries))
        index = box["values"].index(text)
        call(entries, "see", index)
        window.root.update()
        x, y, width, height = (int(number) for number in call(entries, "bbox", index))
        self.click(window, entries, x + width // 2, y + height // 2)
        self.until(window, lambda: not call("winfo", "viewable", entries))

    def click(self, window, widget, x, y):
        """Moves the pointer to a place of a widget, and presses and releases the button there."""
        for event in ("<Enter>", "<Motion>", "<ButtonPress-1>", "<ButtonRelease-1>"):
            window.root.tk.call("event", "generate", widget, event, "-x", x, "-y", y)
            window.root.update()

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
