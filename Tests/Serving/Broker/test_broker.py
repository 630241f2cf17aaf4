"""`hotshoe serve --broker` with mosquitto and its clients: what is published, what is carried out, and what happens when something fails.

HOTSHOE_TOOL names the command line. The pictures that a simulated body has taken are the files in the folder of its card.
"""

import json
import os
import pathlib
import queue
import random
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest
import urllib.request
import uuid

import jsonschema

TOOL = os.environ["HOTSHOE_TOOL"]
SCHEMA = json.loads((pathlib.Path(__file__).parents[3] / "docs/broker.schema.json").read_text())
LIMIT = 60


def conforms(kind, message):
    jsonschema.validate(message, {"$ref": f"#/$defs/{kind}", "$defs": SCHEMA["$defs"]})
    return message


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def nanoseconds(seconds):
    """A time this far ahead, as text."""
    return str(time.time_ns() + int(seconds * 1e9))


class Lines:
    """The lines that a program prints, which a test waits for."""

    def __init__(self, stream):
        self.all, self.waiting = [], queue.Queue()
        threading.Thread(target=self._read, args=(stream,), daemon=True).start()

    def _read(self, stream):
        with stream:
            for line in stream:
                self.all.append(line.rstrip("\n"))
                self.waiting.put(self.all[-1])
        self.waiting.put(None)

    def until(self, what, wanted):
        deadline = time.monotonic() + LIMIT
        while True:
            try:
                line = self.waiting.get(timeout=max(deadline - time.monotonic(), 0))
            except queue.Empty:
                raise AssertionError(f"waited until {what}; there was: {self.all[-20:]}") from None
            if line is None:
                raise AssertionError(f"the program ended before {what}; it printed: {self.all[-20:]}")
            found = wanted(line)
            if found:
                return found


class Rig(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="hotshoe-broker-"))
        self.processes = []
        self.port = free_port()

    def tearDown(self):
        for process in reversed(self.processes):
            process.kill()
            process.wait()
        shutil.rmtree(self.folder)

    def start(self, *words, environment=None, **options):
        process = subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True, errors="replace",
            env={**os.environ, "HOME": str(self.folder), **(environment or {})}, **options,
        )
        self.processes.append(process)
        process.lines = Lines(process.stdout)
        return process

    def start_broker(self, *lines):
        file = self.folder / "mosquitto.conf"
        # With the user of the test, which may be root.
        file.write_text("\n".join(lines or (f"listener {self.port} 127.0.0.1", "allow_anonymous true")) + "\nuser root\nlog_type all\n")
        broker = self.start("mosquitto", "-c", str(file))
        broker.lines.until("the broker runs", lambda line: "running" in line)
        return broker

    def start_host(self, name, *words, card=None, environment=None, address=None):
        host = self.start(
            TOOL, "serve", "--simulated", "--speed", "instant", "--port", "0", "--storage", str(card or self.folder / f"card-{name}"),
            "--broker", address or f"mqtt://127.0.0.1:{self.port}", "--broker-name", name, *words, environment=environment,
        )
        return host

    @staticmethod
    def until_connected(host):
        host.lines.until("the host is connected", lambda line: "Connected to the broker" in line)
        return host

    def subscribe(self, *filters, words=()):
        options = [word for name in filters for word in ("-t", name)]
        client = self.start("mosquitto_sub", "-h", "127.0.0.1", "-p", str(self.port), "-q", "1", "-F", "%r %t %p", *words, *options)
        return client

    @staticmethod
    def message(client, kind, wanted=lambda message: True):
        """Waits for a message on the topics of a kind for which a function returns true."""
        topic = {"status": "/status", "state": "/state", "picture": "/pictures", "answer": "/answers"}[kind]

        def found(line):
            match = re.match(r"([01]) (\S+) ?(.*)", line)
            if not match or not match[2].endswith(topic) or not match[3].startswith("{"):
                return None
            message = json.loads(match[3])
            return (match[2], conforms(kind, message)) if wanted(message) else None

        return client.lines.until(f"a message of the kind {kind}", found)

    def publish(self, topic, message, *words):
        text = message if isinstance(message, str) else json.dumps(message)
        subprocess.run(["mosquitto_pub", "-h", "127.0.0.1", "-p", str(self.port), "-q", "1", "-t", topic, "-m", text, *words], check=True)

    def answer(self, client, identifier, *statuses, host=None):
        return self.message(
            client, "answer",
            lambda message: message["id"] == identifier and message["status"] in statuses and host in (None, message["host"]),
        )[1]

    def pictures(self, name):
        return len([path for path in (self.folder / f"card-{name}").rglob("*") if path.suffix == ".JPG"])

    def command(self, kind="fire", expires=30.0, **members):
        return conforms("command", {"id": uuid.uuid4().hex, "expires": nanoseconds(expires), "command": kind, **members})


