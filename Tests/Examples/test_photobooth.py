"""The photo booth in a window, used as guests use it: keys and the mouse, and a camera that fails."""

import asyncio
import os
import pathlib
import shlex
import sys
import unittest

from support import EXAMPLES, LIMIT, ExampleTest, Program, Screen, difference, digest
from PIL import Image, ImageStat

import booth
import hotshoe
import strip


class BoothTest(ExampleTest):
    """A booth on a screen of its own."""

    def setUp(self):
        super().setUp()
        self.screen = Screen()
        self.addCleanup(self.screen.close)
        self.booth = self.folder / "booth"

    def open(self, *words, **environment):
        """Starts a booth, with a short countdown."""
        self.program = self.start(
            "photobooth",
            "--folder",
            self.booth,
            "--countdown",
            1,
            "--shown",
            60,
            *words,
            environment={**self.screen.environment, **environment},
        )
        return self.program

    def simulated(self, *words, **environment):
        return self.open("--simulated", *words, **environment)

    def pictures(self):
        return sorted((self.booth / "pictures").iterdir())

    def strips(self):
        return sorted((self.booth / "strips").iterdir())

    def check_strip(self, path, pictures):
        """The strip has these pictures, in their order."""
        sheet = self.assert_whole(path, strip.SIZE)
        for place, picture in zip(strip.slots(len(pictures)), pictures):
            differences = [difference(sheet.crop(place), self.assert_whole(each)) for each in pictures]
            self.assertEqual(differences.index(min(differences)), pictures.index(picture), f"{picture} is not in its place")
            self.assertLess(min(differences), 6)

    def until_mirror(self, after=None):
        """A picture of the screen with the mirror, other than the last one."""
        for _ in range(LIMIT * 10):
            image = self.screen.picture()
            sky = image.getpixel((700, 20))
            if sky != (255, 255, 255) and sky[2] > 60 and (after is None or image.tobytes() != after.tobytes()):
                return image
        self.fail("there is no mirror on the screen")

    def until_dark(self):
        for _ in range(LIMIT * 10):
            if max(self.screen.picture().getpixel((20, 700))) < 60:
                return
        self.fail("the screen does not show that the camera is away")

    def end(self, code=0):
        self.screen.do("key", "ctrl+q")
        self.assertEqual(self.program.end(), code, self.program.text)
        self.assertNotIn("Traceback", self.program.text)
        self.assert_no_partial_files(self.booth)


class SelfTestTests(BoothTest):
    def test_without_a_camera_it_ends_with_the_reason(self):
        self.open("--camera", "ptpip:127.0.0.1:1", "--strips", 1)
        self.assertEqual(self.program.end(), 2, self.program.text)
        self.assertRegex(self.program.text, "(?m)^photobooth: .*127.0.0.1")
        self.assertNotIn("Traceback", self.program.text)

    def test_a_camera_by_its_simulated_address(self):
        self.open("--camera", "sim:SIM-0001", "--strips", 1)
        self.assertEqual(self.program.end(), 0, self.program.text)
        self.assertIn("1 strip is in", self.program.text)
        self.check_strip(self.strips()[0], self.pictures())


