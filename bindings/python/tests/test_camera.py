"""A simulated camera from Python, in process and over the network: each step that a program takes, and each way to fail."""

from __future__ import annotations

import asyncio
import gc
import os
import re
import subprocess
import sys
import tempfile
import threading
import unittest

import hotshoe

WITHIN = 30  # seconds, for a step that takes moments


class CameraCase(unittest.IsolatedAsyncioTestCase):
    def run(self, result=None):
        outcome = super().run(result)
        gc.collect()
        if not hotshoe.wait_for_live_handles(0, WITHIN):
            owned = [repr(each) for each in gc.get_objects() if isinstance(each, hotshoe.Handle)]
            raise AssertionError(f"{self.id()}: {hotshoe.live_handles()} objects are left, in Python {owned}")
        return outcome

    def simulator(self, authentication=None, fault=None):
        configuration = hotshoe.CameraSimulatorConfiguration()
        configuration.live_view_rate = None
        if authentication is not None:
            configuration.authentication = authentication
        if fault is not None:
            configuration.faults = [fault]
        return hotshoe.CameraSimulator(configuration)

    async def find(self, simulator):
        provider = hotshoe.SimulatedCameraProvider([simulator])
        with hotshoe.CameraDiscovery.create_with_providers("test", [provider]) as discovery:
            return await discovery.first(WITHIN)


