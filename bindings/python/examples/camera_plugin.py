"""A kind of camera of one's own: a provider finds it, a driver connects to it, a connection controls it.

Programs use it like any other camera. It has settings and live view; the library reports everything else as not supported.
"""

from __future__ import annotations

import asyncio
from typing import Optional

import hotshoe

APERTURE = hotshoe.PropertyIdentifierAperture()
SIZE = hotshoe.PixelSize(64, 48)
RATE = 30
STOPS = [hotshoe.Aperture.f2_8, hotshoe.Aperture.f4, hotshoe.Aperture.f5_6, hotshoe.Aperture.f8]


def setting(aperture: hotshoe.Aperture) -> hotshoe.PropertyValue:
    return hotshoe.PropertyValue(hotshoe.CommonValueAperture(aperture))


class RingConnection(hotshoe.CameraConnection, hotshoe.PropertyDriver, hotshoe.LiveViewDriver):
    """A lens ring with a viewfinder: an aperture, and pictures that show it."""

    def __init__(self, host: hotshoe.CameraHost) -> None:
        self._host = host
        self._shown = hotshoe.Aperture.f5_6
        self._task: Optional[asyncio.Task[None]] = None
        self._report()

    @property
    def info(self) -> hotshoe.CameraInfo:
        return hotshoe.CameraInfo("Example", "Ring", "1.0", "RING-1")

    @property
    def properties(self) -> Optional[hotshoe.PropertyDriver]:
        return self

    @property
    def live_view(self) -> Optional[hotshoe.LiveViewDriver]:
        return self

    async def disconnect(self, options: hotshoe.DisconnectOptions) -> None:
        await self.stop_live_view()

    async def set_property(self, property: hotshoe.PropertyIdentifier, value: hotshoe.PropertyValue) -> None:
        aperture = value.aperture
        if aperture is None:
            raise hotshoe.CameraError(hotshoe.CameraErrorCode.INVALID_ARGUMENT, "The ring has apertures only.")
        self._shown = aperture
        self._report()

    def _report(self) -> None:
        """Reports the aperture and its settable values to the library."""
        choices = hotshoe.SettableValues.enumeration([setting(stop) for stop in STOPS])
        state = hotshoe.PropertyState(APERTURE, setting(self._shown), settable=choices)
        self._host.update([hotshoe.CameraUpdateCapabilities(hotshoe.CameraCapabilities.live_view), hotshoe.CameraUpdateProperty(state)])

    # ---- Live view ----

    async def start_live_view(self, options: hotshoe.LiveViewOptions, sink: hotshoe.LiveViewSink) -> hotshoe.LiveViewFormat:
        self._task = asyncio.create_task(self._deliver(sink))
        return hotshoe.LiveViewFormat(SIZE, rate=RATE)

    async def stop_live_view(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def set_live_view_options(self, options: hotshoe.LiveViewOptions) -> None:
        pass

    async def _deliver(self, sink: hotshoe.LiveViewSink) -> None:
        number = 0
        while sink.is_active:
            if sink.is_demanded:
                info = hotshoe.LiveViewFrameInfo()
                info.sequence_number = number
                info.format = hotshoe.LiveViewFrameInfoFormat.RGB24
                info.size = SIZE
                sink.deliver(self._picture(), info)
                number += 1
            await asyncio.sleep(1 / RATE)

    def _picture(self) -> bytes:
        """A grey picture, which is brighter with a wider aperture."""
        brightness = 255 // (1 + STOPS.index(self._shown))
        return bytes([brightness]) * (3 * SIZE.width * SIZE.height)


class RingDriver(hotshoe.CameraDriver):
    async def connect(self, options: hotshoe.ConnectOptions, host: hotshoe.CameraHost) -> hotshoe.CameraConnection:
        return RingConnection(host)


class RingProvider(hotshoe.CameraProvider):
    @property
    def identifier(self) -> str:
        return "ring"

    async def discover(self, sink: hotshoe.DiscoverySink) -> None:
        """Searches until the search is cancelled: the coroutine is cancelled with it."""
        ring = hotshoe.CameraDescription(
            hotshoe.CameraIdentifier("ring:1"), hotshoe.CameraFamily("example"), hotshoe.CameraTransport.USB, "Ring"
        )
        sink.found(hotshoe.DiscoveredCamera(ring, make_driver=RingDriver))
        sink.caught_up()
        await asyncio.Event().wait()


async def main() -> None:
    async with hotshoe.CameraDiscovery.create_with_providers("camera_plugin", [RingProvider()]) as discovery:
        camera = await discovery.first(5)
        await camera.connect()
        info = camera.info
        assert info is not None
        print("connected to", info.model)

        ring = camera.property(APERTURE)
        for value in ring.settable.values:
            print(value.label)
        async for frame in camera.live_view():
            print("brightness", frame.bytes[0])
            break
        await ring.set_text("f/2.8", hotshoe.PropertyCompletionReflected(1))
        shown = ring.value
        assert shown is not None
        print("now at", shown.label)
        async for frame in camera.live_view():
            if frame.bytes[0] == 255:
                print("brightness 255")
                break
        await camera.disconnect()


if __name__ == "__main__":
    asyncio.run(main())