class Reports(Rig):
    def test_a_host_and_its_camera_are_published_and_found(self):
        self.start_broker()
        host = self.until_connected(self.start_host("left one", "--home-assistant"))
        client = self.subscribe("hotshoe/#", "homeassistant/#")
        topic, status = self.message(client, "status", lambda message: message["online"] and message["cameras"])
        self.assertEqual(topic, "hotshoe/hosts/left%20one/status")
        self.assertEqual((status["commands"], status["groups"]), (False, []))
        _, state = self.message(client, "state")
        self.assertEqual(state["camera"]["serialNumber"], "SIM-0001")
        config = client.lines.until("a sensor", lambda line: re.search(r"homeassistant/sensor/\S+ (\{.*)", line))[1]
        self.assertEqual(json.loads(config)["availability"][0]["topic"], topic)

        environment = {**os.environ, "HOME": str(self.folder), "HOTSHOE_BROKER": f"mqtt://127.0.0.1:{self.port}"}
        found = subprocess.run([TOOL, "list", "--json"], env=environment, capture_output=True, text=True, timeout=LIMIT)
        self.assertIn("SIM-0001", found.stdout)
        shot = subprocess.run([TOOL, "shoot", "-c", "SIM-0001"], env=environment, capture_output=True, text=True, timeout=LIMIT)
        self.assertEqual((shot.returncode, self.pictures("left one")), (0, 1), shot.stderr)
        topic, picture = self.message(client, "picture")
        self.assertRegex(picture["date"], r"^\d{4}-\d\d-\d\dT")
        with urllib.request.urlopen(status["url"].rstrip("/") + picture["path"]) as answer:
            self.assertEqual(len(answer.read()), picture["size"])
        _, state = self.message(client, "state", lambda message: message["state"]["connection"] == "connected")
        self.assertIn("iso", state["settings"])

        host.kill()
        self.message(client, "status", lambda message: not message["online"])
        found = subprocess.run([TOOL, "list", "--json"], env=environment, capture_output=True, text=True, timeout=LIMIT)
        self.assertNotIn("SIM-0001", found.stdout)

    def test_a_host_that_ends_says_so(self):
        self.start_broker()
        client = self.subscribe("hotshoe/hosts/+/status")
        host = self.until_connected(self.start_host("left"))
        self.message(client, "status", lambda message: message["online"])
        host.send_signal(signal.SIGINT)
        self.message(client, "status", lambda message: not message["online"])
        self.assertIn(host.wait(LIMIT), (0, 130, -signal.SIGINT))

    def test_a_program_keeps_its_cameras_while_the_broker_is_away_and_finds_new_ones_after(self):
        broker = self.start_broker()
        self.until_connected(self.start_host("left"))
        watch = self.start(TOOL, "watch", "-c", "SIM-0001", environment={"HOTSHOE_BROKER": f"mqtt://127.0.0.1:{self.port}"})
        watch.lines.until("the camera is observed", lambda line: "Watching" in line)
        broker.kill()
        broker.wait()
        found = self.start_host("right")
        found.lines.until("the broker is missed", lambda line: "No broker answers" in line)
        self.start_broker()
        self.until_connected(found)
        client = self.subscribe("hotshoe/hosts/+/status")
        seen = set()
        while seen != {"hotshoe/hosts/left/status", "hotshoe/hosts/right/status"}:
            seen.add(self.message(client, "status", lambda message: message["online"])[0])
        self.assertIsNone(watch.poll())

    def test_a_host_without_commands_hears_nothing(self):
        self.start_broker()
        self.until_connected(self.start_host("left"))
        client = self.subscribe("hotshoe/hosts/+/answers")
        command = self.command()
        self.publish("hotshoe/hosts/left/commands", command)
        time.sleep(0.5)
        self.assertEqual((self.pictures("left"), [line for line in client.lines.all if "answers" in line]), (0, []))