class Scenario:
    """The steps, for a camera that `found` returns."""

    async def connected(self):
        camera = await self.found()
        await camera.connect()
        return camera

    async def test_frames(self):
        camera = await self.connected()
        count = 0
        async for frame in camera.live_view():
            if count % 100 == 0:
                self.assertEqual(bytes(frame.bytes[:2]), b"\xff\xd8")
                self.assertEqual(len(frame.bytes), frame.byte_count)
            count += 1
            if count == 1000:
                break
        self.assertEqual(count, 1000)
        await camera.disconnect()

    async def test_a_block_that_connects(self):
        camera = await self.found()
        async with camera.connected() as connected:
            self.assertIs(connected, camera)
            numbers = [frame.sequence_number async for frame in camera.live_view().limit(5)]
        self.assertEqual(len(numbers), 5)
        self.assertIsInstance(camera.connection_state, hotshoe.ConnectionStateNotConnected)
        with self.assertRaises(ZeroDivisionError):
            async with camera.connected():
                raise ZeroDivisionError
        self.assertIsInstance(camera.connection_state, hotshoe.ConnectionStateNotConnected)

        def block():
            with camera.connected(hotshoe.ConnectOptions()):
                return type(camera.connection_state)

        self.assertIs(await asyncio.get_running_loop().run_in_executor(None, block), hotshoe.ConnectionStateConnected)
        self.assertIsInstance(camera.connection_state, hotshoe.ConnectionStateNotConnected)

    async def test_settings(self):
        camera = await self.connected()
        heard = asyncio.Queue()
        loop = asyncio.get_running_loop()
        reflected = hotshoe.PropertyCompletionReflected(WITHIN)
        await camera.exposure_mode.set(hotshoe.ExposureMode.APERTURE_PRIORITY, reflected)
        subscription = camera.aperture.observe(lambda value: loop.call_soon_threadsafe(heard.put_nowait, value))
        choices = camera.aperture.choices
        for wanted in (choices[0], choices[-1]):
            await camera.aperture.set(wanted, reflected)
            self.assertEqual(camera.aperture.value, wanted)
            while await asyncio.wait_for(heard.get(), WITHIN) != wanted:
                pass
        subscription.cancel()
        # As people write it, with the library's own parser.
        for text, shown in (("f/4", 4.0), ("5.6", 5.6), ("F2.8", 2.8)):
            await camera.aperture.set(text, reflected)
            self.assertAlmostEqual(camera.aperture.value.f_number, shown, 1)
        await camera.property(hotshoe.PropertyIdentifierAperture()).set("f/4", reflected)
        self.assertEqual(str(camera.aperture.value), "f/4")
        aperture = camera.property(hotshoe.PropertyIdentifierAperture())
        await aperture.set(aperture.settable.values[0], reflected)
        self.assertEqual(aperture.value, aperture.settable.values[0])
        with self.assertRaises(hotshoe.CameraErrorInvalidValue) as refused:
            await camera.aperture.set("wide open")
        for choice in camera.aperture.choices[:12]:
            self.assertIn(str(choice), refused.exception.message)
        with self.assertRaises(hotshoe.CameraErrorInvalidValue) as refused:
            await camera.aperture.set("f/3")
        self.assertIn("nearest", refused.exception.message)
        await camera.aperture.set(5.6, reflected)
        self.assertAlmostEqual(camera.aperture.value.f_number, 5.6, 1)
        await camera.aperture.set(4, reflected)
        self.assertEqual(str(camera.aperture.value), "f/4")
        for wrong in (True, None, [2.8]):
            with self.assertRaises(TypeError):
                await camera.aperture.set(wrong)
        with self.assertRaises(hotshoe.CameraError) as caught:
            await camera.property(hotshoe.PropertyIdentifierAperture()).set_text("f/1000000", reflected)
        self.assertIn(caught.exception.code, (hotshoe.CameraErrorCode.INVALID_VALUE, hotshoe.CameraErrorCode.INVALID_ARGUMENT))
        await camera.disconnect()

    async def test_a_picture_and_its_file(self):
        camera = await self.connected()
        shot = await camera.shoot()
        original = shot.original
        parts = []

        def consume(part):
            parts.append(part)
            return hotshoe.TransferDecision.PROCEED

        await original.download_from(0, consume=consume)
        data = b"".join(parts)
        self.assertEqual(data[:2], b"\xff\xd8")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "picture.jpg")
            await original.write_to(path)
            with open(path, "rb") as file:
                self.assertEqual(file.read(), data)
            with self.assertRaises(hotshoe.CameraErrorFileSystem):
                await original.write_to(path)
        await camera.disconnect()

    async def test_cancelling(self):
        camera = await self.connected()
        frames = camera.live_view()
        task = asyncio.create_task(self.endless(frames))
        await asyncio.sleep(0)
        task.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await task
        await camera.disconnect()
        with self.assertRaises(hotshoe.CameraErrorNotConnected):
            await camera.shoot()

    async def endless(self, frames):
        async for _ in frames:
            pass

    async def test_blocking_calls(self):
        camera = await self.connected()

        def work():
            numbers = []
            for frame in camera.live_view():
                numbers.append(frame.sequence_number)
                if len(numbers) == 10:
                    break
            camera.disconnect().wait(WITHIN)
            return numbers

        numbers = await asyncio.get_running_loop().run_in_executor(None, work)
        self.assertEqual(numbers, sorted(set(numbers)))


