"""A kind of camera of one's own: a provider finds it, a driver connects to it, a connection controls it.

Programs use it like any other camera. It has settings, live view and pictures; the library reports everything else as not supported.

    python3 camera_plugin.py                                                       uses it in this program
    hotshoe --plugin camera_plugin.py list                                         uses it at the command line
    HOTSHOE_PLUGINS="$(python3 -m hotshoe.plugin_library)=camera_plugin.py" …      uses it in any program with HotShoe
"""

from __future__ import annotations

import asyncio
from typing import Callable, Optional

import hotshoe

APERTURE = hotshoe.PropertyIdentifierAperture()
SIZE = hotshoe.PixelSize(64, 48)
RATE = 30
STOPS = [hotshoe.Aperture.f2_8, hotshoe.Aperture.f4, hotshoe.Aperture.f5_6, hotshoe.Aperture.f8]


def setting(aperture: hotshoe.Aperture) -> hotshoe.PropertyValue:
    return hotshoe.PropertyValue(hotshoe.CommonValueAperture(aperture))


class RingConnection(
    hotshoe.CameraConnection, hotshoe.PropertyDriver, hotshoe.LiveViewDriver, hotshoe.ShutterDriver, hotshoe.TransferDriver
):
    """A lens ring with a viewfinder: an aperture, and pictures that show it."""

    def __init__(self, host: hotshoe.CameraHost) -> None:
        self._host = host
        self._shown = hotshoe.Aperture.f5_6
        self._task: Optional[asyncio.Task[None]] = None
        self._offered: dict[int, bytes] = {}
        self._shots = 0
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

    @property
    def shutter(self) -> Optional[hotshoe.ShutterDriver]:
        return self

    @property
    def transfers(self) -> Optional[hotshoe.TransferDriver]:
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
        """Reports what the ring can do, what it can be used for, and its aperture with the settable values."""
        choices = hotshoe.SettableValues.enumeration([setting(stop) for stop in STOPS])
        state = hotshoe.PropertyState(APERTURE, setting(self._shown), settable=choices)
        able = hotshoe.CameraCapabilities
        stills = hotshoe.CommandCategories.stills_shooting
        self._host.update(
            [
                hotshoe.CameraUpdateCapabilities(able.exposure_control | able.live_view | able.shutter_control),
                hotshoe.CameraUpdateCategories(stills, [stills]),
                hotshoe.CameraUpdateProperty(state),
            ]
        )

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


    # ---- Pictures: the ring has no card, and offers each picture once ----

    async def shoot(self, options: hotshoe.ShootOptions) -> hotshoe.ShotResult:
        self._shots += 1
        picture = b"P6 %d %d 255\n" % (SIZE.width, SIZE.height) + self._picture()
        self._offered[self._shots] = picture
        original = hotshoe.TransferOfferAvailable(hotshoe.TransferOfferRepresentation.ORIGINAL, len(picture), file_extension="PPM")
        offer = hotshoe.TransferOffer(
            hotshoe.TransferOfferIdentifier(self._shots),
            f"RING{self._shots:04}.PPM",
            available=[original],
            is_only_copy=True,
            must_be_executed=False,
        )
        self._host.update([hotshoe.CameraUpdateTransferOffered(offer)])
        return hotshoe.ShotResult([], [offer])

    async def execute_transfer(
        self,
        offer: hotshoe.TransferOfferIdentifier,
        representation: hotshoe.TransferOfferRepresentation,
        consume: Callable[[bytes], hotshoe.TransferDecision],
    ) -> None:
        picture = self._offered.pop(offer.number, None)
        if picture is None:
            raise hotshoe.CameraError(hotshoe.CameraErrorCode.NOT_FOUND, "The ring has sent this picture already.")
        await asyncio.get_running_loop().run_in_executor(None, consume, picture)

    async def decline_transfer(self, offer: hotshoe.TransferOfferIdentifier) -> None:
        self._offered.pop(offer.number, None)


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


def hotshoe_plugin(argument: str) -> hotshoe.CameraProvider:
    """Makes the provider when a program loads this file as a plugin. `argument` is the text after `=` in `--plugin FILE.py=TEXT`."""
    return RingProvider()


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
