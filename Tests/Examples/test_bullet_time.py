"""Bullet time on hosts of this computer: the film and its order, the releases, and what can go wrong in a take."""

import datetime
import json
import os
import select
import signal
import socket
import subprocess
import sys
import unittest

from support import DATE, ENVIRONMENT, EXAMPLES, FRACTION, LIMIT, ExampleTest, Program, difference, exif
from PIL import Image, ImageSequence


def taken(path):
    tags = exif(path)
    return datetime.datetime.strptime(f"{tags[DATE]}.{tags[FRACTION]}", "%Y:%m:%d %H:%M:%S.%f")


class BulletTimeTest(ExampleTest):
    def setUp(self):
        super().setUp()
        self.takes = self.folder / "takes"

    def pictures(self, number=1):
        return sorted((self.takes / f"take-{number:04}").glob("*.JPG"))

    def probe(self, path):
        """Width, height and the number of frames of a film."""
        command = [
            "ffprobe",
            "-v",
            "error",
            "-count_frames",
            "-select_streams",
            "v",
            "-show_entries",
            "stream=width,height,nb_read_frames",
            "-of",
            "csv=p=0",
        ]
        return [
            int(number)
            for number in subprocess.run([*command, path], capture_output=True, text=True, check=True).stdout.strip().split(",")
        ]

    def frames(self, path):
        """The frames of a film, as pictures."""
        pattern = self.folder / "frame-%03d.png"
        subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", path, "-fps_mode", "passthrough", pattern], check=True)
        return [self.assert_whole(each) for each in sorted(self.folder.glob("frame-*.png"))]

    def order(self, frames, pictures):
        """For each frame the place of the picture that is most like it. The clock in the scene makes them differ."""
        clock = (0.62, 0.78, 0.86, 0.93)  # where the clock is, in parts of the picture

        def cut(image):
            width, height = image.size
            return image.convert("RGB").crop(
                (int(clock[0] * width), int(clock[1] * height), int(clock[2] * width), int(clock[3] * height))
            )

        known = [cut(self.assert_whole(each)) for each in pictures]
        result = []
        for frame in frames:
            differences = [difference(cut(frame), each) for each in known]
            result.append(differences.index(min(differences)))
        return result


