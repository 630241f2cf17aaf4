"""The camera library through the program gphoto2."""

import contextlib
import os
import resource
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import camlib
from camlib import body

PERSONALITIES = os.environ["HOTSHOE_CAMLIB_PERSONALITIES"].split()


class Program(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def gphoto2(self, device, *arguments, **options):
        """Runs gphoto2 with a body, or with a simulated camera of its own process if that is null."""
        if device:
            return camlib.program(*arguments, folder=self.folder, path=device.path, **options)
        return camlib.program(*arguments, folder=self.folder, path="ptpip:", model=camlib.SIMULATED, **options)

    def saved(self):
        return {path.name: path.read_bytes() for path in self.folder.iterdir() if path.is_file() and not path.name.startswith(".")}


class Bodies(Program):
    def test_each_body_is_used(self):
        self.assertGreaterEqual(len(PERSONALITIES), 1)
        for personality in PERSONALITIES:
            with self.subTest(personality), body(personality=personality) as device:
                self.assertIn("Model: ", self.gphoto2(device, "--summary"))
                settings = self.gphoto2(device, "--list-config").split()
                for name in ["/main/status/cameramodel", "/main/settings/autofocus"]:
                    self.assertIn(name, settings)
                output = self.gphoto2(device, "--capture-image-and-download", "--keep", "--filename", f"{personality}.jpg")
                self.assertIn("New file is in location /", output)
                data = self.saved()[f"{personality}.jpg"]
                self.assertTrue(data.startswith(b"\xff\xd8"))
                if "location /store_" in output:
                    self.assertIn(data, device.files().values())
                if personality != "generic":
                    self.gphoto2(device, "--capture-preview", "--force-overwrite")
                    preview = self.folder / "capture_preview.jpg"
                    self.assertTrue(preview.read_bytes().startswith(b"\xff\xd8"))
                    preview.unlink()


class Commands(Program):
    def test_settings(self):
        with body() as device:
            self.assertIn("Choice: 0 Auto", self.gphoto2(device, "--get-config", "iso"))
            output = self.gphoto2(device, "--set-config", "iso=400", "--get-config", "/main/imgsettings/iso")
            self.assertIn("Current: 400", output)
            self.assertIn("Current: Auto", self.gphoto2(device, "--set-config-index", "iso=0", "--get-config", "iso"))
            self.assertIn("Current: 800", self.gphoto2(device, "--set-config-value", "/main/imgsettings/iso=800", "--get-config", "iso"))
            self.assertIn("not found", self.gphoto2(device, "--set-config", "nosuch=1", succeeds=False))
            self.assertIn("/main/imgsettings/iso", self.gphoto2(device, "--list-all-config"))

    def test_a_refusal_has_the_message_of_hotshoe(self):
        with body(personality="nikon-z6-2") as device:
            output = self.gphoto2(device, "--set-config-value", "iso=123456789", succeeds=False)
            self.assertIn("123456789", output)

    def test_a_picture_is_downloaded_and_deleted(self):
        with body() as device:
            output = self.gphoto2(device, "--capture-image-and-download")
            self.assertIn("Deleting file", output)
            self.assertEqual(len(self.saved()), 1)
            self.assertEqual(device.files(), {})

    def test_pictures_at_an_interval(self):
        with body() as device:
            self.gphoto2(device, "--capture-image-and-download", "--keep", "--frames", "3", "--interval", "1")
            self.assertEqual(sorted(self.saved().values()), sorted(device.files().values()))
            self.assertEqual(len(device.files()), 3)

    def test_a_triggered_picture_is_downloaded(self):
        with body() as device:
            self.gphoto2(device, "--trigger-capture", "--keep", "--wait-event-and-download=CAPTURECOMPLETE")
            self.assertEqual(list(self.saved().values()), list(device.files().values()))

    def test_a_triggered_picture_is_not_lost_when_the_program_ends(self):
        with body(speed="fast") as device:
            self.gphoto2(device, "--trigger-capture")
            self.assertEqual(len(device.files()), 1)

    def test_pictures_that_are_taken_at_the_camera_are_downloaded(self):
        with body("--press", "0.3", "--press", "0.8") as device:
            self.gphoto2(device, "--keep", "--capture-tethered=2f")
            self.assertEqual(sorted(self.saved().values()), sorted(device.files().values()))
            self.assertEqual(len(device.files()), 2)

    def test_frames_of_live_view(self):
        with body() as device:
            self.gphoto2(device, "--capture-movie=50")
            movie = self.saved()["movie.mjpg"]
            self.assertGreaterEqual(movie.count(b"\xff\xd8\xff"), 50)

    def test_files(self):
        with body() as device:
            self.gphoto2(device, "--capture-image")
            name, data = next(iter(device.files().items()))
            folder = "/store_00010001/" + name.rpartition("/")[0]
            self.assertIn(Path(name).name, self.gphoto2(device, "--list-files"))
            self.gphoto2(device, "--folder", folder, "--get-file", "1", "--filename", "a.jpg")
            self.gphoto2(device, "--folder", folder, "--get-thumbnail", "1", "--filename", "b.jpg")
            self.assertEqual(self.saved()["a.jpg"], data)
            self.assertTrue(any(name.endswith("b.jpg") and content.startswith(b"\xff\xd8") for name, content in self.saved().items()))
            (self.folder / "up.txt").write_bytes(b"hello")
            self.gphoto2(device, "--folder", folder, "--upload-file", str(self.folder / "up.txt"))
            self.assertIn(b"hello", device.files().values())
            self.assertIn("EXIF", self.gphoto2(device, "--folder", folder, "--show-exif", "1"))
            self.gphoto2(device, "--folder", folder, "--delete-file", Path(name).name)
            self.assertNotIn(data, device.files().values())
            self.gphoto2(device, "--folder", folder, "--delete-all-files")
            self.assertEqual(device.files(), {})
            self.assertIn("basedir=/store_00010001", self.gphoto2(device, "--storage-info"))

    def test_texts(self):
        self.assertIn("Model: Simulated Camera", self.gphoto2(None, "--summary"))
        self.assertIn("autofocus", self.gphoto2(None, "--manual"))
        self.assertIn("libhotshoe", self.gphoto2(None, "--about"))

    def test_the_shell(self):
        output = camlib_shell(self.folder, "get-config iso\nset-config iso=800\nget-config iso\ncapture-image\nquit\n")
        self.assertIn("Current: 800", output)
        self.assertIn("IMG_0001.JPG", output)

    def test_models_and_ports(self):
        listed = camlib.program("--list-cameras", folder=self.folder)
        for model in [camlib.NETWORK, camlib.SIMULATED, camlib.ANY, "USB PTP Class Camera (HotShoe)"]:
            self.assertIn(f'"{model}"', listed)


def camlib_shell(folder, text):
    environment = os.environ | {"HOME": str(folder), "LANG": "C"}
    command = ["gphoto2", "--port", "ptpip:", "--camera", camlib.SIMULATED, "--shell"]
    return subprocess.run(command, input=text, cwd=folder, env=environment, capture_output=True, text=True, timeout=60).stdout


class Ports(Program):
    """The library of ports: cameras that HOTSHOE_GPHOTO2_CAMERAS names appear in each list of cameras."""

    def test_cameras_are_detected(self):
        with body() as device:
            environment = {"IOLIBS": os.environ["HOTSHOE_IOLIBS"], "HOTSHOE_GPHOTO2_CAMERAS": f"sim,ptpip:127.0.0.1:{device.port}"}
            output = camlib.program("--auto-detect", folder=self.folder, **environment)
            self.assertIn("HotShoe Simulated Camera       hotshoe:sim", output)
            self.assertIn(f"hotshoe:ptpip:127.0.0.1:{device.port}", output)
            output = camlib.program("--port", f"hotshoe:ptpip:127.0.0.1:{device.port}", "--capture-image", folder=self.folder, **environment)
            self.assertIn("IMG_0001", output)
            self.assertEqual(len(device.files()), 1)

    def test_without_the_variable_there_are_none(self):
        output = camlib.program("--auto-detect", folder=self.folder, IOLIBS=os.environ["HOTSHOE_IOLIBS"])
        self.assertNotIn("hotshoe", output)
        self.assertNotIn("hotshoe", camlib.program("--list-ports", folder=self.folder, IOLIBS=os.environ["HOTSHOE_IOLIBS"]))


class BesideOtherLibraries(Program):
    def test_ptp2_keeps_its_cameras(self):
        """With both libraries, the models of this one come after those of ptp2 in the order in which libgphoto2 tries them."""
        folder = self.folder / "camlibs"
        folder.mkdir()
        for library in list(Path(os.environ["HOTSHOE_SYSTEM_CAMLIBS"]).glob("*.so")) + [Path(camlib.FOLDER) / "hotshoe.so"]:
            (folder / library.name).symlink_to(library)
        listed = camlib.program("--list-cameras", folder=self.folder, CAMLIBS=str(folder))
        models = [line.split('"')[1] for line in listed.splitlines() if '"' in line]
        self.assertEqual(models.index("USB PTP Class Camera (HotShoe)"), models.index("USB PTP Class Camera") + 1)
        self.assertEqual(models.count("PTP/IP Camera"), 1)

    def test_alone_it_has_the_model_of_cameras_that_libgphoto2_finds_on_the_network(self):
        with body() as device:
            output = camlib.program("--summary", folder=self.folder, path=device.path, model="PTP/IP Camera")
            self.assertIn("Support by HotShoe", output)


class Failures(Program):
    def test_wrong_addresses(self):
        for path in ["ptpip:127.0.0.1:1", "ptpip:127.0.0.1:99999", "ptpip:[::1", "ptpip:"]:
            with self.subTest(path):
                output = camlib.program("--summary", folder=self.folder, path=path, succeeds=False)
                self.assertIn("*** Error ***", output)

    def test_faults(self):
        # After a failed capture gphoto2 ends with 0, unless it knows the code.
        for fault, message, succeeds in [
                ("focus-fails", "nothing to focus on", True), ("card-full", "full", False), ("fail=busy@shoot", "Try again", False)]:
            with self.subTest(fault), body("--fault", fault) as device:
                output = self.gphoto2(device, "--capture-image", succeeds=succeeds)
                self.assertIn(message, output)
                self.assertEqual(device.files(), {})

    def test_a_camera_that_is_used_by_another_program(self):
        with body() as device, camlib.camera(device.path) as opened:
            output = self.gphoto2(device, "--summary", succeeds=False)
            self.assertIn("*** Error", output)
            self.assertIn("Model: Canon EOS R5", str(opened.get_summary()))

    def test_ctrl_c_ends_a_wait_and_a_picture(self):
        full = {"speed": "fast", "pictures": 2000}  # the list takes 25 s
        for options, card, arguments, printed in [
                ([], {}, ["--wait-event=60s"], "Waiting"),
                (["--fault", "hang@shoot"], {}, ["--wait-event=1ms", "--capture-image"], "Waiting"),
                ([], full, ["--list-files"], "'/store_00010001/DCIM'")]:
            with self.subTest(arguments), body(*options, **card) as device:
                process = subprocess.Popen(
                    ["stdbuf", "-oL", "gphoto2", "--port", device.path, "--camera", camlib.NETWORK, *arguments], stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT, cwd=self.folder, text=True)
                self.assertTrue(any(printed in line for line in process.stdout))
                begun = time.monotonic()
                # gphoto2 clears a cancellation that ends its first call, so the signal is repeated.
                while process.poll() is None and time.monotonic() - begun < 20:
                    process.send_signal(signal.SIGINT)
                    with contextlib.suppress(subprocess.TimeoutExpired):
                        process.wait(1)
                process.kill()
                process.communicate()
                self.assertLess(time.monotonic() - begun, 20)

    def test_a_full_disk(self):
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

        with body() as device:
            self.gphoto2(device, "--capture-image")
            command = ["gphoto2", "--port", device.path, "--camera", camlib.NETWORK, "--get-all-files"]
            result = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=60, preexec_fn=limit,
                                    env=os.environ | {"HOME": "/proc/nowhere"})
            self.assertNotEqual(result.returncode, 0, result.stdout + result.stderr)
            self.assertEqual(len(device.files()), 1)


if __name__ == "__main__":
    unittest.main()