class GuestTests(BoothTest):
    def test_the_space_bar_makes_a_strip_and_a_click_another(self):
        self.simulated().line("ready")
        self.screen.do("key", "space")
        self.assertTrue(self.program.line("strip: ").endswith("strip-0001.jpg"))
        self.screen.do("key", "space")  # back to the mirror
        self.program.line("ready")
        self.screen.do("mousemove", 640, 400, "click", 1)
        self.program.line("strip: ")
        self.end()
        names = [each.name for each in self.pictures()]
        self.assertEqual(names, [f"{number:04}.JPG" for number in range(1, 9)])
        self.assertEqual(len({digest(each) for each in self.pictures()}), 8)
        for number, path in enumerate(self.strips()):
            self.check_strip(path, self.pictures()[4 * number : 4 * number + 4])
        self.assertIn("2 strips are in", self.program.text)

    def test_the_mirror_is_one_and_moves(self):
        self.simulated().line("ready")
        self.screen.do("key", "space")
        self.program.line("picture: ")
        first, picture = self.until_mirror(), self.assert_whole(self.pictures()[0])

        def brightness(image, left, right):
            width, height = image.size
            return ImageStat.Stat(
                image.convert("L").crop((int(left * width), int(height * 0.45), int(right * width), int(height * 0.6)))
            ).mean[0]

        # The picture of the camera has the church left of its middle: the mirror has it at the right side of that.
        flipped = picture.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        self.assertLess(difference(self.middle(first), self.middle(flipped)), difference(self.middle(first), self.middle(picture)))
        second = self.until_mirror(after=first)
        self.assertNotEqual(first.tobytes(), second.tobytes())
        self.program.line("strip: ")
        self.end()

    def middle(self, image):
        """The part of the scene that does not move, as large as the mirror shows it."""
        width, height = image.size
        return image.crop((int(0.15 * width), int(0.45 * height), int(0.8 * width), int(0.62 * height)))

    def test_escape_cancels_a_strip_and_keeps_its_pictures(self):
        self.simulated("--countdown", 2).line("ready")
        self.screen.do("key", "Return")
        self.program.line("picture: ")
        self.screen.do("key", "Escape")
        self.program.line("cancelled")
        self.program.line("ready")
        taken = len(self.pictures())
        self.assertIn(taken, (1, 2))  # Escape arrived in the countdown of the second picture, or while that was taken
        self.screen.do("key", "space")
        self.program.line("strip: ")
        self.end()
        self.assertEqual(len(self.pictures()), taken + 4)
        self.check_strip(self.strips()[0], self.pictures()[taken:])

    def test_a_booth_that_runs_again_continues_its_numbers(self):
        for _ in range(2):
            self.simulated("--strips", 1, "--shown", 0)
            self.assertEqual(self.program.end(), 0, self.program.text)
        self.assertEqual([each.name for each in self.strips()], ["strip-0001.jpg", "strip-0002.jpg"])
        self.assertEqual(len(self.pictures()), 8)

    def test_ctrl_c_in_a_strip_names_its_pictures(self):
        self.simulated("--strips", 2).line("picture: ")
        self.program.interrupt()
        self.assertEqual(self.program.end(), 130, self.program.text)
        self.assertNotIn("Traceback", self.program.text)
        for each in self.pictures():
            self.assert_whole(each)
        self.assertEqual(self.strips(), [])

    def test_f11_fills_the_screen_and_back(self):
        manager = Program(["openbox"], self.screen.environment)
        self.addCleanup(manager.stop)
        self.simulated("--size", "800x500").line("ready")
        window = self.screen.do("search", "--sync", "--name", "Photo booth").split()[-1]
        self.screen.do("windowactivate", "--sync", window)
        for size in ("1280x800", "800x500"):
            self.screen.do("key", "F11")
            self.until_size(window, size)
        self.screen.do("key", "space")  # the size of what is drawn has followed
        self.program.line("strip: ")
        self.end()

    def until_size(self, window, size):
        for _ in range(LIMIT * 10):
            if f"Geometry: {size}" in self.screen.do("getwindowgeometry", window):
                return
        self.fail(f"the window has not the size {size}")

    def test_other_numbers_of_pictures(self):
        self.simulated("--strips", 1, "--pictures", 2, "--countdown", 0, "--shown", 0)
        self.assertEqual(self.program.end(), 0, self.program.text)
        self.check_strip(self.strips()[0], self.pictures())

    def test_without_a_screen(self):
        program = self.start("photobooth", "--simulated", "--folder", self.booth, environment={"DISPLAY": ""})
        self.assertEqual(program.end(), 1)
        self.assertIn("There is no screen", program.text)

    def test_a_folder_that_cannot_be_made(self):
        (self.folder / "booth").write_text("")
        self.assertEqual(self.simulated().end(), 7)
        self.assertIn("File exists", self.program.text.replace("Not a directory", "File exists"))


class PrinterTests(BoothTest):
    def printer(self, script):
        tools = self.folder / "tools"
        tools.mkdir()
        (tools / "lp").write_text(f"#!/bin/sh\n{script}\n")
        (tools / "lp").chmod(0o755)
        return f"{tools}:{os.environ['PATH']}"

    def test_each_strip_is_printed_once(self):
        path = self.printer(f"echo \"$@\" >> {shlex.quote(str(self.folder / 'printed'))}")
        self.simulated("--strips", 2, "--shown", 0, "--countdown", 0, "--print", "dnp", "--print-option", "media=2x6", PATH=path)
        self.assertEqual(self.program.end(), 0, self.program.text)
        self.assertEqual(
            (self.folder / "printed").read_text().splitlines(), [f"-d dnp -o media=2x6 {each.resolve()}" for each in self.strips()]
        )

    def test_a_printer_that_fails_keeps_the_booth_running(self):
        path = self.printer("echo 'lp: The printer or class does not exist.' >&2; exit 1")
        self.simulated("--strips", 2, "--shown", 0, "--countdown", 0, "--print", PATH=path)
        self.assertEqual(self.program.end(), 0, self.program.text)
        self.assertEqual(self.program.text.count("does not exist"), 2)
        self.assertEqual(len(self.strips()), 2)