class TakeTests(BulletTimeTest):
    def test_one_command_makes_a_film(self):
        text = self.run_example("bullet-time", "--simulated", 5, "--local-hosts", 2, "--sweep", 1.2, self.takes)
        pictures = self.pictures()
        self.assertEqual([each.name for each in pictures], ["01.JPG", "02.JPG", "03.JPG", "04.JPG", "05.JPG"])
        for each in pictures:
            self.assert_whole(each, (1500, 1000))
        times = [taken(each) for each in pictures]
        self.assertEqual(times, sorted(times), "the sweep releases one camera after the other")
        self.assertAlmostEqual((times[-1] - times[0]).total_seconds(), 1.2, delta=0.3)
        path = self.takes / "take-0001.mp4"
        self.assertEqual(self.probe(path), [1500, 1000, 8])
        self.assertEqual(self.order(self.frames(path), pictures), [0, 1, 2, 3, 4, 3, 2, 1])
        document = json.loads((self.takes / "take-0001/take.json").read_text())
        self.assertEqual([each["file"] for each in document["pictures"]], [each.name for each in pictures])
        self.assertEqual(len({each["host"] for each in document["pictures"]}), 2)
        self.assertIn("The releases differ by", text)
        self.assert_no_partial_files(self.takes)

    def test_the_spread_is_that_of_the_dates(self):
        text = self.run_example("bullet-time", "--simulated", 4, "--local-hosts", 2, "--once", self.takes)
        times = [taken(each) for each in self.pictures()]
        spread = round((max(times) - min(times)).total_seconds() * 1000)
        self.assertIn(f"The releases differ by {spread} ms, by the dates in 4 pictures.", text)
        self.assertLess(spread, 500)
        self.assertEqual(self.probe(self.takes / "take-0001.mp4")[2], 4)

    def test_without_ffmpeg_the_film_is_webp(self):
        tools = self.folder / "tools"
        tools.mkdir()
        (tools / "hotshoe").symlink_to(
            os.path.realpath(
                subprocess.run(["which", os.environ.get("HOTSHOE_TOOL", "hotshoe")], capture_output=True, text=True).stdout.strip()
            )
        )
        self.run_example(
            "bullet-time", "--simulated", 3, "--sweep", 0.9, "--longest-side", 600, self.takes, environment={"PATH": str(tools)}
        )
        self.assertFalse((self.takes / "take-0001.mp4").exists())
        with Image.open(self.takes / "take-0001.webp") as film:
            self.assertEqual((film.size, film.n_frames), ((600, 400), 4))
            frames = [each.convert("RGB") for each in ImageSequence.Iterator(film)]
        self.assertEqual(self.order(frames, self.pictures()), [0, 1, 2, 1])

    def test_takes_have_folders_of_their_own(self):
        self.run_example("bullet-time", "--simulated", 2, "--takes", 2, self.takes)
        self.run_example("bullet-time", "--simulated", 2, self.takes)
        self.assertEqual(
            sorted(each.name for each in self.takes.iterdir()),
            [f"take-{number:04}{end}" for number in (1, 2, 3) for end in ("", ".mp4")],
        )

    def test_a_film_whose_pictures_were_deleted_is_not_replaced(self):
        self.takes.mkdir()
        (self.takes / "take-0007.mp4").write_bytes(b"a film")
        self.run_example("bullet-time", "--simulated", 2, self.takes)
        self.assertEqual((self.takes / "take-0007.mp4").read_bytes(), b"a film")
        self.assertTrue((self.takes / "take-0008.mp4").exists())

    def test_a_folder_with_a_colon(self):
        command = [sys.executable, str(EXAMPLES / "bullet-time"), "--simulated", "2", "--once", "12:30 %d"]
        done = subprocess.run(command, cwd=self.folder, env=ENVIRONMENT, capture_output=True, text=True, timeout=LIMIT)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(self.probe(self.folder / "12:30 %d/take-0001.mp4"), [1500, 1000, 2])

    def test_a_camera_that_fails_is_named_and_the_film_has_the_others(self):
        words = ["--host-option=--fault", "--host-option=fail=card-error@shoot"]  # the first camera of each host
        text = self.run_example("bullet-time", "--simulated", 6, *words, self.takes, code=12)
        missing = json.loads((self.takes / "take-0001/take.json").read_text())["missing"]
        self.assertTrue(missing)
        for role in missing:
            self.assertIn(f"{role}  missing: ", text)
        there = [each.stem for each in self.pictures()]
        self.assertEqual(sorted(there + list(missing)), ["01", "02", "03", "04", "05", "06"])

    def test_a_full_disk(self):
        text, copy = self.on_small_disk("400k", "bullet-time", "--simulated", 4, "DISK/takes", code=7)
        self.assertIn("disk is full", text)
        for each in (copy / "takes").rglob("*.JPG"):
            self.assert_whole(each)
        self.assert_no_partial_files(copy)

    def test_a_disk_that_is_full_of_pictures_has_no_half_film(self):
        text, copy = self.on_small_disk("352k", "bullet-time", "--simulated", 2, "--rate", "30", "DISK/takes", code=7)
        self.assertEqual(len(list((copy / "takes").rglob("*.JPG"))), 2, text)
        self.assertEqual(list(copy.rglob("*.mp4")), [])
        self.assert_no_partial_files(copy)

    def test_ctrl_c_and_a_closed_terminal_end_the_hosts(self):
        for number in (signal.SIGINT, signal.SIGHUP):
            with self.subTest(number):
                self.check_interruption(number)

    def test_a_killed_program_ends_the_hosts(self):
        program = self.start("bullet-time", "--simulated", 4, "--lead", 30, self.takes)
        program.line("4 cameras in 30 s")
        hosts = subprocess.run(["pgrep", "-P", str(program.process.pid)], capture_output=True, text=True).stdout.split()
        ends = [os.pidfd_open(int(host)) for host in hosts]
        self.assertEqual(len(ends), 2)
        program.process.kill()
        program.end()
        for end in ends:
            self.assertTrue(select.select([end], [], [], 20)[0])
            os.close(end)

    def check_interruption(self, number):
        program = self.start("bullet-time", "--simulated", 4, "--lead", 30, self.takes)
        program.line("4 cameras in 30 s")
        hosts = subprocess.run(["pgrep", "-P", str(program.process.pid)], capture_output=True, text=True).stdout.split()
        self.assertEqual(len(hosts), 2)
        program.process.send_signal(number)
        self.assertEqual(program.end(), 130, program.text)
        self.assertFalse(any(os.path.exists(f"/proc/{host}") for host in hosts))
        self.assertEqual(self.pictures(), [])