class Commands(Rig):
    def test_a_round_of_a_group(self):
        self.start_broker()
        client = self.subscribe("hotshoe/hosts/+/answers", "hotshoe/hosts/+/cameras/+/pictures")
        for name in ("left", "right"):
            self.until_connected(self.start_host(name, "--broker-commands", "--broker-group", "wall"))
        for command in (
            self.command("connect"), self.command("set", settings={"iso": "400"}), self.command("arm"),
            self.command(time=nanoseconds(0.5)),
        ):
            self.publish("hotshoe/groups/wall/commands", command)
            answers = {}
            while set(answers) != {"left", "right"}:
                answer = self.answer(client, command["id"], "done", "failed", "refused")
                answers[answer["host"]] = answer
            self.assertEqual([answer["status"] for answer in answers.values()], ["done", "done"], answers)
        self.assertEqual([len(answer["cameras"][0]["pictures"]) for answer in answers.values()], [1, 1])
        self.assertEqual((self.pictures("left"), self.pictures("right")), (1, 1))

    def test_repeated_late_retained_and_wrong_commands_release_nothing(self):
        self.start_broker()
        client = self.subscribe("hotshoe/hosts/+/answers")
        retained = self.command()
        self.publish("hotshoe/hosts/left/commands", retained, "-r")
        self.until_connected(self.start_host("left", "--broker-commands"))
        self.assertIn("kept", self.answer(client, retained["id"], "refused")["reason"])
        self.assertEqual(self.pictures("left"), 0)
        command = self.command()
        for _ in range(5):
            self.publish("hotshoe/hosts/left/commands", command)
        self.answer(client, command["id"], "done")
        self.publish("hotshoe/hosts/left/commands", command)
        self.message(client, "answer", lambda message: message["id"] == command["id"] and message.get("repeated") and message["status"] == "done")
        late = self.command(expires=-1)
        self.publish("hotshoe/hosts/left/commands", late)
        self.answer(client, late["id"], "expired")
        unknown = self.command("set", settings={"nonsense": "1"})
        self.publish("hotshoe/hosts/left/commands", unknown)
        self.assertEqual(self.answer(client, unknown["id"], "failed")["cameras"][0]["error"]["code"], "unknownProperty")
        other = self.command(cameras=["SIM-9999"])
        self.publish("hotshoe/hosts/left/commands", other)
        self.assertIn("none of these", self.answer(client, other["id"], "refused")["reason"])
        for wrong in ("", "{", "[]", "\x00", '{"id": "x"}', json.dumps({"id": "a" * 100000}), "9" * 300000):
            if wrong:
                path = self.folder / "wrong"
                path.write_text(wrong)
                subprocess.run(
                    ["mosquitto_pub", "-h", "127.0.0.1", "-p", str(self.port), "-q", "1", "-t", "hotshoe/hosts/left/commands", "-f", str(path)],
                    check=True,
                )
        self.assertEqual(self.pictures("left"), 1)
        last = self.command()
        self.publish("hotshoe/hosts/left/commands", last)
        self.answer(client, last["id"], "done")
        self.assertEqual(self.pictures("left"), 2)

    def test_two_hosts_with_one_name_refuse_commands_until_one_is_gone(self):
        self.start_broker()
        client = self.subscribe("hotshoe/hosts/+/answers", "hotshoe/hosts/+/status")
        hosts = []
        for place in ("first", "second"):
            home = self.folder / place
            home.mkdir()
            hosts.append(self.until_connected(self.start_host(
                "left", "--broker-commands", card=self.folder / f"card-{place}", environment={"HOME": str(home)},
            )))
        for host in hosts:
            host.lines.until("the other host is named", lambda line: "called left as well" in line)
        command = self.command()
        self.publish("hotshoe/hosts/left/commands", command)
        self.assertIn("--broker-name", self.answer(client, command["id"], "refused", "done")["reason"])
        self.assertEqual((self.pictures("first"), self.pictures("second")), (0, 0))
        # The end of the second host reports "left" as absent; the first one contradicts.
        hosts[1].terminate()
        self.message(client, "status", lambda message: not message["online"])
        self.message(client, "status", lambda message: message["online"])
        command = self.command()
        self.publish("hotshoe/hosts/left/commands", command)
        self.assertEqual(self.answer(client, command["id"], "refused", "done")["status"], "done")
        self.assertEqual((self.pictures("first"), self.pictures("second")), (1, 0))

    def test_a_host_that_is_killed_releases_nothing_again(self):
        self.start_broker()
        client = self.subscribe("hotshoe/hosts/+/answers")
        for moment, killed in (("before the release", 3.0), ("after it", 0.0)):
            with self.subTest(moment):
                host = self.until_connected(self.start_host("left", "--broker-commands"))
                before = self.pictures("left")
                command = self.command(time=nanoseconds(killed)) if killed else self.command()
                self.publish("hotshoe/hosts/left/commands", command)
                self.answer(client, command["id"], *(("accepted",) if killed else ("done",)))
                taken = self.pictures("left")
                host.kill()
                host.wait()
                host = self.until_connected(self.start_host("left", "--broker-commands"))
                self.publish("hotshoe/hosts/left/commands", command)
                answer = self.answer(client, command["id"], "interrupted")
                self.assertTrue(answer["repeated"])
                self.assertEqual((self.pictures("left"), taken - before), (taken, 0 if killed else 1))
                host.kill()
                host.wait()

    def test_the_broker_is_killed_at_steps_of_a_round(self):
        broker = self.start_broker()
        host = self.until_connected(self.start_host("left", "--broker-commands"))
        for step in ("before the release", "before the answer is read"):
            with self.subTest(step):
                before = self.pictures("left")
                client = self.subscribe("hotshoe/hosts/+/answers")
                command = self.command(time=nanoseconds(2))
                self.publish("hotshoe/hosts/left/commands", command)
                if step == "before the release":
                    self.answer(client, command["id"], "accepted")
                broker.kill()
                broker.wait()
                host.lines.until("the broker is missed", lambda line: "Broker: " in line and ("lost" in line or "No broker" in line))
                deadline = time.monotonic() + LIMIT
                while self.pictures("left") == before and time.monotonic() < deadline:
                    time.sleep(0.05)
                self.assertEqual(self.pictures("left"), before + 1)
                broker = self.start_broker()
                client = self.subscribe("hotshoe/hosts/+/answers")
                self.until_connected(host)
                # The answer was kept while there was no connection, or the command that is sent again has it.
                self.publish("hotshoe/hosts/left/commands", command)
                self.answer(client, command["id"], "done")
                self.assertEqual(self.pictures("left"), before + 1)

    @unittest.skipUnless(os.geteuid() == 0, "needs root for a small disk")
    def test_a_full_disk(self):
        self.start_broker()
        client = self.subscribe("hotshoe/hosts/+/answers")
        state = self.folder / "state"
        state.mkdir()
        # A small disk, which ends with the host.
        fill = f"mount -t tmpfs -o size=64k none {state} && exec \"$@\""
        host = self.start(
            "unshare", "-m", "sh", "-c", fill, "sh", TOOL, "serve", "--simulated", "--speed", "instant", "--port", "0",
            "--storage", str(self.folder / "card-left"), "--broker", f"mqtt://127.0.0.1:{self.port}", "--broker-name", "left", "--broker-commands",
            environment={"XDG_STATE_HOME": str(state)},
        )
        self.until_connected(host)
        command = self.command()
        self.publish("hotshoe/hosts/left/commands", command)
        self.answer(client, command["id"], "done")
        subprocess.run(
            ["nsenter", "-t", str(host.pid), "-m", "sh", "-c", f"dd if=/dev/zero of={state}/filler bs=1k count=100 2>/dev/null; true"], check=True
        )
        # The rest of the journal's own block on the disk.
        refused = None
        for _ in range(200):
            command = self.command()
            self.publish("hotshoe/hosts/left/commands", command)
            answer = self.answer(client, command["id"], "done", "refused")
            if answer["status"] == "refused":
                refused = answer
                break
        taken = self.pictures("left")
        self.assertIn("No space left", refused["reason"])
        command = self.command()
        self.publish("hotshoe/hosts/left/commands", command)
        self.answer(client, command["id"], "refused")
        self.assertEqual(self.pictures("left"), taken)

        # With room again, the next command is on the disk as a whole line, though the one that failed may be there in part.
        inside = ["nsenter", "-t", str(host.pid), "-m"]
        subprocess.run([*inside, "rm", str(state / "filler")], check=True)
        command = self.command()
        self.publish("hotshoe/hosts/left/commands", command)
        self.answer(client, command["id"], "done")
        journal = subprocess.run([*inside, "cat", str(state / "hotshoe/commands-left")], check=True, capture_output=True, text=True).stdout
        lines = journal.splitlines()
        self.assertEqual([line for line in lines if not re.fullmatch(r"[0-9a-f]{32} \d{19}", line)], [])
        self.assertIn(command["id"], [line.split(" ")[0] for line in lines])


