"""The camera library through libgphoto2's interface: the system's copy, or that of a wheel."""

import os
import threading
import time
import unittest

import camlib
import gphoto2 as gp
from camlib import added, body, camera, contents, events, is_complete, names

PERSONALITIES = os.environ.get("HOTSHOE_CAMLIB_PERSONALITIES", "canon-eos-r5 nikon-z6-2 sony-a7-4").split()


def code_of(error):
    return error.exception.code


class Settings(unittest.TestCase):
    def test_a_setting_is_applied_and_reported(self):
        with camera("ptpip:sim", camlib.SIMULATED) as opened:
            for name, value in [("iso", "800"), ("whitebalance", "Daylight"), ("autoexposuremode", "Manual"), ("shutterspeed", "1/60"),
                                ("aperture", "8"), ("imageformat", "RAW"), ("drivemode", "Continuous"), ("capturetarget", "Internal RAM")]:
                widget = opened.get_single_config(name)
                self.assertIn(value, camlib.read_only_choices(widget))
                widget.set_value(value)
                opened.set_single_config(name, widget)
                self.assertEqual(opened.get_single_config(name).get_value(), value)

    def test_each_setting_of_the_tree_can_be_read_alone(self):
        with camera("ptpip:sim", camlib.SIMULATED) as opened:
            tree, count = opened.get_config(), 0
            for section in tree.get_children():
                for widget in section.get_children():
                    alone = opened.get_single_config(widget.get_name())
                    self.assertEqual((alone.get_type(), alone.get_label()), (widget.get_type(), widget.get_label()))
                    count += 1
            self.assertGreater(count, 40)

    def test_a_tree_applies_only_what_has_changed(self):
        with camera("ptpip:sim", camlib.SIMULATED) as opened:
            tree = opened.get_config()
            tree.get_child_by_name("iso").set_value("1600")
            tree.get_child_by_name("exposurecompensation").set_value("-0.6")
            opened.set_config(tree)
            self.assertEqual(opened.get_single_config("iso").get_value(), "1600")
            self.assertEqual(opened.get_single_config("exposurecompensation").get_value(), "-0.6")
            self.assertEqual(opened.get_single_config("whitebalance").get_value(), "Auto")

    def test_names_of_other_makers_and_of_hotshoe_are_understood(self):
        with camera("ptpip:sim", camlib.SIMULATED) as opened:
            for name in ["f-number", "imagequality", "expprogram", "capturemode", "shutterspeed2", "white-balance"]:
                self.assertEqual(opened.get_single_config(name).get_name(), name)
            widget = opened.get_single_config("expprogram")
            widget.set_value("M")
            opened.set_single_config("expprogram", widget)
            self.assertEqual(opened.get_single_config("autoexposuremode").get_value(), "Manual")

    def test_a_value_that_the_camera_does_not_have_is_refused(self):
        with camera("ptpip:sim", camlib.SIMULATED) as opened:
            widget = opened.get_single_config("iso")
            widget.set_value("123456789")
            with self.assertRaises(gp.GPhoto2Error) as error:
                opened.set_single_config("iso", widget)
            self.assertEqual(code_of(error), gp.GP_ERROR_BAD_PARAMETERS)
            with self.assertRaises(gp.GPhoto2Error) as error:
                opened.get_single_config("nosuchsetting")
            self.assertEqual(code_of(error), gp.GP_ERROR_BAD_PARAMETERS)

    def test_the_computer_is_the_first_capture_target(self):
        """Programs such as INDI choose by the number."""
        with camera("ptpip:sim", camlib.SIMULATED) as opened:
            choices = camlib.read_only_choices(opened.get_single_config("capturetarget"))
            self.assertEqual(choices[:2], ["Internal RAM", "Memory card"])

    def test_the_clock_is_set(self):
        with camera("ptpip:sim", camlib.SIMULATED) as opened:
            widget = opened.get_single_config("datetime")
            widget.set_value(1700000000)
            opened.set_single_config("datetime", widget)
            self.assertAlmostEqual(opened.get_single_config("datetime").get_value(), 1700000000, delta=120)

    def test_focus_shutter_and_video(self):
        with camera("ptpip:sim", camlib.SIMULATED) as opened:
            for name, value in [("autofocusdrive", 1), ("manualfocusdrive", "Near 2"), ("manualfocusdrive", "Far 1"),
                                ("eosremoterelease", "Press Half"), ("eosremoterelease", "Release Half"), ("movie", 1), ("movie", 0)]:
                widget = opened.get_single_config(name)
                widget.set_value(value)
                opened.set_single_config(name, widget)
            names = added(events(opened, lambda kind, data: kind == gp.GP_EVENT_FILE_ADDED))
            self.assertTrue(names[0].endswith("/MVI_0001.AVI"))