class InProcess(Scenario, CameraCase):
    async def found(self):
        return await self.find(self.simulator())

    async def test_a_rig(self):
        left, right = await self.found(), await self.found()
        with self.assertRaises(hotshoe.RigErrorInvalidArgument):
            hotshoe.Rig([hotshoe.RigMember("left", left), hotshoe.RigMember("left", right)])
        rig = hotshoe.Rig([hotshoe.RigMember("left", left), hotshoe.RigMember("right", right, 0.02)])
        await rig.connect()
        self.assertEqual(rig.roles, ["left", "right"])
        self.assertTrue(rig.readiness.is_ready)
        mode, iso = hotshoe.PropertyIdentifierExposureMode(), hotshoe.PropertyIdentifierIsoSpeed()
        await rig.set([hotshoe.RigSetting(iso, "400"), hotshoe.RigSetting(mode, "M")])
        self.assertEqual([camera.property(iso).value.label for camera in (left, right)], ["ISO 400"] * 2)
        with self.assertRaises(hotshoe.RigErrorRefused) as caught:
            await rig.set([hotshoe.RigSetting(iso, "800"), hotshoe.RigSetting(iso, "7", ["right"])])
        self.assertEqual([problem.role for problem in caught.exception.problems], ["right"])
        self.assertEqual([camera.property(iso).value.label for camera in (left, right)], ["ISO 400"] * 2)
        await rig.arm()
        self.assertEqual(rig.state, hotshoe.RigState.ARMED)
        with self.assertRaises(hotshoe.RigErrorBusy):
            await rig.arm()
        taken = await rig.fire()
        self.assertEqual((taken.number, taken.missing), (1, []))
        with tempfile.TemporaryDirectory() as folder:
            copies = await taken.save_into(folder)
            self.assertEqual(copies.problems, [])
            self.assertEqual(sorted(os.listdir(folder)), ["0001-left.JPG", "0001-right.JPG"])
        await right.disconnect()
        later = hotshoe.RigFireOptions(time=hotshoe.ClockTime.now().advanced_by(0.1))
        self.assertEqual((await rig.fire(later)).missing, ["right"])
        await rig.disconnect()

    async def test_each_kind_of_authentication(self):
        Response, Kind = hotshoe.AuthenticationRequestResponse, hotshoe.AuthenticationRequestKind
        for authentication, kind, response in (
            (hotshoe.CameraSimulatorAuthenticationNone(), None, None),
            (hotshoe.CameraSimulatorAuthenticationConfirmOnCamera(0), hotshoe.AuthenticationRequestKindConfirmOnCamera, None),
            (
                hotshoe.CameraSimulatorAuthenticationCredentials("user", "secret"),
                hotshoe.AuthenticationRequestKindCredentials,
                hotshoe.AuthenticationRequestResponseCredentials("user", "secret"),
            ),
            (
                hotshoe.CameraSimulatorAuthenticationNumericCode("1234"),
                hotshoe.AuthenticationRequestKindNumericCode,
                hotshoe.AuthenticationRequestResponseNumericCode("1234"),
            ),
            (
                hotshoe.CameraSimulatorAuthenticationJoinNetwork("net", "secret"),
                hotshoe.AuthenticationRequestKindJoinNetwork,
                hotshoe.AuthenticationRequestResponseJoinedNetwork(),
            ),
        ):
            requests = []

            def answer(request):
                requests.append(request.kind)
                if response is not None:
                    request.respond(response)

            camera = await self.find(self.simulator(authentication))
            await asyncio.wait_for(camera.connect(authenticate=answer), WITHIN)
            self.assertEqual([type(each) for each in requests], [] if kind is None else [kind])
            self.assertIsInstance(camera.connection_state, hotshoe.ConnectionStateConnected)
            await camera.disconnect()
        del Response, Kind

    async def test_a_refused_authentication(self):
        camera = await self.find(self.simulator(hotshoe.CameraSimulatorAuthenticationNumericCode("1234")))
        with self.assertRaises(hotshoe.CameraError):
            await camera.connect(authenticate=lambda request: request.cancel())

    async def test_each_way_to_fail(self):
        trigger = hotshoe.SimulatedFaultTriggerDuring(hotshoe.CameraOperation.SHOOT)
        for code in hotshoe.CameraErrorCode:
            fault = hotshoe.SimulatedFault(hotshoe.SimulatedFaultKindFail(code), trigger)
            camera = await self.find(self.simulator(fault=fault))
            await camera.connect()
            with self.assertRaises(hotshoe.CameraError) as caught:
                await camera.shoot()
            self.assertIs(caught.exception.code, code)
            name = "CameraError" + "".join(part.capitalize() for part in code.name.split("_"))
            self.assertIs(type(caught.exception), getattr(hotshoe, name))
            self.assertTrue(caught.exception.message)
            await camera.disconnect()

    async def test_unplugging(self):
        simulator = self.simulator()
        camera = await self.find(simulator)
        await camera.connect()
        states = camera.connection_states
        self.assertIsInstance(await states.__anext__(), hotshoe.ConnectionStateConnected)
        frames = camera.live_view()
        await frames.__anext__()
        simulator.unplug()
        while not isinstance(await states.__anext__(), hotshoe.ConnectionStateNotConnected):
            pass
        with self.assertRaises(hotshoe.CameraError):
            await camera.shoot()
        with self.assertRaises((StopAsyncIteration, hotshoe.CameraError)):
            while True:
                await frames.__anext__()

    async def test_frames_outlive_camera_and_stream(self):
        camera = await self.connected()
        stream = camera.live_view()
        views = [(await stream.__anext__()).bytes for _ in range(5)]
        await camera.disconnect()
        del camera, stream
        gc.collect()
        self.assertTrue(all(bytes(view[:2]) == b"\xff\xd8" for view in views))
        self.assertTrue(all(view.readonly for view in views))

    async def test_many_cameras_need_no_threads(self):
        simulators = [self.simulator() for _ in range(10)]
        cameras = [await self.find(each) for each in simulators]
        before = threading.active_count()
        await asyncio.gather(*(camera.connect() for camera in cameras))
        frames = await asyncio.gather(*(camera.live_view().__anext__() for camera in cameras))
        self.assertEqual(threading.active_count(), before)
        self.assertEqual(len(frames), 10)
        await asyncio.gather(*(camera.disconnect() for camera in cameras))