class Trust(Rig):
    def make_certificates(self):
        def openssl(*words):
            subprocess.run(["openssl", *words], cwd=self.folder, check=True, capture_output=True)

        openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem", "-days", "2", "-subj", "/CN=authority")
        for name in ("broker", "left"):
            openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{name}.key", "-out", f"{name}.csr", "-subj", f"/CN={name}")
            (self.folder / "names").write_text("subjectAltName=IP:127.0.0.1,DNS:localhost")
            openssl(
                "x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-out", f"{name}.pem", "-days", "2",
                "-extfile", "names",
            )

    def file(self, name):
        return str(self.folder / name)

    def test_certificates_and_access_lists(self):
        self.make_certificates()
        (self.folder / "access").write_text(
            "user left\ntopic write hotshoe/hosts/left/#\ntopic read hotshoe/hosts/left/commands\n"
            "user desk\ntopic readwrite hotshoe/#\n"
        )
        subprocess.run(["mosquitto_passwd", "-b", "-c", self.file("passwords"), "desk", "secret"], check=True, capture_output=True)
        plain, port = self.port, free_port()
        self.start_broker(
            "per_listener_settings true", f"listener {port} 127.0.0.1", f"cafile {self.file('ca.pem')}", f"certfile {self.file('broker.pem')}",
            f"keyfile {self.file('broker.key')}", "require_certificate true", "use_identity_as_username true", f"acl_file {self.file('access')}",
            f"listener {plain} 127.0.0.1", "allow_anonymous false", f"password_file {self.file('passwords')}", f"acl_file {self.file('access')}",
        )
        address = f"mqtts://127.0.0.1:{port}"
        identity = ("--broker-certificate", self.file("left.pem"), "--broker-key", self.file("left.key"))
        self.until_connected(
            self.start_host("left", "--broker-commands", "--broker-authority", self.file("ca.pem"), *identity, address=address)
        )
        login = ("-u", "desk", "-P", "secret")
        client = self.subscribe("hotshoe/hosts/+/answers", words=login)
        command = self.command()
        self.publish("hotshoe/hosts/left/commands", command, *login)
        self.answer(client, command["id"], "done")
        # A broker of an unknown authority; a wrong password.
        unknown = self.start_host("other", address=address, card=self.folder / "third")
        unknown.lines.until("the distrust", lambda line: "not trusted" in line)
        wrong = self.start_host(
            "desk", address=f"mqtt://desk@127.0.0.1:{plain}", card=self.folder / "fourth", environment={"HOTSHOE_BROKER_PASSWORD": "wrong"}
        )
        wrong.lines.until("the refusal", lambda line: "does not accept the user desk" in line)

    def test_options_that_cannot_be_used(self):
        for words, reason in (
            (("--broker", "broker"), "no address of a broker"), (("--broker", "mqtt://a:secret@b"), "HOTSHOE_BROKER_PASSWORD"),
            (("--broker-commands",), "needs --broker"), (("--broker", "mqtt://b", "--broker-group", "wall"), "needs --broker-commands"),
            (("--broker", "mqtt://b", "--broker-name", "x" * 65), "1 to 64"),
            (("--broker", "mqtts://b", "--broker-certificate", "/etc/hostname"), "used together"),
            (("--broker", "mqtts://127.0.0.1", "--broker-authority", "/etc/hostname"), "no certificate in PEM"),
        ):
            with self.subTest(words):
                run = subprocess.run(
                    [TOOL, "serve", "--simulated", "--port", "0", *words], capture_output=True, text=True, timeout=LIMIT,
                    env={**os.environ, "HOME": str(self.folder)},
                )
                self.assertNotEqual(run.returncode, 0)
                self.assertIn(reason, run.stderr)
                self.assertNotIn("secret", run.stderr)
        environment = {**os.environ, "HOME": str(self.folder), "HOTSHOE_BROKER_PASSWORD": "secret"}
        run = subprocess.run(
            [TOOL, "serve", "--simulated", "--port", "0", "--broker", "mqtt://a@192.0.2.1"], capture_output=True, text=True, timeout=LIMIT,
            env=environment,
        )
        self.assertIn("without encryption", run.stderr)


