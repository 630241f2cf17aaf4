"""A focus stack: live view frames at several focus distances, and a plot of their sharpness.

    python focus_stack.py [--simulated] [--steps N] [--plot FILE.png]

It needs numpy and Pillow, and matplotlib for the plot (Debian: python3-numpy, python3-pil, python3-matplotlib).
"""

from __future__ import annotations

import argparse
import asyncio
import io

import hotshoe
import numpy
from PIL import Image


def sharpness(frame: hotshoe.LiveViewFrame) -> float:
    """The variance of the differences between neighbouring pixels: the larger, the sharper."""
    pixels = numpy.asarray(Image.open(io.BytesIO(frame.bytes)).convert("L"), dtype=numpy.float32)
    across, down = numpy.diff(pixels, axis=1), numpy.diff(pixels, axis=0)
    return float(across.var() + down.var())


async def stack(camera: hotshoe.Camera, steps: int) -> list[float]:
    """Moves the focus from near to far; returns the sharpness at each step."""
    results: list[float] = []
    nearer = hotshoe.FocusStep(hotshoe.FocusStepDirection.NEAR, hotshoe.FocusStepAmount.LARGE)
    farther = hotshoe.FocusStep(hotshoe.FocusStepDirection.FAR, hotshoe.FocusStepAmount.MEDIUM)
    async with camera.live_view() as frames:
        await frames.__anext__()
        for _ in range(steps):
            await move(camera, nearer)
        for step in range(steps):
            await move(camera, farther)
            results.append(sharpness(await frames.__anext__()))
            print(f"step {step:2}  sharpness {results[-1]:8.1f}")
    return results


async def move(camera: hotshoe.Camera, step: hotshoe.FocusStep) -> None:
    try:
        await camera.drive_focus(step)
    except hotshoe.CameraErrorFocusDidNotMove:
        pass  # at the end of the range


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--simulated", action="store_true", help="use a simulated camera")
    parser.add_argument("--steps", type=int, default=12, help="number of focus distances")
    parser.add_argument("--plot", metavar="FILE", help="where the plot is saved")
    options = parser.parse_args()
    if options.simulated:
        providers: list[hotshoe.CameraProvider] = [hotshoe.SimulatedCameraProvider([hotshoe.CameraSimulator()])]
        discovery = hotshoe.CameraDiscovery.create_with_providers("Focus stack", providers)
    else:
        discovery = hotshoe.CameraDiscovery("Focus stack")
    async with discovery:
        camera = await discovery.first(60)
        await camera.connect()
        results = await stack(camera, options.steps)
        await camera.disconnect()
    best = results.index(max(results))
    print(f"sharpest at step {best}")
    if options.plot:
        import matplotlib  # pyright: ignore[reportMissingImports]

        matplotlib.use("Agg")
        from matplotlib import pyplot  # pyright: ignore[reportMissingImports]

        pyplot.plot(results, marker="o")
        pyplot.axvline(best, linestyle="--")
        pyplot.xlabel("focus step")
        pyplot.ylabel("sharpness")
        pyplot.savefig(options.plot)


if __name__ == "__main__":
    asyncio.run(main())