class Pictures(unittest.TestCase):
    def test_a_picture_is_what_the_card_has(self):
        for personality in PERSONALITIES:
            with self.subTest(personality), body(personality=personality) as device, camera(device.path) as opened:
                path = opened.capture(gp.GP_CAPTURE_IMAGE)
                data = contents(opened.file_get(path.folder, path.name, gp.GP_FILE_TYPE_NORMAL))
                self.assertTrue(data.startswith(b"\xff\xd8") and data.endswith(b"\xff\xd9"))
                if path.folder != "/":
                    self.assertIn(data, device.files().values())

    def test_raw_and_jpeg_are_two_files(self):
        with body() as device, camera(device.path) as opened:
            widget = opened.get_single_config("imageformat")
            both = [choice for choice in camlib.read_only_choices(widget) if "RAW" in choice and "+" in choice]
            widget.set_value(both[0])
            opened.set_single_config("imageformat", widget)
            path = opened.capture(gp.GP_CAPTURE_IMAGE)
            names = [f"{path.folder}/{path.name}"] + added(events(opened, is_complete))
            self.assertEqual(len(names), len(set(names)))
            self.assertEqual(len(names), 2)
            for name in names:
                folder, _, file = name.rpartition("/")
                self.assertIn(contents(opened.file_get(folder, file, gp.GP_FILE_TYPE_NORMAL)), device.files().values())

    def test_a_picture_in_memory_is_delivered(self):
        for path, model in [("ptpip:sim", camlib.SIMULATED)]:
            with camera(path, model) as opened:
                widget = opened.get_single_config("capturetarget")
                widget.set_value("Internal RAM")
                opened.set_single_config("capturetarget", widget)
                first, second = opened.capture(gp.GP_CAPTURE_IMAGE), opened.capture(gp.GP_CAPTURE_IMAGE)
                self.assertEqual((first.folder, second.folder), ("/", "/"))
                self.assertNotEqual(first.name, second.name)
                self.assertIn(first.name, names(opened.folder_list_files("/")))
                self.assertTrue(contents(opened.file_get("/", first.name, gp.GP_FILE_TYPE_NORMAL)).startswith(b"\xff\xd8"))
                self.assertTrue(contents(opened.file_get("/", second.name, gp.GP_FILE_TYPE_EXIF)).startswith(b"\xff\xe1"))
                opened.file_delete("/", first.name)
                self.assertEqual(names(opened.folder_list_files("/")), [second.name])

    def test_a_trigger_returns_and_the_file_becomes_an_event(self):
        with body(speed="fast") as device, camera(device.path) as opened:
            opened.trigger_capture()
            names = added(events(opened, is_complete))
            self.assertEqual(len(names), 1)
            self.assertEqual(names[0].rpartition("/")[2], next(iter(device.files())).rpartition("/")[2])

    def test_each_trigger_makes_a_file(self):
        with body() as device, camera(device.path) as opened:
            for _ in range(5):
                opened.trigger_capture()
            names = []
            for _ in range(5):
                names += added(events(opened, is_complete))
            self.assertEqual(len(set(names)), 5)
            self.assertEqual(len(device.files()), 5)

    def test_a_picture_taken_at_the_camera_is_an_event(self):
        with body("--press", "0.2") as device, camera(device.path) as opened:
            names = added(events(opened, lambda kind, data: kind == gp.GP_EVENT_FILE_ADDED))
            folder, _, file = names[0].rpartition("/")
            self.assertIn(contents(opened.file_get(folder, file, gp.GP_FILE_TYPE_NORMAL)), device.files().values())

    def expect_one_report(self, opened):
        opened.capture(gp.GP_CAPTURE_IMAGE)
        found, kind = events(opened, is_complete), None
        while kind != gp.GP_EVENT_TIMEOUT:
            kind, data = opened.wait_for_event(500)
            found.append((kind, data))
        self.assertEqual(added(found), [])

    def test_a_picture_needs_no_list_of_a_full_card(self):
        """The list of 800 pictures takes 10 s."""
        with body(speed="fast", pictures=800) as device, camera(device.path) as opened:
            begun = time.monotonic()
            path = opened.capture(gp.GP_CAPTURE_IMAGE)
            opened.trigger_capture()
            found = events(opened, is_complete) + events(opened, is_complete)
            self.assertLess(time.monotonic() - begun, 6)
            self.assertEqual(len(added(found)), 1)
            listed = names(opened.folder_list_files(path.folder))
            self.assertEqual(len(listed), 802)
            self.assertIn(path.name, listed)
            for each in [path.name, added(found)[0].rpartition("/")[2]]:
                self.assertIn(contents(opened.file_get(path.folder, each, gp.GP_FILE_TYPE_NORMAL)), device.files().values())

    def test_a_folder_that_is_newer_than_the_list_of_folders(self):
        with body() as device, camera(device.path) as opened:
            self.assertEqual(names(opened.folder_list_folders("/store_00010001")), [])
            path = opened.capture(gp.GP_CAPTURE_IMAGE)
            self.assertEqual(contents(opened.file_get(path.folder, path.name, gp.GP_FILE_TYPE_NORMAL)), next(iter(device.files().values())))
            self.assertEqual(names(opened.folder_list_folders("/store_00010001")), ["DCIM"])

    def test_a_file_is_reported_once(self):
        """Whether the camera announces it before the picture is complete, or after that."""
        with camera("ptpip:sim", camlib.SIMULATED) as opened:
            self.expect_one_report(opened)
        for personality in PERSONALITIES:
            with self.subTest(personality), body(personality=personality) as device, camera(device.path) as opened:
                self.expect_one_report(opened)

    def test_the_first_of_two_events_is_not_lost_while_no_call_runs(self):
        with body("--press", "0.1", "--press", "0.4") as device, camera(device.path) as opened:
            end = time.monotonic() + 20
            while len(device.files()) < 2 and time.monotonic() < end:
                opened.get_single_config("iso")
            names = added(events(opened, lambda kind, data: kind == gp.GP_EVENT_FILE_ADDED))
            names += added(events(opened, lambda kind, data: kind == gp.GP_EVENT_FILE_ADDED))
            self.assertEqual(len(set(names)), 2)

    def test_the_shutter_is_held_in_bulb(self):
        with camera("ptpip:sim", camlib.SIMULATED) as opened:
            for name, value in [("autoexposuremode", "Bulb"), ("bulb", 1), ("bulb", 0)]:
                widget = opened.get_single_config(name)
                widget.set_value(value)
                opened.set_single_config(name, widget)
            self.assertEqual(len(added(events(opened, lambda kind, data: kind == gp.GP_EVENT_FILE_ADDED))), 1)

    def test_an_unknown_kind_of_capture_is_not_supported(self):
        with camera("ptpip:sim", camlib.SIMULATED) as opened:
            with self.assertRaises(gp.GPhoto2Error) as error:
                opened.capture(gp.GP_CAPTURE_SOUND)
            self.assertEqual(code_of(error), gp.GP_ERROR_NOT_SUPPORTED)