@unittest.skipUnless(os.environ.get("HOTSHOE_TOOL"), "HOTSHOE_TOOL names the command line, which serves a simulated camera")
class OverTheNetwork(Scenario, CameraCase):
    @classmethod
    def setUpClass(cls):
        command = [os.environ["HOTSHOE_TOOL"], "simulate", "--port", "0", "--queue", "--personality", "canon-eos-r5"]
        cls.server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        for line in cls.server.stdout:
            found = re.search(r"127\.0\.0\.1:(\d+)|port (\d+)", line)
            if found:
                cls.port = int(found.group(1) or found.group(2))
                break

    @classmethod
    def tearDownClass(cls):
        cls.server.terminate()
        cls.server.wait()
        cls.server.stdout.close()

    async def found(self):
        with hotshoe.CameraDiscovery.create_with_providers("test", [hotshoe.NetworkCameraProvider("test")]) as discovery:
            return await discovery.camera_at(hotshoe.CameraAddressNetwork("127.0.0.1", self.port))


class Ending(unittest.TestCase):
    PROGRAM = """
import asyncio, threading, hotshoe
cameras = []
seen = threading.Semaphore(0)
for _ in range(3):
    discovery = hotshoe.CameraDiscovery.create_with_providers("x", [hotshoe.SimulatedCameraProvider([hotshoe.CameraSimulator()])])
    camera = discovery.first(30).wait()
    camera.connect().wait(30)
    frames = camera.live_view()
    cameras.append((discovery, camera, frames, frames.subscribe(lambda frame: seen.release()), camera.observe(print)))
for _ in range(9): seen.acquire()
iterating = threading.Event()
async def endless():
    async for frame in cameras[0][1].live_view(): iterating.set()
def run():
    try: asyncio.run(endless())
    except Exception: pass  # The interpreter ends: the library's shutdown ends the stream.
threading.Thread(target=run, daemon=True).start()
assert iterating.wait(60)
shot = cameras[1][1].shoot()
print("ready", flush=True)
"""

    def test_50_ends_with_live_view_running(self):
        for _ in range(50):
            done = subprocess.run(
                [sys.executable, "-X", "faulthandler", "-c", self.PROGRAM], capture_output=True, text=True, timeout=120
            )
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("ready", done.stdout)


if __name__ == "__main__":
    unittest.main()
