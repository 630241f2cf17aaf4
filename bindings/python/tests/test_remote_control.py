"""The remote control, on a display: what a photographer does with the mouse, what the camera does, and how the program ends."""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
import tempfile
import tkinter
import types
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


@unittest.skipUnless(os.environ.get("DISPLAY"), "the window needs a display")
class Window(WindowTest):
    def test_the_picture_has_the_size_of_the_window(self):
        window = self.open(body())
        self.until_live()
        for width, height in ((800, 600), (1400, 700), (900, 1000)):
            self.root.geometry(f"{width}x{height}")
            self.until(lambda: (self.root.winfo_width(), self.root.winfo_height()) == (width, height))
            self.until_live()
            area, canvas = window.picture.area, window.picture
            left, top, right, bottom = canvas.bbox(canvas.find_all()[0])
            self.assertEqual((left, top, right - left, bottom - top), (area.x, area.y, area.width, area.height))
            self.assertAlmostEqual(area.width / area.height, 960 / 640, delta=0.01)
            self.assertTrue(area.width == canvas.winfo_width() or area.height == canvas.winfo_height(), area)
            self.assertGreater(canvas.winfo_width(), width / 2)

    def test_the_picture_follows_the_size_also_between_frames(self):
        window = self.open(body(live_view_rate=0.1))
        self.until_live(1)
        before = window.picture.area.width
        self.root.geometry("1800x1000")
        self.until(lambda: window.picture.area.width > before + 100)
        self.assertEqual(window.frames, 1)

    def test_several_cameras_come_and_go(self):
        first, second = body(1, name="First"), body(2, name="Second")
        window = self.open(first, second)
        self.until(lambda: set(window.choice["values"]) == {"First", "Second"})
        self.until_status("")
        self.until(lambda: window.choice.get() == "Choose a camera")
        self.assertIsNone(window.camera)
        self.choose(window.choice, "Second")
        self.until_live()
        self.assertEqual(window.camera.display_name, "Second")
        first.switch_off()
        self.until(lambda: window.choice["values"] == ("Second",))
        self.assertTrue(window.camera.connection_state.is_connected)
        first.plug_in()
        self.until(lambda: set(window.choice["values"]) == {"First", "Second"})
        previous = window.camera
        self.choose(window.choice, "First")
        self.until(lambda: window.camera is not None and window.camera.display_name == "First")
        self.assertFalse(previous.connection_state.is_connected)
        self.until_live()

    def test_cameras_of_one_name_are_distinguished(self):
        window = self.open(body(1), body(2))
        self.until(lambda: len(window.choice["values"]) == 2)
        self.assertEqual(set(window.choice["values"]), {"Simulated Camera (TEST-1)", "Simulated Camera (TEST-2)"})

    def test_a_camera_that_was_away_is_connected_again(self):
        simulator = body()
        window = self.open(simulator)
        for leave, reason in ((simulator.switch_off, "the camera was switched off"), (simulator.unplug, "the connection was lost")):
            self.until_live()
            leave()
            self.until_status(reason)
            self.assertIn("connected again", self.status())
            self.assertIsNone(window.picture.area)
            self.assertTrue(self.is_disabled(window.shutter))
            self.assertTrue(all(self.is_disabled(setting.box) for setting in window.settings.values()))
            window.cameras._stop_waiting()  # as if it was away for long: only discovery reports that it is back
            simulator.plug_in()
            self.until_live()
            self.until_status("Connected to")
            self.assertFalse(self.is_disabled(window.shutter))

    def test_a_lost_connection_of_a_present_camera_is_made_again(self):
        simulator = body()
        self.open(simulator)
        self.until_live()
        simulator.inject(hotshoe.SimulatedFault.make("taken"))
        self.until_status("another")
        self.until_status("Connected to")
        self.until_live()

    def test_a_failed_attempt_to_connect_is_repeated(self):
        self.open(body(faults=[hotshoe.SimulatedFault.make("fail=busy@connect")]))
        self.until_status("busy")
        self.until_live()

    def test_a_code_is_entered_in_a_dialog(self):
        simulator = body(authentication=hotshoe.CameraSimulatorAuthenticationNumericCode("1234"))
        self.open(simulator)
        entry = []

        def find():
            entry[:] = [each for each in self.descendants(self.root) if isinstance(each, tkinter.Entry) and type(each) is tkinter.Entry]
            return entry

        def enter():
            if find():
                entry[0].insert(0, "1234")
                entry[0].master.master.ok()
            else:
                self.root.after(20, enter)

        self.root.after(20, enter)
        self.until_live()

    def descendants(self, widget):
        for child in widget.winfo_children():
            yield child
            yield from self.descendants(child)

    def test_a_click_focuses_there(self):
        simulator = body()
        window = self.open(simulator)
        self.until_live()
        area = window.picture.area
        for x, y in ((0.3, 0.3), (0.7, 0.6)):
            self.click(window.picture, round(area.x + area.width * x), round(area.y + area.height * y))
            self.until_status("In focus.")
            point = hotshoe.Point(960 * x, 640 * y)
            self.until(lambda: any(each.is_active and each.rect.contains(point) for each in window.picture._frame.focus_areas))
            window.report("")
        simulator.inject(hotshoe.SimulatedFault.make("focus-fails@touch-focus"))
        self.click(window.picture)
        self.until_status("focus")
        self.until(lambda: str(window.status.cget("style")) == "Error.TLabel")
        window.report("")
        self.click(window.picture, 2, 2)  # beside the picture
        self.root.update()
        self.assertEqual(self.status(), "")

    def test_a_camera_that_cannot_focus_at_a_point(self):
        window = self.open(body())
        self.until_live()

        class Camera:
            capabilities, display_name, focus_info = hotshoe.CameraCapabilities.live_view, "Box", None

        real, window.camera = window.camera, Camera()
        self.click(window.picture)
        self.assertEqual(self.status(), "Box cannot focus at a point of the picture.")
        window.camera = real

    def test_the_settings(self):
        simulator = body()
        window = self.open(simulator)
        self.until_live()
        self.assertEqual(len(window.settings), 7)
        mode, aperture = self.setting("exposure-mode"), self.setting("aperture")
        self.assertTrue(self.is_disabled(aperture))  # the camera chooses it
        self.assertNotEqual(aperture.get(), "–")
        self.choose(mode, "M")
        self.until(lambda: not self.is_disabled(aperture) and not self.is_disabled(self.setting("shutter-speed")))
        names = ("aperture", "shutter-speed", "iso", "white-balance", "drive-mode")
        for name in names:
            box = self.setting(name)
            wanted = [value for value in box["values"] if value != box.get()][1]
            self.choose(box, wanted)
            self.until(lambda: window.camera.property(hotshoe.PropertyIdentifier.make(name)).value.label == wanted)
            self.until(lambda: box.get() == wanted)
        self.choose(mode, "A")
        compensation = self.setting("exposure-compensation")
        self.until(lambda: not self.is_disabled(compensation))
        self.choose(compensation, "+1")
        self.until(lambda: window.camera.exposure_compensation.property.value.label == "+1")
        self.until(lambda: self.is_disabled(self.setting("shutter-speed")))

        self.assertTrue(simulator.turn(hotshoe.PropertyIdentifierAperture(), "f/8"))  # a dial on the body
        self.until(lambda: aperture.get() == "f/8")
        simulator.inject(hotshoe.SimulatedFault.make("fail=busy@set-property"))
        self.choose(aperture, "f/4")
        self.until_status("busy")
        self.until(lambda: aperture.get() == "f/8")

    def test_a_mode_dial_is_shown_and_not_changed(self):
        self.open(body(has_mode_dial=True))
        self.until_live()
        self.assertEqual(self.setting("exposure-mode").get(), "P")
        self.assertTrue(self.is_disabled(self.setting("exposure-mode")))

    def test_pictures_are_saved_and_shown(self):
        simulator = body()
        window = self.open(simulator)
        self.until_live()
        self.assertIsNone(window.last.area)
        self.click(window.shutter)
        self.assertTrue(self.is_disabled(window.shutter))
        self.until(lambda: window.saved is not None)
        self.assertEqual(os.path.dirname(window.saved), self.folder)
        self.assertGreater(os.path.getsize(window.saved), 1000)
        self.assertIn(window.saved, self.status())
        self.assertAlmostEqual(window.last.area.width / window.last.area.height, 1.5, delta=0.02)
        self.until(lambda: not self.is_disabled(window.shutter))

        other = os.path.join(self.folder, "other")
        window.set_folder(other)
        self.until(lambda: window._tether is not None)
        self.click(window.shutter)
        self.until(lambda: os.path.dirname(window.saved) == other)
        self.assertEqual(len(os.listdir(other)), 1)

        self.until(lambda: not self.is_disabled(window.shutter))
        simulator.inject(hotshoe.SimulatedFault.make("card-full"))
        self.click(window.shutter)
        self.until_status("full")
        self.until(lambda: not self.is_disabled(window.shutter))

    def test_a_picture_that_is_released_at_the_camera_is_saved(self):
        simulator = body()
        window = self.open(simulator)
        self.until_live()
        simulator.press_shutter_button()
        self.until(lambda: len(self.files(".JPG")) == 1 and window.last.area is not None)

    def test_the_picture_of_a_raw_file_is_that_of_the_camera(self):
        window = self.open(body())
        self.until_live()
        quality = window.camera.image_quality
        raw = next(each for each in quality.settable.values if each.label.upper() == "RAW")
        quality.set_property_value(raw, hotshoe.PropertyCompletionReflected(5)).wait(LIMIT)
        self.click(window.shutter)
        self.until(lambda: window.last.area is not None)
        self.assertEqual(self.files(".JPG"), [])
        self.assertEqual(len(self.files(".DNG")), 1)

    def test_a_folder_that_cannot_be_written(self):
        window = self.open(body())
        self.until_live()
        window.set_folder("/dev/null/nowhere")
        self.until(lambda: window._tether is not None)
        self.click(window.shutter)
        self.until_status("/dev/null/nowhere")
        self.until(lambda: "Choose another folder." in self.status() and window._tether is None)
        window.set_folder(self.folder)
        self.until(lambda: not self.is_disabled(window.shutter))
        self.click(window.shutter)
        self.until(lambda: len(self.files(".JPG")) == 1)

    def test_video(self):
        for options in ({}, {"combines_categories": False}):
            with self.subTest(options):
                self.close()
                window = self.open(body(**options))
                self.until_live()
                sign = lambda: window.picture.itemcget(window.picture._recording, "text")
                self.assertEqual(sign(), "")
                self.click(window.record)
                self.until(lambda: sign().startswith("● REC 00:0"))
                self.assertTrue(window.camera.recording.is_recording)
                self.assertEqual(window.record.cget("text"), "Stop recording")
                self.until(lambda: sign() == "● REC 00:01")
                self.until_live()
                self.click(window.record)
                self.until(lambda: sign() == "" and window.record.cget("text") == "Record video")
                self.assertFalse(window.camera.recording.is_recording)
                # Pictures can be taken again.
                self.until(lambda: hotshoe.CommandCategories.stills_shooting in window.camera.command_categories)
                if not options:
                    self.until(lambda: len(self.files(".AVI")) == 1)

    def test_a_recording_that_the_camera_starts_is_shown(self):
        simulator = body()
        window = self.open(simulator)
        self.until_live()
        simulator.press_record_button()
        self.until(lambda: window.record.cget("text") == "Stop recording")
        simulator.press_record_button()
        self.until(lambda: window.record.cget("text") == "Record video")

    def test_focus_steps(self):
        window = self.open(body())
        self.until_live()
        for index, word in ((0, "nearer"), (5, "farther"), (2, "nearer"), (3, "farther")):
            self.click(window.focus_buttons[index])
            self.until_status(f"Focus moved {word}.")

        def is_at_end(button):
            self.click(button)
            return str(window.status.cget("style")) == "Error.TLabel"

        for onwards, back, word in ((5, 0, "nearer"), (0, 5, "farther")):
            self.until(lambda: is_at_end(window.focus_buttons[onwards]))
            window.report("")
            self.click(window.focus_buttons[back])
            self.until_status(f"Focus moved {word}.")

    def test_live_view_that_ends_can_be_started_again(self):
        simulator = body()
        window = self.open(simulator)
        self.until_live()
        simulator.inject(hotshoe.SimulatedFault.make("overheat"))
        self.until(lambda: window.picture.area is None)
        self.click(window.picture)
        self.until_live()
        simulator.inject(hotshoe.SimulatedFault.make("truncated-frames*3"))
        simulator.inject(hotshoe.SimulatedFault.make("rgb-frames*3"))
        self.until_live(12)

    def test_closing_disconnects(self):
        window = self.open(body())
        self.until_live()
        camera = window.camera
        self.root.tk.eval(self.root.tk.call("wm", "protocol", ".", "WM_DELETE_WINDOW"))
        self.until(self.is_destroyed)
        self.assertFalse(camera.connection_state.is_connected)
        self.assertTrue(camera.connection_state.value.is_expected)


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
