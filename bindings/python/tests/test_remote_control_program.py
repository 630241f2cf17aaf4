"""The remote control as a whole program, and with cameras on the network."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import types
import unittest

import hotshoe

from remote_control_support import EXAMPLE, LIMIT, TOOL, WindowTest


@unittest.skipUnless(os.environ.get("DISPLAY"), "the window needs a display")
class Process(unittest.TestCase):
    """The whole program."""

    def run_until_live(self, action: str) -> subprocess.Popen:
        """Starts the program; it performs an action when live view runs."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        code = (
            "import sys, runpy; path, action, folder = sys.argv[1:]; sys.path.insert(0, path); import window\n"
            "show = window.RemoteControl._show_frame\n"
            "def watch(self, frame):\n"
            "    show(self, frame)\n"
            "    if self.frames == 5:\n"
            "        print('live', flush=True)\n"
            "        exec(action)\n"
            "window.RemoteControl._show_frame = watch\n"
            "sys.argv = ['remote_control', '--simulated', '--folder', folder]\n"
            "runpy.run_path(path, run_name='__main__')\n"
        )
        process = subprocess.Popen(
            [sys.executable, "-X", "faulthandler", "-c", code, EXAMPLE, action, folder.name],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        )  # fmt: skip
        self.addCleanup(lambda: process.poll() is None and process.kill())
        self.assertEqual(process.stdout.readline(), "live\n")
        return process

    def check_end(self, process: subprocess.Popen) -> None:
        output, errors = process.communicate(timeout=LIMIT)
        self.assertEqual((process.returncode, errors), (0, ""))

    def test_the_end_by_ctrl_c(self):
        process = self.run_until_live("")
        process.send_signal(signal.SIGINT)
        self.check_end(process)

    def test_the_end_by_ctrl_c_while_nothing_moves(self):
        process = self.run_until_live(
            "self._stop_live_view(); self.cameras._events.cancel(); self.root.after(100, lambda: print('still', flush=True))"
        )
        self.assertEqual(process.stdout.readline(), "still\n")
        process.send_signal(signal.SIGINT)
        self.check_end(process)

    def test_the_end_by_the_close_button(self):
        self.check_end(self.run_until_live("self.root.tk.eval(self.root.tk.call('wm', 'protocol', '.', 'WM_DELETE_WINDOW'))"))

    def test_the_end_while_a_picture_is_taken(self):
        self.check_end(self.run_until_live("self.shutter.invoke(); self.record.invoke(); self.close()"))


@unittest.skipUnless(os.environ.get("DISPLAY") and TOOL, "needs a display, and the command line for cameras on the network")
class Network(WindowTest):
    """Cameras of vendors over PTP/IP, on this computer only."""

    def simulate(self, personality: str, port: int = 0) -> int:
        """Starts a camera; returns its port."""
        self.camera = subprocess.Popen(
            [TOOL, "simulate", "--personality", personality, "--port", str(port), "--picture-size", "1200x800", "--json"],
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.addCleanup(self.camera.stdout.close)
        self.addCleanup(self.switch_off, self.camera)
        return json.loads(self.camera.stdout.readline())["port"]

    def switch_off(self, camera: subprocess.Popen) -> None:
        if camera.poll() is None:
            camera.terminate()
            camera.wait(LIMIT)

    def test_bodies(self):
        for personality in ("canon-eos-r5", "canon-eos-80d", "nikon-z6-2", "nikon-d850"):
            with self.subTest(personality):
                self.close()
                port = self.simulate(personality)
                window = self.open(addresses=[hotshoe.CameraAddressNetwork("127.0.0.1", port)])
                self.until_live()
                self.choose(self.setting("iso"), "ISO 400")
                self.until(lambda: window.camera.property(hotshoe.PropertyIdentifierIsoSpeed()).value.label == "ISO 400")
                self.click(window.picture)
                self.until_status("In focus.")
                self.click(window.shutter)
                self.until(lambda: len(self.files(".JPG")) == 1)
                self.until(lambda: window.last.area is not None)
                # Switched off and on again, at the same address.
                self.switch_off(self.camera)
                self.until_status("connected again")
                self.assertEqual(self.simulate(personality, port), port)
                self.until_status("Connected to")
                self.until_live()

    def test_a_body_without_live_view(self):
        window = self.open(addresses=[hotshoe.CameraAddressNetwork("127.0.0.1", self.simulate("generic"))])
        self.until_status("Connected to")
        # Discovery may find the same camera, under its own identifier.
        description = types.SimpleNamespace(address=window.camera.description.address, serial_number=None)
        found = types.SimpleNamespace(description=description, identifier=None, display_name="Simulated Camera")
        window.cameras._show_change(hotshoe.DiscoveryChangeFound(found))
        self.assertEqual(window.choice["values"], ("Simulated Camera",))
        self.assertTrue(self.is_disabled(window.record) and self.is_disabled(window.focus_buttons[0]))
        self.assertIn("no live view", window.picture.itemcget(window.picture._text, "text"))
        self.click(window.shutter)
        self.until(lambda: len(self.files(".JPG")) == 1)


if __name__ == "__main__":
    unittest.main()
