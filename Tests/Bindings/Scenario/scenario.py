"""The steps of steps.txt in Python. Usage: scenario.py PORT FILE: the port of a simulated camera, and the file for a picture."""

from __future__ import annotations

import asyncio
import sys
from typing import Any, Awaitable, Optional

import hotshoe

WITHIN = 60  # seconds


async def show(step: str, call: Awaitable[Any]) -> None:
    """Prints the code of the error that a call raises."""
    try:
        await call
    except hotshoe.CameraError as failure:
        print(f"{step}: error {failure.code.value}")
    except hotshoe.Error as failure:
        print(f"{step}: {failure}")
    else:
        print(f"{step}: no error")


def make_simulator(
    authentication: Optional[hotshoe.CameraSimulatorAuthentication] = None, fault: Optional[hotshoe.SimulatedFault] = None
) -> hotshoe.CameraSimulator:
    configuration = hotshoe.CameraSimulatorConfiguration()
    if authentication is not None:
        configuration.authentication = authentication
    if fault is not None:
        configuration.faults = [fault]
    return hotshoe.CameraSimulator(configuration)


async def authenticate() -> None:
    code = hotshoe.CameraSimulatorAuthenticationNumericCode("1234")
    kinds: list[tuple[hotshoe.CameraSimulatorAuthentication, Optional[hotshoe.AuthenticationRequestResponse]]] = [
        (hotshoe.CameraSimulatorAuthenticationNone(), None),
        (hotshoe.CameraSimulatorAuthenticationConfirmOnCamera(0), None),
        (
            hotshoe.CameraSimulatorAuthenticationCredentials("user", "secret"),
            hotshoe.AuthenticationRequestResponseCredentials("user", "secret"),
        ),
        (code, hotshoe.AuthenticationRequestResponseNumericCode("1234")),
        (hotshoe.CameraSimulatorAuthenticationJoinNetwork("user", "secret"), hotshoe.AuthenticationRequestResponseJoinedNetwork()),
    ]
    for index, (authentication, response) in enumerate(kinds):
        count = 0

        def answer(request: hotshoe.AuthenticationRequest) -> None:
            nonlocal count
            count += 1
            if response is not None:
                request.respond(response)

        async with make_simulator(authentication).make_camera().connected(authenticate=answer):
            print(f"authentication {index}: {count} requests, connected")
    camera = make_simulator(code).make_camera()
    await show("cancelled authentication", camera.connect(authenticate=lambda request: request.cancel()))
    await camera.disconnect()


async def fail() -> None:
    for code in hotshoe.CameraErrorCode:
        trigger = hotshoe.SimulatedFaultTriggerDuring(hotshoe.CameraOperation.SHOOT)
        fault = hotshoe.SimulatedFault(hotshoe.SimulatedFaultKindFail(code), trigger)
        async with make_simulator(fault=fault).make_camera().connected() as camera:
            await show(f"fault {code.value}", camera.shoot())


async def cancel() -> None:
    with hotshoe.CameraDiscovery.create_with_providers("scenario", []) as discovery:
        first = discovery.first(WITHIN)
        first.cancel()
        await show("cancelled call", first)


async def unplug() -> None:
    simulator = make_simulator()
    camera = simulator.make_camera()
    await camera.connect()
    states = camera.connection_states
    simulator.unplug()
    async for state in states:
        if isinstance(state, hotshoe.ConnectionStateNotConnected):
            break
    print("unplugged: not connected")
    await show("after that", camera.shoot())


async def find(place: str) -> hotshoe.Camera:
    provider: hotshoe.CameraProvider
    address: hotshoe.CameraAddress
    if place.startswith("/"):
        provider, address = hotshoe.RemoteCameraProvider(), hotshoe.CameraAddressProvider("http", place)
    else:
        provider, address = hotshoe.NetworkCameraProvider("scenario"), hotshoe.CameraAddressNetwork("127.0.0.1", int(place))
    with hotshoe.CameraDiscovery.create_with_providers("scenario", [provider]) as discovery:
        return await discovery.camera_at(address)


async def set_aperture(camera: hotshoe.Camera) -> None:
    reflected = hotshoe.PropertyCompletionReflected(WITHIN)
    await camera.exposure_mode.set(hotshoe.ExposureMode.APERTURE_PRIORITY, reflected)
    values = camera.aperture.values
    await camera.aperture.set(hotshoe.Aperture.f8, reflected)
    async for value in values:
        if value == hotshoe.Aperture.f8:
            print(f"observed: {value}")
            break
    count = 0
    async for frame in camera.live_view().limit(1000):
        count += frame.bytes[:2] == b"\xff\xd8"
    print(f"{count} frames")
    print(f"set: {camera.aperture.value}")
    await show("invalid value", camera.property(hotshoe.PropertyIdentifierAperture()).set_text("f/3", reflected))


async def shoot(camera: hotshoe.Camera, path: str) -> None:
    shot = await camera.shoot()
    original = shot.original
    assert original is not None
    data = await original.contents()
    await original.write_to(path, replacing=True)
    with open(path, "rb") as file:
        same = "the same" if file.read() == data else "not the same"
    print(f"picture: {'a JPEG file' if data[:2] == bytes([0xff, 0xd8]) else 'not a JPEG file'}, {same} as its download")


async def main(place: str, path: str) -> None:
    await authenticate()
    await fail()
    await cancel()
    await unplug()
    camera = await find(place)
    async with camera.connected():
        print("over the network: connected")
        await set_aperture(camera)
        await shoot(camera, path)
    await show("disconnected", camera.shoot())


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2]))
    if not hotshoe.wait_for_live_handles(0, WITHIN):
        raise SystemExit(f"{hotshoe.live_handles()} objects are left")
