"""The remote control, on a display: what a photographer does with the mouse, and what the camera does."""

from __future__ import annotations

import os
import tkinter
import unittest

import hotshoe

from remote_control_support import LIMIT, WindowTest, body


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


if __name__ == "__main__":
    unittest.main()
