"""The turntable scanner on simulated cameras and a controller at a pseudoterminal, with what can go wrong in a scan."""

import asyncio
import contextlib
import csv
import datetime
import io
import json
import os
import pathlib
import unittest
import unittest.mock

from fake_grbl import FakeGrbl
from support import SERIAL_NUMBER, ExampleTest, digest, exif

import turntable

ROLES = {"top": "SIM-0001", "middle": "SIM-0002", "low": "SIM-0003"}


class TurntableTest(ExampleTest):
    def setUp(self):
        super().setUp()
        self.scan = self.folder / "scan"

    def names(self, angles, roles=ROLES):
        return sorted(f"{role}/{role}-{angle:06.2f}.JPG" for role in roles for angle in angles)

    def files(self, folder=None):
        folder = folder or self.scan
        return sorted(each.relative_to(folder).as_posix() for each in folder.rglob("*.JPG"))

    def check_scan(self, angles, roles=ROLES, size=(1500, 1000)):
        """The files, the manifest and the table agree; each picture is whole, and of the camera with its role."""
        self.assertEqual(self.files(), self.names(angles, roles))
        document = json.loads((self.scan / "scan.json").read_text())
        pictures = document["pictures"]
        self.assertEqual([(each["angle"], each["role"]) for each in pictures], [(angle, role) for angle in angles for role in roles])
        self.assertEqual(document["roles"], list(roles))
        for each in pictures:
            path = self.scan / each["file"]
            self.assert_whole(path, size)
            self.assertEqual(path.stat().st_size, each["size"])
            if roles is ROLES:
                self.assertEqual(exif(path)[SERIAL_NUMBER], ROLES[each["role"]])
        with open(self.scan / "scan.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([(row["file"], row["time"]) for row in rows], [(each["file"], each["time"]) for each in pictures])
        self.assert_no_partial_files(self.scan)
        return pictures

    def marks(self):
        return {name: (digest(self.scan / name), (self.scan / name).stat().st_mtime_ns) for name in self.files()}


class ScanTests(TurntableTest):
    def test_a_whole_scan(self):
        text = self.run_example("turntable", "--simulated", "--positions", 4, self.scan)
        self.check_scan([0, 90, 180, 270])
        self.assertIn("12 pictures are in", text)
        self.assertIn("middle     4 of 4", text)

    def test_a_scan_that_is_whole_is_not_repeated(self):
        self.run_example("turntable", "--simulated", "--positions", 2, self.scan)
        before = self.marks()
        text = self.run_example("turntable", "--simulated", "--positions", 2, self.scan)
        self.assertIn("6 of 6 pictures are in", text)
        self.assertEqual(self.marks(), before)

    def test_an_interrupted_scan_continues_where_it_stopped(self):
        program = self.start("turntable", "--simulated", "--positions", 6, self.scan)
        program.line(" 60.00°  top, middle, low")
        program.interrupt()
        self.assertEqual(program.end(), 130, program.text)
        self.assertIn("The same command continues the scan", program.text)
        self.assertIn("missing:", program.text)
        self.assert_no_partial_files(self.scan)
        for name in self.files():
            self.assert_whole(self.scan / name)
        before = self.marks()
        self.assertGreaterEqual(len(before), 6)
        self.assertLess(len(before), 18)
        text = self.run_example("turntable", "--simulated", "--positions", 6, self.scan)
        self.assertIn(f"{len(before)} of 18 pictures are in", text)
        self.check_scan([0, 60, 120, 180, 240, 300])
        self.assertEqual({name: mark for name, mark in self.marks().items() if name in before}, before)

    def test_a_killed_scan_continues_too(self):
        program = self.start("turntable", "--simulated", "--positions", 4, self.scan)
        program.line("  0.00°  top, middle, low")
        program.process.kill()
        program.end()
        self.run_example("turntable", "--simulated", "--positions", 4, self.scan)
        self.check_scan([0, 90, 180, 270])

    def test_a_file_that_is_not_whole_is_photographed_again_and_kept(self):
        self.run_example("turntable", "--simulated", "--positions", 2, self.scan)
        broken = self.scan / "low/low-180.00.JPG"
        broken.write_bytes(broken.read_bytes()[:5000])
        (self.scan / "top/top-000.00.JPG").unlink()
        text = self.run_example("turntable", "--simulated", "--positions", 2, self.scan)
        self.assertIn("4 of 6 pictures are in", text)
        self.check_scan([0, 180])
        self.assertEqual((self.scan / "low/low-180.00.JPG.broken").stat().st_size, 5000)

    def test_a_camera_that_is_unplugged_is_named_and_the_others_continue(self):
        text = self.run_example(
            "turntable", "--simulated", "--positions", 3, "--attempts", 2, "--fault", "middle:unplug@shoot", self.scan, code=12
        )
        self.assertEqual(self.files(), self.names([0, 120, 240], ["top", "low"]))
        self.assertIn("middle     0 of 3  missing: 0°, 120°, 240°", text)
        self.assertIn("middle: The connection to the camera was lost.", text)
        before = self.marks()
        self.run_example("turntable", "--simulated", "--positions", 3, self.scan)
        self.check_scan([0, 120, 240])
        self.assertEqual({name: mark for name, mark in self.marks().items() if name in before}, before)

    def test_a_picture_that_fails_is_repeated(self):
        faults = [
            word
            for fault in ("top:busy@shoot", "middle:truncated-download", "low:fail=card-error@shoot")
            for word in ("--fault", fault)
        ]
        text = self.run_example("turntable", "--simulated", "--positions", 2, *faults, self.scan)
        for role in ROLES:
            self.assertIn(f"  0.00°  {role}: ", text)
        self.assertIn("repeated in", text)
        self.check_scan([0, 180])

    def test_a_full_disk_ends_the_scan(self):
        text, copy = self.on_small_disk("1m", "turntable", "--simulated", "--positions", 9, "DISK/scan", code=7)
        self.assertIn("disk is full", text)
        self.assertIn("missing: ", text)
        self.scan = copy / "scan"
        files = self.files()
        self.assertGreaterEqual(len(files), 3)
        for name in files:
            self.assert_whole(self.scan / name)
        self.assert_no_partial_files(self.scan)
        self.run_example("turntable", "--simulated", "--positions", 9, self.scan)
        self.check_scan([0, 40, 80, 120, 160, 200, 240, 280, 320])

    def test_a_folder_that_cannot_be_made(self):
        (self.folder / "file").write_text("")
        text = self.run_example("turntable", "--simulated", self.folder / "file" / "scan", code=7)
        self.assertIn("Not a directory", text)

    def test_another_scan_is_not_mixed_in(self):
        self.run_example("turntable", "--simulated", "--positions", 2, self.scan)
        self.assertIn("has a scan of 2 positions", self.run_example("turntable", "--simulated", "--positions", 3, self.scan, code=64))


class SerialTests(TurntableTest):
    def controller(self, **options):
        fake = FakeGrbl(**options)
        self.addCleanup(fake.close)
        return fake

    def test_the_table_stands_when_the_cameras_release(self):
        fake = self.controller(speed=300)
        self.run_example("turntable", "--simulated", "--positions", 4, "--turntable", fake.path, "--settle", 0.1, self.scan)
        pictures = self.check_scan([0, 90, 180, 270])
        self.assertEqual(fake.lines, ["G21 G90"] + [line for angle in (0, 90, 180, 270) for line in (f"G0 X{angle:.3f}", "G4 P0.1")])
        for angle, stands in fake.moves:
            for each in pictures:
                released = datetime.datetime.fromisoformat(each["time"]).timestamp()
                if each["angle"] == angle:
                    self.assertGreaterEqual(released, stands + 0.09)  # the dwell is over, too; the manifest has milliseconds
                elif each["angle"] < angle:
                    self.assertLess(released, stands)

    def test_another_axis_and_scale(self):
        fake = self.controller()
        self.run_example(
            "turntable",
            "--simulated",
            "--positions",
            2,
            "--turntable",
            fake.path,
            "--axis",
            "A",
            "--per-degree",
            -0.25,
            "--settle",
            0,
            self.scan,
        )
        self.assertEqual(fake.lines, ["G21 G90", "G0 A-0.000", "G4 P0", "G0 A-45.000", "G4 P0"])

    def test_a_continued_scan_only_turns_to_what_is_missing(self):
        self.run_example("turntable", "--simulated", "--positions", 4, self.scan)
        (self.scan / "low/low-180.00.JPG").unlink()
        fake = self.controller()
        self.run_example("turntable", "--simulated", "--positions", 4, "--turntable", fake.path, "--settle", 0, self.scan)
        self.assertEqual([angle for angle, _ in fake.moves], [180])
        self.check_scan([0, 90, 180, 270])

    def test_a_table_that_fails_is_named_and_the_scan_continues_later(self):
        for fault, words in (
            ("alarm", "a limit switch was reached"),
            ("locked", "Unlock it with $X"),
            ("reset", "was reset while it moved"),
            ("unplug", "was unplugged"),
        ):
            with self.subTest(fault=fault):
                self.scan = self.folder / fault
                fake = self.controller(fault=fault, fault_at=2)
                text = self.run_example(
                    "turntable", "--simulated", "--positions", 2, "--turntable", fake.path, "--settle", 0, self.scan, code=1
                )
                self.assertIn(words, text)
                self.assertEqual(self.files(), self.names([0]))
                self.run_example("turntable", "--simulated", "--positions", 2, self.scan)
                self.check_scan([0, 180])

    def test_a_device_that_sends_other_lines_is_no_turntable(self):
        fake = self.controller(fault="babble")

        async def turn():
            table = turntable.Grbl(fake.path, settle=0)
            try:
                await table.start()
                await asyncio.wait_for(table.turn_to(90), 30)
            finally:
                table.close()

        with unittest.mock.patch("turntable.TURN", 0.3), self.assertRaisesRegex(turntable.TurntableError, "does not answer G0"):
            asyncio.run(turn())

    def test_keys_from_before_confirm_no_angle(self):
        keyboard, terminal = os.openpty()
        input = os.dup(0)
        for each in (keyboard, terminal, input):
            self.addCleanup(os.close, each)
        self.addCleanup(os.dup2, input, 0)
        os.dup2(terminal, 0)
        os.write(keyboard, b"\n\n")

        async def turn():
            await asyncio.wait_for(turntable.HandTurntable().turn_to(90), 0.3)

        with contextlib.redirect_stdout(io.StringIO()), self.assertRaises(asyncio.TimeoutError):
            asyncio.run(turn())

    def test_a_person_turns_the_table(self):
        program = self.start("turntable", "--simulated", "--positions", 3, "--turntable", "hand", self.scan, input=True)
        for angle in ("0°", "120°", "240°"):
            program.line(f"Turn to {angle}, and press Enter.")
            self.assertEqual(len(self.files()), {"0°": 0, "120°": 3, "240°": 6}[angle])
            program.type("\n")
        self.assertEqual(program.end(), 0, program.text)
        self.check_scan([0, 120, 240])

    def test_a_person_who_leaves(self):
        program = self.start("turntable", "--simulated", "--positions", 3, "--turntable", "hand", self.scan, input=True)
        program.line("Turn to 0°")
        program.process.stdin.close()
        self.assertEqual(program.end(), 1, program.text)
        program = self.start("turntable", "--simulated", "--positions", 3, "--turntable", "hand", self.scan, input=True)
        program.line("Turn to 0°")
        program.interrupt()
        self.assertEqual(program.end(), 130, program.text)

    def test_what_is_no_turntable(self):
        for port, words in (("/dev/null", "is no serial port"), (self.folder / "missing", "No such file")):
            self.assertIn(words, self.run_example("turntable", "--simulated", "--turntable", port, self.scan, code=1))


class HostTests(TurntableTest):
    """Cameras of a rig's file, on hosts."""

    def rig(self, *cameras):
        path = self.folder / "scanner.rig"
        path.write_text("".join(f"[{role}]\ncamera = {camera}\n" for role, camera in cameras) + "[all]\nset iso = 200\n")
        return path

    def test_a_host_that_is_killed_and_started_again(self):
        storage = self.folder / "card"
        options = ("--picture-size", "900x600", "--storage", storage)
        _, first = self.serve("--picture-size", "900x600")
        second, port = self.serve(*options)
        rig = self.rig(("top", f"http://127.0.0.1:{first}/SIM-0001"), ("low", f"http://127.0.0.1:{port}/SIM-0001"))
        words = ("--rig", rig, "--turntable", "simulated", "--positions", 6, "--settle", 0.1, "--attempts", 20)
        program = self.start("turntable", *words, self.scan)
        program.line(" 60.00°  top, low")
        second.process.kill()
        second.end()
        program.line("low: repeated")
        self.serve(*options, port=port)
        self.assertEqual(program.end(), 0, program.text)
        self.check_scan([0, 60, 120, 180, 240, 300], ["top", "low"], (900, 600))
        self.assertEqual({exif(self.scan / name)[0x8827] for name in self.files()}, {200})

    def test_what_is_missing_is_tried_once_more_at_the_end(self):
        body, port = self.serve("--picture-size", "900x600")
        rig = self.rig(("top", f"http://127.0.0.1:{port}/SIM-0001"))
        words = ("--rig", rig, "--positions", 2, "--attempts", 1, "--turntable", "hand", self.scan)
        program = self.start("turntable", *words, input=True)
        program.line("Turn to 0°")
        body.process.kill()
        body.end()
        program.type("\n")
        program.line("missing: top")
        program.line("Turn to 180°")
        program.type("\n")
        program.line("missing: top")
        program.line("Turn to 0°")  # once more
        self.serve("--picture-size", "900x600", port=port)
        program.type("\n")
        program.line("Turn to 180°")
        program.type("\n")
        self.assertEqual(program.end(), 0, program.text)
        self.check_scan([0, 180], ["top"], (900, 600))

    def test_simulated_cameras_of_a_rig(self):
        rig = self.rig(("top", "sim:SIM-0001"), ("low", "sim:SIM-0002"))
        self.run_example("turntable", "--rig", rig, "--turntable", "simulated", "--settle", 0, "--positions", 2, self.scan)
        self.assertEqual(self.files(), self.names([0, 180], ["top", "low"]))
        self.assertEqual(exif(self.scan / self.names([0], ["low"])[0])[SERIAL_NUMBER], "SIM-0002")

    def test_cameras_without_a_table(self):
        rig = self.rig(("top", "http://127.0.0.1:1/SIM-0001"))
        text = self.run_example("turntable", "--rig", rig, self.scan, code=64)
        self.assertIn("--rig needs --turntable", text)
        self.assertFalse(self.scan.exists())

    def test_a_host_that_is_not_there(self):
        rig = self.rig(("top", "http://127.0.0.1:1/SIM-0001"))
        text = self.run_example("turntable", "--rig", rig, "--turntable", "simulated", self.scan, code=2)
        self.assertIn("top: ", text)

    def test_a_setting_that_a_camera_refuses(self):
        _, port = self.serve()
        rig = self.rig(("top", f"http://127.0.0.1:{port}/SIM-0001"))
        rig.write_text(rig.read_text() + "set aperture = f/900\n")
        text = self.run_example("turntable", "--rig", rig, "--turntable", "simulated", self.scan, code=1)
        self.assertIn("top: ", text)
        rig.write_text(rig.read_text() + "set apperture = f/9\n")
        self.assertIn("no property apperture", self.run_example("turntable", "--rig", rig, "--turntable", "simulated", self.scan, code=64))


if __name__ == "__main__":
    unittest.main()