class LiveView(unittest.TestCase):
    def test_frames_differ_and_are_jpeg(self):
        for personality in set(PERSONALITIES) - {"generic"}:
            with self.subTest(personality), body(personality=personality) as device, camera(device.path) as opened:
                frames = [contents(opened.capture_preview()) for _ in range(20)]
                self.assertTrue(all(frame.startswith(b"\xff\xd8") for frame in frames))
                self.assertGreater(len(set(frames)), 10)

    def test_the_viewfinder_shows_whether_it_is_open(self):
        with camera("ptpip:sim", camlib.SIMULATED) as opened:
            for value in [0, 1, 0]:
                widget = opened.get_single_config("viewfinder")
                widget.set_value(value)
                opened.set_single_config("viewfinder", widget)
                self.assertEqual(opened.get_single_config("viewfinder").get_value(), value)
            opened.capture_preview()
            self.assertEqual(opened.get_single_config("viewfinder").get_value(), 1)

    def test_a_picture_between_two_frames(self):
        with body() as device, camera(device.path) as opened:
            opened.capture_preview()
            opened.capture(gp.GP_CAPTURE_IMAGE)
            self.assertTrue(contents(opened.capture_preview()).startswith(b"\xff\xd8"))
            self.assertEqual(len(device.files()), 1)

    def test_a_camera_without_live_view_is_an_error(self):
        with body(personality="generic") as device, camera(device.path) as opened:
            with self.assertRaises(gp.GPhoto2Error) as error:
                opened.capture_preview()
            self.assertEqual(code_of(error), gp.GP_ERROR_NOT_SUPPORTED)