class FakeBroker(threading.Thread):
    """A broker for one client, which answers as a test wants it. MQTT 3.1.1 §§ 2 and 3."""

    def __init__(self, refuses=lambda filter: False):
        super().__init__(daemon=True)
        self.refuses = refuses
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]
        self.published = queue.Queue()
        self.client = None
        self.subscribed = threading.Event()
        self.start()

    def run(self):
        while True:
            try:
                self.client, _ = self.server.accept()
                self.serve(self.client.makefile("rb"))
            except OSError:
                return

    def serve(self, stream):
        while head := stream.read(1):
            size, shift = 0, 0
            while True:
                byte = stream.read(1)[0]
                size, shift = size | (byte & 127) << shift, shift + 7
                if byte < 128:
                    break
            kind, body = head[0] >> 4, stream.read(size)
            if kind == 1:
                self.client.sendall(b"\x20\x02\x00\x00")
            elif kind == 8:
                length = int.from_bytes(body[2:4], "big")
                code = b"\x80" if self.refuses(body[4:4 + length].decode()) else b"\x01"
                self.client.sendall(b"\x90\x03" + body[:2] + code)
                self.subscribed.set()
            elif kind == 3:
                length = int.from_bytes(body[:2], "big")
                topic, rest = body[2:2 + length].decode(), body[2 + length:]
                if head[0] & 6:
                    self.client.sendall(b"\x40\x02" + rest[:2])
                    rest = rest[2:]
                self.published.put((topic, rest.decode()))
            elif kind == 12:
                self.client.sendall(b"\xd0\x00")

    def send(self, topic, text):
        body = len(topic).to_bytes(2, "big") + topic.encode() + text.encode()
        self.client.sendall(b"\x30" + self.length(len(body)) + body)

    @staticmethod
    def length(size):
        text = b""
        while True:
            size, byte = divmod(size, 128)
            text += bytes([byte | (128 if size else 0)])
            if not size:
                return text

    def answer(self, identifier):
        while True:
            topic, text = self.published.get(timeout=60)
            if topic.endswith("/answers") and (message := json.loads(text))["id"] == identifier and message["status"] != "accepted":
                return message

    def close(self):
        self.server.shutdown(socket.SHUT_RDWR)
        self.server.close()
        if self.client:
            self.client.close()