class CameraTests(BoothTest):
    def test_a_camera_that_finds_no_focus(self):
        self.simulated("--strips", 1, "--shown", 0, "--fault", "focus-fails@shoot*2")
        self.program.line("no focus")
        self.program.line("no focus")
        self.assertEqual(self.program.end(), 0, self.program.text)
        self.assertEqual(len(self.pictures()), 4)
        self.check_strip(self.strips()[0], self.pictures())

    def test_a_camera_that_never_finds_focus_takes_pictures_without(self):
        self.simulated("--strips", 1, "--shown", 0, "--pictures", 1, "--fault", "focus-fails*99")
        self.assertEqual(self.program.end(), 0, self.program.text)
        self.assertEqual(len(self.pictures()), 1)

    def test_a_camera_that_refuses_is_asked_again(self):
        self.simulated("--strips", 1, "--shown", 0, "--fault", "busy@shoot*2")
        self.assertEqual(self.program.end(), 0, self.program.text)
        self.assertEqual(self.program.text.count("failed: "), 2)
        self.assertEqual(len(self.pictures()), 4)

    def test_a_test_with_a_camera_that_takes_no_picture_fails(self):
        self.simulated("--strips", 1, "--countdown", 0, "--fault", "fail=card-error@shoot*99")
        self.assertEqual(self.program.end(), 12, self.program.text)
        self.assertEqual(self.program.text.count("failed: "), 6)
        self.assertEqual((self.pictures(), self.strips()), ([], []))

    def test_a_camera_that_is_unplugged_and_back(self):
        """A body on the network, whose card keeps its pictures: the process ends in the middle of a strip, and is started again."""
        card = self.folder / "card"
        options = ("--storage", card, "--personality", "canon-eos-r5", "--picture-size", "1200x800")
        body, port = self.serve(*options, command="simulate")
        self.open("--camera", f"ptpip:127.0.0.1:{port}", "--guests", 1, "--shown", 0).line("ready")
        self.screen.do("key", "space")
        self.program.line("picture: ")
        self.program.line("picture: ")
        body.process.kill()
        body.end()
        self.program.line("away: ")
        self.until_dark()
        self.screen.do("key", "space")  # which is no press: there is no camera
        self.serve(*options, command="simulate", port=port)
        self.program.line("camera: it is back")
        self.until_mirror()
        self.assertEqual(self.program.end(), 0, self.program.text)
        taken = [path for path in card.rglob("*") if path.suffix.lower() in (".jpg", ".jpeg")]
        self.assertEqual(
            sorted(digest(each) for each in self.pictures()), sorted(digest(each) for each in taken), "each picture is copied once"
        )
        self.assertEqual(len(self.strips()), 1)
        self.assertEqual(len(self.pictures()), 4)
        self.check_strip(self.strips()[0], self.pictures())

    def plate(self):
        """The brightness of the screen where the sentence of the mirror has its plate, above the letters."""
        return ImageStat.Stat(self.screen.picture().convert("L").crop((500, 572, 780, 582))).mean[0]

    def test_guests_who_press_while_the_camera_is_away(self):
        """Between two parties: what the screen shows is the same before and after, and a press in between begins nothing."""
        options = ("--storage", self.folder / "card", "--picture-size", "1200x800", "--personality", "canon-eos-r5")
        body, port = self.serve(*options, command="simulate")
        self.open("--camera", f"ptpip:127.0.0.1:{port}", "--guests", 1, "--shown", 0).line("ready")
        self.until_mirror()
        self.assertLess(self.plate(), 75)
        body.process.kill()
        body.end()
        self.program.line("away: ")
        self.until_dark()
        self.screen.do("key", "space")
        self.serve(*options, command="simulate", port=port)
        self.program.line("it is back")
        self.until_mirror()
        self.assertLess(self.plate(), 75, "the plate of the sentence is there again")
        self.assertEqual(self.pictures(), [])
        self.screen.do("key", "space")
        self.assertEqual(self.program.end(), 0, self.program.text)
        self.assertEqual(len(self.pictures()), 4)

    def test_a_camera_that_vanishes_in_the_picture_and_never_returns(self):
        self.simulated("--strips", 1, "--fault", "unplug@shoot").line("away: ")
        self.until_dark()
        self.end(code=12)
        self.assertEqual(self.strips(), [])

    def test_a_booth_waits_for_its_camera(self):
        body, port = self.serve(command="simulate")  # its port is free when it has ended
        body.stop()
        self.open("--camera", f"ptpip:127.0.0.1:{port}", "--strips", 1, "--pictures", 1, "--countdown", 0, "--shown", 0).line("away: ")
        self.serve("--picture-size", "900x600", command="simulate", port=port)
        self.assertEqual(self.program.end(), 0, self.program.text)
        self.check_strip(self.strips()[0], self.pictures())

    def test_a_picture_that_was_taken_while_the_connection_broke_counts_once(self):
        """The body closes the connection when it has accepted the release: the picture is on its card, and reported to no program."""
        card = self.folder / "card"
        _, port = self.serve(
            "--storage", card, "--picture-size", "1200x800", "--fault", "close=answered@initiate-capture", command="simulate"
        )
        self.open("--camera", f"ptpip:127.0.0.1:{port}", "--strips", 1, "--shown", 0)
        self.assertEqual(self.program.end(), 0, self.program.text)
        self.assertIn("it is back, with 1 pictures", self.program.text)
        taken = [digest(path) for path in card.rglob("*") if path.suffix.lower() in (".jpg", ".jpeg")]
        self.assertEqual(sorted(digest(each) for each in self.pictures()), sorted(taken))
        self.assertEqual(len(taken), 4, "it was not taken again")
        self.check_strip(self.strips()[0], self.pictures())

    def test_a_full_disk_has_whole_files_and_a_sentence(self):
        """There is room for one picture of two megabytes, and not for a second one."""
        disk, copy = self.folder / "disk", self.folder / "copy"
        disk.mkdir()
        words = [
            sys.executable,
            str(EXAMPLES / "photobooth"),
            "--simulated",
            "--strips",
            "1",
            "--countdown",
            "0",
            "--folder",
            str(disk / "booth"),
        ]
        script = (
            f"mount -t tmpfs -o size=3m tmpfs {disk} || exit 99; {shlex.join(words)}; code=$?; cp -a {disk}/booth {copy}; exit $code"
        )
        self.program = Program(["unshare", "-rm", "sh", "-c", script], self.screen.environment)
        self.addCleanup(self.program.stop)
        self.program.line("disk is full")
        self.until_dark()
        self.screen.do("key", "ctrl+q")
        self.assertEqual(self.program.end(), 12, self.program.text)
        self.booth = copy
        self.assertEqual(len(self.pictures()), 1)
        self.assert_whole(self.pictures()[0])
        self.assert_no_partial_files(copy)

    def test_a_disk_that_has_room_again(self):
        """The booth waits, and continues the strip when somebody has made room."""
        disk, copy = self.folder / "disk", self.folder / "copy"
        disk.mkdir()
        words = [
            sys.executable,
            str(EXAMPLES / "photobooth"),
            "--simulated",
            "--strips",
            "1",
            "--countdown",
            "0",
            "--shown",
            "0",
            "--folder",
            str(disk / "booth"),
        ]
        script = (
            f"mount -t tmpfs -o size=21m tmpfs {disk} && dd if=/dev/zero of={disk}/other bs=1M count=18 status=none || exit 99; "
            f"(read line; rm {disk}/other) < {self.folder}/room & {shlex.join(words)}; code=$?; cp -a {disk}/booth {copy}; exit $code"
        )
        os.mkfifo(self.folder / "room")
        self.program = Program(["unshare", "-rm", "sh", "-c", script], self.screen.environment)
        self.addCleanup(self.program.stop)
        self.program.line("waiting for room")
        with open(self.folder / "room", "w") as room:
            room.write("now\n")
        self.program.line("strip: ")
        self.assertEqual(self.program.end(), 0, self.program.text)
        self.assertEqual(self.program.text.count("failed: "), 1, "no picture is taken while there is no room")
        self.booth = copy
        used = [self.booth / "pictures" / os.path.basename(line) for line in self.program.lines if line.startswith("picture: ")]
        self.assertEqual(used, self.pictures())
        self.assertEqual(len(used), 4)
        self.check_strip(self.strips()[0], used)