class Files(unittest.TestCase):
    def test_files_are_listed_read_written_and_deleted(self):
        with body() as device, camera(device.path) as opened:
            path = opened.capture(gp.GP_CAPTURE_IMAGE)
            whole = next(iter(device.files().values()))
            self.assertEqual(names(opened.folder_list_files(path.folder)), [path.name])
            info = opened.file_get_info(path.folder, path.name)
            self.assertEqual((info.file.size, info.file.type), (len(whole), "image/jpeg"))
            self.assertTrue(info.file.fields & gp.GP_FILE_INFO_MTIME)
            thumbnail = contents(opened.file_get(path.folder, path.name, gp.GP_FILE_TYPE_PREVIEW))
            self.assertTrue(thumbnail.startswith(b"\xff\xd8") and len(thumbnail) < len(whole))
            exif = contents(opened.file_get(path.folder, path.name, gp.GP_FILE_TYPE_EXIF))
            self.assertEqual(exif, whole[2:2 + len(exif)])
            with self.assertRaises(gp.GPhoto2Error) as error:
                opened.file_get(path.folder, path.name, gp.GP_FILE_TYPE_RAW)
            self.assertEqual(code_of(error), gp.GP_ERROR_NOT_SUPPORTED)

            text = camlib.file(b"0123456789" * 1000)
            opened.folder_put_file(path.folder, "NOTES.TXT", gp.GP_FILE_TYPE_NORMAL, text)
            self.assertEqual(device.files()[f"DCIM/{path.folder.rpartition('/')[2]}/NOTES.TXT"], b"0123456789" * 1000)
            self.assertEqual(sorted(names(opened.folder_list_files(path.folder))), [path.name, "NOTES.TXT"])

            opened.file_delete(path.folder, path.name)
            self.assertNotIn(whole, device.files().values())
            opened.folder_delete_all(path.folder)
            self.assertEqual(device.files(), {})

    def test_a_range_is_read(self):
        with body() as device, camera(device.path) as opened:
            path = opened.capture(gp.GP_CAPTURE_IMAGE)
            whole = next(iter(device.files().values()))
            for offset, size in [(0, 10), (7, 4096), (len(whole) - 5, 100), (len(whole), 10), (len(whole) + 10, 10), (0, len(whole) + 99)]:
                room = bytearray(size)
                count = opened.file_read(path.folder, path.name, gp.GP_FILE_TYPE_NORMAL, offset, room)
                self.assertEqual(bytes(room[:count]), whole[offset:offset + size])

    def test_folders_are_made_and_removed(self):
        with body(personality="generic") as device, camera(device.path) as opened:
            store = "/" + names(opened.folder_list_folders("/"))[0]
            opened.folder_make_dir(store, "MISC")
            self.assertIn("MISC", names(opened.folder_list_folders(store)))
            self.assertTrue((device.folder / "MISC").is_dir())
            text = camlib.file(b"x")
            opened.folder_put_file(store + "/MISC", "A.TXT", gp.GP_FILE_TYPE_NORMAL, text)
            with self.assertRaises(gp.GPhoto2Error):
                opened.folder_remove_dir(store, "MISC")
            opened.file_delete(store + "/MISC", "A.TXT")
            opened.folder_remove_dir(store, "MISC")
            self.assertFalse((device.folder / "MISC").exists())

    def test_names_that_do_not_exist(self):
        with body() as device, camera(device.path) as opened:
            for call, wanted in [
                (lambda: opened.folder_list_files("/nowhere"), gp.GP_ERROR_DIRECTORY_NOT_FOUND),
                (lambda: opened.file_get("/nowhere", "a.jpg", gp.GP_FILE_TYPE_NORMAL), gp.GP_ERROR_DIRECTORY_NOT_FOUND),
                (lambda: opened.file_get("/store_00010001", "a.jpg", gp.GP_FILE_TYPE_NORMAL), gp.GP_ERROR_FILE_NOT_FOUND),
                (lambda: opened.file_delete("/store_00010001", "a.jpg"), gp.GP_ERROR_FILE_NOT_FOUND),
            ]:
                with self.assertRaises(gp.GPhoto2Error) as error:
                    call()
                self.assertEqual(code_of(error), wanted)
            text = camlib.file(b"x")
            with self.assertRaises(gp.GPhoto2Error) as error:
                opened.folder_put_file("/", "a.txt", gp.GP_FILE_TYPE_NORMAL, text)
            self.assertEqual(code_of(error), gp.GP_ERROR_NOT_SUPPORTED)
            self.assertEqual(device.files(), {})

    def test_storages(self):
        with camera("ptpip:sim", camlib.SIMULATED) as opened:
            storages = opened.get_storageinfo()
            self.assertEqual([storage.basedir for storage in storages], ["/store_00010001", "/store_00020001"])
            self.assertEqual(storages[0].capacitykbytes, 64_000_000_000 // 1024)

    def test_texts(self):
        with camera("ptpip:sim", camlib.SIMULATED) as opened:
            summary = str(opened.get_summary())
            for part in ["Model: Simulated Camera", "Serial Number: SIM-0001", "store_00010001", "ISO Speed (iso): "]:
                self.assertIn(part, summary)
            self.assertIn("libhotshoe", str(opened.get_about()))
            self.assertIn("autofocus", str(opened.get_manual()))


class OtherCameras(unittest.TestCase):
    """Cameras that ptp2 does not know, by the selectors of HotShoe."""

    def test_a_camera_of_another_computer(self):
        with camlib.served() as address, camera(f"ptpip:{address}", camlib.ANY) as opened:
            path = opened.capture(gp.GP_CAPTURE_IMAGE)
            data = contents(opened.file_get(path.folder, path.name, gp.GP_FILE_TYPE_NORMAL))
            self.assertEqual(len(data), opened.file_get_info(path.folder, path.name).file.size)
            self.assertTrue(contents(opened.capture_preview()).startswith(b"\xff\xd8"))

    def test_a_body_with_the_protocol_of_its_maker(self):
        with body("--transport", "wireless", personality="fujifilm-x-t4") as device:
            with camera(f"ptpip:fujifilm:127.0.0.1:{device.port}", camlib.ANY) as opened:
                self.assertIn("X-T4", str(opened.get_summary()))
                self.assertTrue(contents(opened.capture_preview()).startswith(b"\xff\xd8"))
                self.assertTrue(opened.capture(gp.GP_CAPTURE_IMAGE).name)


class Failures(unittest.TestCase):
    def test_an_address_without_a_camera(self):
        for path in ["ptpip:127.0.0.1:1", "ptpip:127.0.0.1:0", "ptpip:a b", "ptpip:127.0.0.1:15740:15741"]:
            with self.subTest(path), self.assertRaises(gp.GPhoto2Error) as error:
                with camera(path):
                    pass
            self.assertIn(code_of(error), [gp.GP_ERROR_IO, gp.GP_ERROR_UNKNOWN_PORT])

    def test_an_unplugged_camera(self):
        with body() as device, camera(device.path) as opened:
            opened.capture(gp.GP_CAPTURE_IMAGE)
            device.unplug()
            for call in [lambda: opened.capture(gp.GP_CAPTURE_IMAGE), lambda: opened.capture_preview(), opened.get_summary,
                         lambda: events(opened, lambda kind, data: False)]:
                with self.assertRaises(gp.GPhoto2Error) as error:
                    call()
                self.assertEqual(code_of(error), gp.GP_ERROR_IO)

    def test_a_loop_of_waits_for_a_lost_camera_does_not_spin(self):
        with body() as device, camera(device.path) as opened:
            device.unplug()
            begun, count = time.monotonic(), 0
            while time.monotonic() - begun < 2:
                try:
                    opened.wait_for_event(300)
                except gp.GPhoto2Error as error:
                    self.assertEqual(error.code, gp.GP_ERROR_IO)
                count += 1
            self.assertLess(count, 20)

    def test_faults_of_the_camera(self):
        for fault, wanted in [("focus-fails", gp.GP_ERROR_CAMERA_ERROR), ("card-full", gp.GP_ERROR_NO_SPACE)]:
            with self.subTest(fault), body("--fault", fault) as device, camera(device.path) as opened:
                with self.assertRaises(gp.GPhoto2Error) as error:
                    opened.capture(gp.GP_CAPTURE_IMAGE)
                self.assertEqual(code_of(error), wanted)
                self.assertEqual(device.files(), {})

    def test_a_truncated_file_is_an_error(self):
        with body("--fault", "truncate=5000@get-partial-object") as device, camera(device.path) as opened:
            path = opened.capture(gp.GP_CAPTURE_IMAGE)
            try:
                data = contents(opened.file_get(path.folder, path.name, gp.GP_FILE_TYPE_NORMAL))
                self.assertIn(data, device.files().values())
            except gp.GPhoto2Error as error:
                self.assertIn(error.code, [gp.GP_ERROR_CORRUPTED_DATA, gp.GP_ERROR_IO])

    def test_a_call_is_cancelled(self):
        if not hasattr(gp, "Context") or not hasattr(gp.Context, "set_cancel_func"):
            self.skipTest("this version of the module has no cancellation")
        cancelled = threading.Event()
        context = gp.Context()
        callback = context.set_cancel_func(
            lambda context, data: gp.GP_CONTEXT_FEEDBACK_CANCEL if cancelled.is_set() else gp.GP_CONTEXT_FEEDBACK_OK, None)
        with body("--fault", "hang@shoot", personality="canon-eos-r5") as device, camera(device.path) as opened:
            threading.Timer(0.3, cancelled.set).start()
            begun = time.monotonic()
            with self.assertRaises(gp.GPhoto2Error) as error:
                opened.capture(gp.GP_CAPTURE_IMAGE, context)
            self.assertEqual(code_of(error), gp.GP_ERROR_CANCEL)
            self.assertLess(time.monotonic() - begun, 5)
        del callback

    def test_a_listing_is_cancelled_between_two_files(self):
        if not hasattr(gp, "Context") or not hasattr(gp.Context, "set_cancel_func"):
            self.skipTest("this version of the module has no cancellation")
        calls = []
        context = gp.Context()

        def cancel(context, data):
            calls.append(time.monotonic())
            return gp.GP_CONTEXT_FEEDBACK_CANCEL if len(calls) == 3 else gp.GP_CONTEXT_FEEDBACK_OK

        callback = context.set_cancel_func(cancel, None)
        with body(speed="fast", pictures=400) as device, camera(device.path) as opened:
            folder = "/store_00010001/" + camlib.FOLDER_OF_PICTURES
            opened.folder_list_folders("/store_00010001/DCIM")
            with self.assertRaises(gp.GPhoto2Error) as error:
                opened.folder_list_files(folder, context)
            self.assertEqual(code_of(error), gp.GP_ERROR_CANCEL)
            self.assertLess(time.monotonic() - calls[-1], 1)
            # libgphoto2 does not request a list again that has failed, but contains new files.
            path = opened.capture(gp.GP_CAPTURE_IMAGE)
            self.assertIn(path.name, names(opened.folder_list_files(folder)))
            self.assertIn(contents(opened.file_get(path.folder, path.name, gp.GP_FILE_TYPE_NORMAL)), device.files().values())
        del callback

    def test_two_cameras_in_one_process(self):
        with body(personality="nikon-z6-2") as one, body() as two, camera(one.path) as first, camera(two.path) as second:
            for opened, device in [(first, one), (second, two)]:
                path = opened.capture(gp.GP_CAPTURE_IMAGE)
                self.assertEqual(contents(opened.file_get(path.folder, path.name, gp.GP_FILE_TYPE_NORMAL)), next(iter(device.files().values())))
            self.assertIsNotNone(first.get_single_config("f-number"))
            self.assertIsNotNone(second.get_single_config("aperture"))

    def test_a_camera_is_opened_again_after_its_end(self):
        with body() as device:
            for number in range(3):
                with camera(device.path) as opened:
                    opened.capture(gp.GP_CAPTURE_IMAGE)
                self.assertEqual(len(device.files()), number + 1)


class Programs(unittest.TestCase):
    def test_the_settings_that_programs_look_for_exist(self):
        names = "iso shutterspeed whitebalance exposurecompensation focusmode capturetarget viewfinder autofocusdrive manualfocusdrive bulb " \
            "batterylevel cameramodel manufacturer serialnumber datetime eosremoterelease movie"
        with camera("ptpip:sim", camlib.SIMULATED) as opened:
            tree = opened.get_config()
            for name in f"{names} aperture imageformat drivemode".split():
                self.assertEqual(tree.get_child_by_name(name).get_name(), name)
        with body() as device, camera(device.path) as opened:
            tree = opened.get_config()
            names = [widget.get_name() for section in tree.get_children() for widget in section.get_children()]
            for name in "iso shutterspeed aperture imageformat drivemode autoexposuremode".split():
                self.assertIn(name, names)
        for personality in set(PERSONALITIES) & {"nikon-z6-2"}:
            with body(personality=personality) as device, camera(device.path) as opened:
                tree = opened.get_config()
                for name in "iso shutterspeed f-number imagequality capturemode expprogram".split():
                    self.assertEqual(tree.get_child_by_name(name).get_name(), name)
                self.assertTrue(tree.get_child_by_name("f-number").get_value().startswith("f/"))


if __name__ == "__main__":
    unittest.main()
