"""The parts of the examples that need no camera: the plan of a scan, the layout of a strip, the order of a film, what a person writes."""

import dataclasses
import datetime
import json
import pathlib
import subprocess
import tempfile
import unittest
import unittest.mock

import support  # noqa: F401  the folders of the examples
from PIL import Image

import hotshoe

import film
import hosts
import plan
import release
import scene
import selection
import strip
from turntable import Status, alarm


class SelectionTests(unittest.TestCase):
    def test_the_examples_have_the_same_selection(self):
        texts = {(support.EXAMPLES / name / "selection.py").read_text() for name in ("turntable", "bullet-time", "photobooth")}
        self.assertEqual(len(texts), 1)

    def test_what_is_an_address(self):
        Network, Provider = hotshoe.CameraAddressNetwork, hotshoe.CameraAddressProvider
        for text, address in (
            ("sim:SIM-0002", Provider("sim", "SIM-0002")),
            ("sim", Provider("sim", "")),
            ("ptpip:10.0.0.1", Network("10.0.0.1", None)),
            ("ptpip:r5.local:15741", Network("r5.local", 15741)),
            ("ptpip:[fe80::1]:15740", Network("fe80::1", 15740)),
            ("http://host:8080/SIM-1", Provider("http", "//host:8080/SIM-1")),
            ("https://host/", Provider("https", "//host/")),
            ("usb:1-7", hotshoe.CameraAddressUsb(1, 7)),
            ("fujifilm:10.0.0.2", Provider("fujifilm", "10.0.0.2")),
            ("EOS R5", None),
            ("042021000437", None),
            ("usb:x", None),
            ("ptpip:a:b", None),
            ("http:", None),
        ):
            with self.subTest(text=text):
                self.assertEqual(selection.address(text), address)

    def test_a_file_of_a_rig_that_is_wrong_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a.rig")
            for content, words in ((b"[left]\ncamera", "Line 2"), (b"\xff\xfe", "no text"), (None, "No such file")):
                if content is not None:
                    path.write_bytes(content)
                with self.assertRaises(selection.Problem) as caught:
                    selection.read_rig(str(path if content is not None else path.with_name("missing")))
                self.assertIn(words, str(caught.exception))
                self.assertEqual(caught.exception.code, 64)


class PlanTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def picture(self, position, role, content=b"\xff\xd8\xff content \xff\xd9", listed=None):
        angle = plan.angles(4)[position]
        path = self.folder / (plan.stem(role, angle) + ".JPG")
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
        return plan.Picture(
            position, angle, role, f"{role}/{path.name}", len(content) if listed is None else listed, "2026-11-29T10:00:00.000+00:00"
        )

    def test_angles(self):
        self.assertEqual(plan.angles(4), [0, 90, 180, 270])
        self.assertEqual(plan.angles(7)[1], 51.43)
        for positions in (1, 36, 720, 36000):
            names = [plan.stem("a", angle) for angle in plan.angles(positions)]
            self.assertEqual(names, sorted(set(names)))

    def test_a_new_scan_misses_everything(self):
        scan = plan.Scan.open(self.folder, 3, ["top", "low"])
        self.assertEqual(scan.missing(), [(0, "top"), (0, "low"), (1, "top"), (1, "low"), (2, "top"), (2, "low")])
        self.assertEqual(scan.missing(1), [(1, "top"), (1, "low")])
        self.assertIn("top        0 of 3  missing: 0°, 120°, 240°", plan.Scan(3, ["top", "middle"]).table())

    def test_what_is_whole_counts(self):
        scan = plan.Scan(4, ["top", "low"])
        scan.add(self.picture(0, "top"))
        scan.add(self.picture(1, "top", listed=99))  # shorter than the manifest lists
        scan.add(self.picture(2, "top"))
        (self.folder / "top/top-180.00.JPG").unlink()
        self.picture(3, "top")  # copied, and not in the manifest yet
        self.picture(0, "low", b"\xff\xd8\xff half")
        scan.save(self.folder)
        again = plan.Scan.open(self.folder, 4, ["top", "low"])
        self.assertEqual([(each.position, each.role) for each in again.pictures], [(0, "top"), (1, "top"), (3, "top")])
        # A whole JPEG of another length than the manifest lists is one that was copied later.
        self.assertEqual(again.pictures[1].size, self.picture(1, "top").size)
        plan.set_aside(self.folder, "low", 0)
        self.assertEqual([each.name for each in (self.folder / "low").iterdir()], ["low-000.00.JPG.broken"])
        self.picture(0, "low", b"\xff\xd8\xff half again")
        plan.set_aside(self.folder, "low", 0)
        names = sorted(each.name for each in (self.folder / "low").iterdir())
        self.assertEqual(names, ["low-000.00.JPG.2.broken", "low-000.00.JPG.broken"], "no file is replaced")

    def test_the_manifest_and_the_table(self):
        scan = plan.Scan(4, ["top", "low"])
        for position, role in ((1, "low"), (0, "low"), (0, "top")):
            scan.add(self.picture(position, role))
        scan.save(self.folder)
        document = json.loads((self.folder / "scan.json").read_text())
        self.assertEqual([(each["angle"], each["role"]) for each in document["pictures"]], [(0, "top"), (0, "low"), (90, "low")])
        rows = (self.folder / "scan.csv").read_text().splitlines()
        self.assertEqual(rows[0], "file,angle,role,time")
        self.assertEqual(rows[3], "low/low-090.00.JPG,90,low,2026-11-29T10:00:00.000+00:00")
        self.assertEqual(sorted(each.name for each in self.folder.iterdir() if each.is_file()), ["scan.csv", "scan.json"])

    def test_another_scan_in_the_folder_is_an_error(self):
        plan.Scan(4, ["top"]).save(self.folder)
        for positions, roles in ((5, ["top"]), (4, ["low"])):
            with self.assertRaises(plan.ManifestError):
                plan.Scan.open(self.folder, positions, roles)
        for text in ("{", "[]", '{"pictures": [{}], "positions": 4, "roles": []}', '{"pictures": []}', "null"):
            (self.folder / "scan.json").write_text(text)
            with self.assertRaises(plan.ManifestError):
                plan.Scan.open(self.folder, 4, ["top"])

    def test_a_manifest_with_wrong_values_is_an_error(self):
        plan.Scan(4, ["top"], [self.picture(0, "top")]).save(self.folder)
        path = self.folder / "scan.json"
        whole = json.loads(path.read_text())
        for changes in ({"roles": [1]}, {"roles": 5}, {"positions": "4"}, {"pictures": [5]}, {"pictures": 5}):
            path.write_text(json.dumps({**whole, **changes}))
            with self.subTest(changes), self.assertRaises(plan.ManifestError):
                plan.Scan.open(self.folder, 4, ["top"])
        for changes in ({"file": 5}, {"role": []}, {"position": "0"}):
            path.write_text(json.dumps({**whole, "pictures": [{**whole["pictures"][0], **changes}]}))
            with self.subTest(changes), self.assertRaises(plan.ManifestError):
                plan.Scan.open(self.folder, 4, ["top"])
        for changes in ({"position": 4}, {"position": -1}, {"role": "low"}):
            path.write_text(json.dumps({**whole, "pictures": [{**whole["pictures"][0], **changes}]}))
            with self.subTest(changes):
                self.assertEqual([each.position for each in plan.Scan.open(self.folder, 4, ["top"]).pictures], [0])
        path.unlink()
        path.mkdir()
        with self.assertRaises(plan.ManifestError):
            plan.Scan.open(self.folder, 4, ["top"])

    def test_a_manifest_that_cannot_be_written_leaves_the_last_one(self):
        plan.Scan(4, ["top"]).save(self.folder)
        before = (self.folder / "scan.json").read_text()
        with self.assertRaises(ZeroDivisionError), plan.replacing(self.folder / "scan.json") as file:
            file.write("half")
            raise ZeroDivisionError
        self.assertEqual((self.folder / "scan.json").read_text(), before)
        self.assertFalse((self.folder / "scan.json.part").exists())

    def test_roles_that_are_folders(self):
        self.assertTrue(all(plan.is_safe(role) for role in ("top", "top 3", "links-außen", "a_b")))
        self.assertFalse(any(plan.is_safe(role) for role in ("", "..", "a/b", "a ", "-x", "a\n", "x" * 65)))

    def test_reports_of_grbl(self):
        for line, state in (
            ("<Idle|MPos:0.000,0.000,0.000|FS:0,0>", "Idle"),
            ("<Hold:0|MPos:1,2,3>", "Hold"),
            ("<Run,MPos:0,0,0>", "Run"),
            ("ok", ""),
            ("<Idle", ""),
            ("[MSG:Pgm End]", ""),
        ):
            self.assertEqual(Status(line).state, state, line)
        self.assertEqual(alarm("ALARM:1"), "a limit switch was reached")
        self.assertEqual(alarm("ALARM:11"), "alarm 11")