class HostTests(BulletTimeTest):
    def start_host(self, *options):
        program, port = self.serve(*options)
        return program, f"http://127.0.0.1:{port}/"

    def test_cameras_are_in_the_order_of_the_hosts_and_have_one_size(self):
        _, second = self.start_host("--count", 2, "--picture-size", "900x700")
        _, first = self.start_host("--count", 11, "--picture-size", "1200x600")
        self.run_example("bullet-time", "--host", first, "--host", second, "--any-clock", "--once", self.takes)
        sizes = [self.assert_whole(each).size for each in self.pictures()]
        self.assertEqual(sizes, [(1200, 600)] * 11 + [(900, 700)] * 2)
        self.assertEqual([exif(each)[0xA431] for each in self.pictures()], [f"SIM-{number:04}" for number in [*range(1, 12), 1, 2]])
        self.assertEqual(self.probe(self.takes / "take-0001.mp4"), [900, 600, 13])

    def test_the_order_of_a_rigs_file(self):
        _, one = self.start_host("--count", 2, "--picture-size", "600x400")
        rig = self.folder / "array.rig"
        rig.write_text(f"[left]\ncamera = {one}SIM-0002\n[right]\ncamera = {one}SIM-0001\n[all]\nset iso = 800\n")
        self.run_example("bullet-time", "--rig", rig, "--any-clock", self.takes)
        document = json.loads((self.takes / "take-0001/take.json").read_text())
        self.assertEqual([each["role"] for each in document["pictures"]], ["left", "right"])
        self.assertEqual(exif(self.takes / "take-0001/left.JPG")[0xA431], "SIM-0002")
        self.assertEqual(exif(self.takes / "take-0001/left.JPG")[0x8827], 800)

    def test_a_host_that_is_killed_before_the_release(self):
        _, first = self.start_host("--count", 2)
        killed, second = self.start_host("--count", 2)
        program = self.start("bullet-time", "--host", first, "--host", second, "--any-clock", "--lead", 3, self.takes)
        program.line("4 cameras in 3 s")
        killed.process.kill()
        self.assertEqual(program.end(), 12, program.text)
        self.assertEqual([each.name for each in self.pictures()], ["01.JPG", "02.JPG"])
        for role in ("03", "04"):
            self.assertIn(f"{role}  missing: ", program.text)
        self.assertEqual(self.probe(self.takes / "take-0001.mp4")[2], 2)

    def test_cameras_that_have_to_be_there(self):
        _, first = self.start_host("--count", 2)
        text = self.run_example("bullet-time", "--host", first, "--cameras", 3, "--any-clock", self.takes, code=2)
        self.assertIn("2 cameras were found, not 3.", text)
        self.assertIn("SIM-0002", text)
        self.assertFalse(self.takes.exists())

    def test_a_host_that_is_not_there(self):
        self.assertIn("cameras were found", self.run_example("bullet-time", "--host", "http://127.0.0.1:1/", self.takes, code=2))

    def test_a_host_without_cameras_is_named_before_the_release(self):
        _, first = self.start_host("--count", 2, "--picture-size", "600x400")
        words = ("bullet-time", "--host", first, "--host", "http://127.0.0.1:1/", "--any-clock")
        text = self.run_example(*words, self.takes, code=2)
        self.assertIn("No camera was found on 127.0.0.1:1.", text)
        self.assertFalse(self.takes.exists())
        self.run_example(*words, "--cameras", 2, self.takes)

    def test_pictures_that_cannot_be_in_a_film_are_named(self):
        _, first = self.start_host("--count", 3, "--picture-size", "600x400")
        rig = self.folder / "array.rig"
        roles = [f"[{role}]\ncamera = {first}SIM-000{number}\n" for number, role in enumerate(("left", "middle", "right"), 1)]
        roles[1] += "set image-quality = RAW\n"
        rig.write_text("".join(roles))
        text = self.run_example("bullet-time", "--rig", rig, "--any-clock", "--once", self.takes, code=12)
        self.assertIn("middle.DNG is copied, but is no picture for a film", text)
        self.assertEqual(self.probe(self.takes / "take-0001.mp4")[2], 2)
        self.assertEqual(list(json.loads((self.takes / "take-0001/take.json").read_text())["missing"]), ["middle"])

    def test_clocks_that_are_not_certain_are_named_before_the_release(self):
        _, first = self.start_host("--count", 2)
        text = self.run_example("bullet-time", "--host", first, "--clock-limit", 0, self.takes, code=1)
        self.assertIn("run chrony there", text)
        self.assertIn(first.removeprefix("http://").rstrip("/") + ": ", text)
        self.assertEqual(self.pictures(), [])


class BrokerTests(BulletTimeTest):
    def test_hosts_that_report_to_a_broker(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        # As root, also of a namespace, it would become another user.
        user = "user root\n" if os.geteuid() == 0 else ""
        (self.folder / "broker.conf").write_text(f"{user}listener {port} 127.0.0.1\nallow_anonymous true\n")
        broker = Program(["mosquitto", "-c", str(self.folder / "broker.conf")])
        self.addCleanup(broker.stop)
        broker.line("running")
        address = f"mqtt://127.0.0.1:{port}"
        for name in ("left", "right"):
            self.serve("--count", 2, "--picture-size", "600x400", "--broker", address, "--broker-name", name)
        self.run_example("bullet-time", "--broker", address, "--cameras", 4, "--any-clock", "--once", self.takes)
        self.assertEqual([exif(each)[0xA431] for each in self.pictures()], ["SIM-0001", "SIM-0002"] * 2)
        self.assertEqual(self.probe(self.takes / "take-0001.mp4"), [600, 400, 4])

    def test_a_broker_that_is_not_there(self):
        text = self.run_example("bullet-time", "--broker", "mqtt://127.0.0.1:1", "--cameras", 4, self.takes, code=2)
        self.assertIn("0 cameras were found, not 4.", text)


if __name__ == "__main__":
    unittest.main()