class ArrivalTests(unittest.IsolatedAsyncioTestCase):
    """What a booth does with the files that are copied, without a window."""

    class Screen:
        def show(self, view):
            self.view = view

        def show_frame(self, jpeg):
            pass

    async def test_a_picture_that_is_not_copied_is_an_error(self):
        discovery = hotshoe.CameraDiscovery.create_with_providers("test", [])
        one = booth.Booth(discovery, booth.Options(pathlib.Path(".")), self.Screen())
        one._arrived = asyncio.Queue()
        with self.assertRaises(hotshoe.CameraErrorTimedOut):
            await one._arrival(0.01)
        one._arrived.put_nowait("a.jpg")
        self.assertEqual(await one._arrival(10), "a.jpg")
        lost = hotshoe.CameraError(hotshoe.CameraErrorCode.FILE_SYSTEM, "full")
        one._arrived.put_nowait(lost)
        with self.assertRaises(hotshoe.CameraError) as caught:
            await one._arrival(10)
        self.assertIs(caught.exception, lost)

    async def test_pressing_a_booth_that_does_not_run_has_no_effect(self):
        discovery = hotshoe.CameraDiscovery.create_with_providers("test", [])
        one = booth.Booth(discovery, booth.Options(pathlib.Path(".")), self.Screen())
        for function in (one.press, one.cancel, one.close):
            self.assertIsNone(function())


if __name__ == "__main__":
    unittest.main()