class StripTests(unittest.TestCase):
    def test_places_are_on_the_paper_and_apart(self):
        for count in range(1, 7):
            places = strip.slots(count)
            self.assertEqual(len(places), count)
            for (left, top, right, bottom), following in zip(places, places[1:] + [None]):
                self.assertGreaterEqual(left, 0)
                self.assertLessEqual(right, strip.SIZE[0])
                self.assertAlmostEqual((right - left) / (bottom - top), 1.5, 1)
                self.assertLessEqual(bottom, following[1] if following else strip.SIZE[1] - strip.FOOT + 1)

    def test_pictures_are_in_their_places(self):
        colours = [(200, 0, 0), (0, 200, 0), (0, 0, 200), (200, 200, 0)]
        sheet = strip.compose(
            [Image.new("RGB", (300 + 200 * (place % 2), 300), colour) for place, colour in enumerate(colours)], "Title", "Date"
        )
        self.assertEqual(sheet.size, (600, 1800))
        for (left, top, right, bottom), colour in zip(strip.slots(4), colours):
            for point in ((left, top), (right - 1, bottom - 1), ((left + right) // 2, (top + bottom) // 2)):
                self.assertEqual(sheet.getpixel(point), colour)
        foot = sheet.crop((0, strip.slots(4)[3][3], 600, 1800))
        self.assertGreater(len(foot.getcolors(100000)), 10, "there is text below the pictures")

    def test_a_long_title_is_smaller(self):
        self.assertLessEqual(
            strip.fitting("A very long title for a strip of pictures", 540, 54).getlength("A very long title for a strip of pictures"),
            540,
        )

    def test_no_strip_is_replaced(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name, "strips")
            sheet = Image.new("RGB", (60, 180))
            self.assertEqual(
                [strip.write(sheet, folder).name for _ in range(3)], ["strip-0001.jpg", "strip-0002.jpg", "strip-0003.jpg"]
            )
            (folder / "strip-0001.jpg").unlink()
            self.assertEqual(strip.write(sheet, folder).name, "strip-0004.jpg", "numbers are not used again")
            self.assertEqual(len(list(folder.iterdir())), 3)

    def test_a_disk_without_hard_links(self):
        with tempfile.TemporaryDirectory() as name, unittest.mock.patch("os.link", side_effect=PermissionError(1, "not permitted")):
            folder = pathlib.Path(name)
            sheet = Image.new("RGB", (60, 180))
            self.assertEqual([strip.write(sheet, folder).name for _ in range(2)], ["strip-0001.jpg", "strip-0002.jpg"])
            for each in sorted(folder.iterdir()):
                with Image.open(each) as picture:
                    self.assertEqual(picture.size, (60, 180))
            with self.assertRaises(FileExistsError):
                strip.give_name(folder / "strip-0001.jpg", folder / "strip-0002.jpg")


class SceneTests(unittest.TestCase):
    def test_the_mirror_shows_left_as_left(self):
        frame = Image.new("RGB", (90, 60), (200, 0, 0))
        frame.paste((0, 0, 200), (45, 0, 90, 60))
        drawn = scene.draw(frame, (320, 240), scene.View())
        self.assertEqual((drawn.getpixel((10, 100)), drawn.getpixel((310, 100))), ((0, 0, 200), (200, 0, 0)))

    def test_the_mirror_fills_the_screen(self):
        self.assertEqual(scene.visible((960, 640), (1500, 1000)), (0, 0, 960, 640))
        self.assertEqual(scene.visible((960, 640), (1920, 1080)), (0, 50, 960, 590))
        self.assertEqual(scene.visible((960, 640), (640, 640)), (160, 0, 800, 640))

    def test_every_view_can_be_drawn_in_every_size(self):
        frame, sheet = Image.new("RGB", (96, 64), (90, 120, 90)), Image.new("RGB", strip.SIZE)
        views = [
            scene.View(),
            scene.View(sentence="A sentence" * 9, hint="hint"),
            scene.View(number=3, part=0.5, places=4, taken=(frame,)),
            scene.View(is_flash=True),
            scene.View(strip=sheet, sentence="Your strip", hint="x"),
            scene.View(wait="looking", number=3, warning="away" * 40),
        ]
        for size in ((160, 120), (1280, 800), (600, 1024)):
            for view in views:
                self.assertEqual(scene.draw(frame, size, view).size, size)
                self.assertEqual(scene.draw(None, size, view).size, size)

    def test_without_a_camera_the_screen_is_dark_and_a_strip_stays(self):
        frame, sheet = Image.new("RGB", (96, 64), (200, 200, 200)), Image.new("RGB", strip.SIZE, (0, 200, 0))
        waiting = scene.draw(frame, (800, 500), scene.View(wait="soon", is_flash=True, number=2, sentence="Press the button"))
        self.assertLess(max(waiting.getpixel((5, 495))), 60)
        self.assertEqual(waiting.tobytes(), scene.draw(None, (800, 500), scene.View(wait="soon")).tobytes())
        showing = scene.View(strip=sheet, sentence="Your strip")
        self.assertEqual(
            scene.draw(frame, (800, 500), dataclasses.replace(showing, wait="soon")).tobytes(),
            scene.draw(frame, (800, 500), showing).tobytes(),
        )

    def test_the_ring_of_the_countdown_becomes_shorter(self):
        def ring(part):
            drawn = scene.draw(Image.new("RGB", (96, 64)), (800, 500), scene.View(number=2, part=part))
            return sum(count for count, colour in drawn.getcolors(1 << 20) if colour == scene.ACCENT)

        self.assertGreater(ring(0), 2 * ring(0.6))
        self.assertGreater(ring(0.6), ring(0.9))


class FilmTests(unittest.TestCase):
    def test_the_order_of_frames(self):
        self.assertEqual(film.order(4, bounce=False), [0, 1, 2, 3])
        self.assertEqual(film.order(4, bounce=True), [0, 1, 2, 3, 2, 1])
        self.assertEqual(film.order(2, bounce=True), [0, 1])
        self.assertEqual(film.order(1, bounce=True), [0])

    def test_sizes(self):
        self.assertEqual(film.even((801, 600)), (800, 600))
        self.assertEqual(film.limited((6000, 4000), 1920), (1920, 1280))
        self.assertEqual(film.limited((600, 4000), 400), (60, 400))
        self.assertEqual(film.limited((600, 400), 1920), (600, 400))
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for number, (size, orientation) in enumerate((((60, 40), 1), ((40, 90), 6), ((70, 50), 1))):
                tags = Image.Exif()
                tags[0x0112] = orientation
                paths.append(f"{folder}/{number}.jpg")
                Image.new("RGB", size).save(paths[-1], exif=tags)
            self.assertEqual(film.smallest(paths), (60, 40))
            self.assertEqual(film.frame(paths[1], (30, 20)).size, (30, 20))

    def test_cameras_of_hosts(self):
        self.assertEqual(hosts.local_cameras(7, 3), [3, 2, 2])
        self.assertEqual(sorted(["SIM-10", "SIM-9", "A", "SIM-9b"], key=hosts.natural), ["A", "SIM-9", "SIM-9b", "SIM-10"])

    def test_dates_of_pictures(self):
        self.assertEqual(
            release.date_taken({0x9003: "2026:11:29 10:00:01", 0x9291: "25"}), datetime.datetime(2026, 11, 29, 10, 0, 1, 250000)
        )
        for tags in ({}, {0x9003: "2026:11:29 10:00:01"}, {0x9003: "never", 0x9291: "1"}, {0x9003: "2026:11:29 10:00:01", 0x9291: "x"}):
            self.assertIsNone(release.date_taken(tags))

    def test_deviations_without_the_sweep(self):
        start = datetime.datetime(2026, 11, 29)
        taken = {"a": 0.0, "b": 0.103, "d": 0.297}
        frames = [release.Frame(role, "host", "", start + datetime.timedelta(seconds=seconds)) for role, seconds in taken.items()]
        late = release.deviations(frames + [release.Frame("c", "host", "", None)], ["a", "b", "c", "d"], 0.1)
        self.assertEqual({role: round(value) for role, value in late.items()}, {"a": 0, "b": 3, "d": -3})
        self.assertAlmostEqual(release.spread(late.values()), 6)
        self.assertEqual(release.deviations([], ["a"]), {})


class OptionTests(unittest.TestCase):
    """What each program prints for options that it does not take."""

    def test_wrong_options(self):
        for example, *words in (
            ("turntable",),
            ("turntable", "--simulated"),
            ("turntable", "--simulated", "--positions", "0", "x"),
            ("turntable", "--rig", "/nowhere", "--turntable", "hand", "x"),
            ("turntable", "--simulated", "--fault", "top:nothing", "x"),
            ("turntable", "--simulated", "--fault", "side:busy", "x"),
            ("turntable", "--simulated", "--per-degree", "0", "x"),
            ("turntable", "--simulated", "--settle", "nan", "x"),
            ("bullet-time", "x"),
            ("bullet-time", "--simulated", "1", "x"),
            ("bullet-time", "--simulated", "3", "--local-hosts", "4", "x"),
            ("bullet-time", "--simulated", "3", "--sweep", "10", "x"),
            ("bullet-time", "--rig", "/nowhere", "x"),
            ("bullet-time", "--simulated", "3", "--rate", "nan", "x"),
            ("photobooth", "--pictures", "7"),
            ("photobooth", "--simulated", "--fault", "nothing"),
            ("photobooth", "--size", "10x10"),
            ("photobooth", "--simulated", "--camera", "x"),
            ("photobooth", "--shown", "nan"),
            ("photobooth", "--fault", "busy"),
        ):
            with self.subTest(example=example, words=words):
                command = [support.sys.executable, str(support.EXAMPLES / example), *words]
                done = subprocess.run(command, capture_output=True, text=True, env=support.ENVIRONMENT, timeout=support.LIMIT)
                self.assertEqual(done.returncode, 64, done.stderr)
                self.assertTrue(done.stderr.strip())
                self.assertNotIn("Traceback", done.stderr)

    def test_help(self):
        for example in ("turntable", "bullet-time", "photobooth"):
            done = subprocess.run(
                [support.sys.executable, str(support.EXAMPLES / example), "--help"],
                capture_output=True,
                text=True,
                timeout=support.LIMIT,
            )
            self.assertEqual(done.returncode, 0)
            self.assertIn("--simulated", done.stdout)


if __name__ == "__main__":
    unittest.main()