class Hostile(Rig):
    def start_with(self, broker, *words):
        self.addCleanup(broker.close)
        return self.start_host("left", "--broker-commands", *words, address=f"mqtt://127.0.0.1:{broker.port}")

    def test_a_broker_may_refuse_the_own_status_but_not_the_commands(self):
        broker = FakeBroker(lambda name: name.endswith("/status"))
        self.until_connected(self.start_with(broker))
        command = self.command()
        broker.send("hotshoe/hosts/left/commands", json.dumps(command))
        self.assertEqual(broker.answer(command["id"])["status"], "done")
        refusing = FakeBroker(lambda name: name.endswith("/commands"))
        host = self.start_with(refusing)
        host.lines.until("the refusal", lambda line: "permits no subscription of hotshoe/hosts/left/commands" in line)

    def test_messages_of_other_topics_and_many_wrong_ones(self):
        broker = FakeBroker()
        host = self.until_connected(self.start_with(broker))
        foreign, own = self.command(), self.command()
        broker.send("hotshoe/hosts/right/commands", json.dumps(foreign))
        for _ in range(2000):
            broker.send("hotshoe/hosts/left/commands", "{")
        broker.send("hotshoe/hosts/left/commands", json.dumps(own))
        self.assertEqual(broker.answer(own["id"])["status"], "done")
        self.assertEqual(self.pictures("left"), 1)
        host.lines.until("the command in the log", lambda line: own["id"] in line)
        self.assertLess(len([line for line in host.lines.all if "Broker:" in line]), 30)
        self.assertFalse([line for line in host.lines.all if foreign["id"] in line])

    def test_bytes_that_are_no_mqtt(self):
        noise = random.Random(1)
        for text in (b"", b"\x20", b"\x20\x02\x00\x00" + noise.randbytes(100_000), noise.randbytes(100_000)):
            with socket.create_server(("127.0.0.1", 0)) as server:
                host = self.start_host("left", address=f"mqtt://127.0.0.1:{server.getsockname()[1]}")
                client, _ = server.accept()
                with client:
                    client.recv(1000)
                    client.sendall(text)
                host.lines.until("the cause", lambda line: re.search("No broker answers|connection to the broker .* was lost", line))
                host.terminate()
                self.assertEqual(host.wait(20), 143)


if __name__ == "__main__":
    unittest.main()
