"""Writes each example of the README as a program. Usage: readme_programs.py README FOLDER. An example without `Main` is a part of an
asynchronous function: it becomes a program with simulated cameras and with the variables that the text mentions. A class without `Main`
is a part of a file in examples/ beside the README, which has tests of its own."""

import pathlib
import re
import sys
import textwrap

HEAD = """\
using System;
using System.Threading;
using System.Threading.Tasks;
using HotShoe;
"""

# The program's own class CameraDiscovery is nearer than that of the library: it finds a simulated camera.
FRAME = """
namespace Example
{
    public sealed class Label { public string Text { get; set; } }

    public sealed class Picture
    {
        public int Shown;
        public void Show(ReadOnlySpan<byte> bytes) { if (bytes[0] == 0xFF) { Shown++; } }
    }

    public sealed class CameraDiscovery : IDisposable
    {
        private readonly CameraSimulator simulator = new CameraSimulator();
        private readonly SimulatedCameraProvider provider;
        private readonly HotShoe.CameraDiscovery discovery;

        public CameraDiscovery(string clientName)
        {
            provider = new SimulatedCameraProvider(new[] { simulator });
            discovery = new HotShoe.CameraDiscovery(clientName, new ICameraProvider[] { provider });
        }

        public async Task<Camera> FirstAsync(TimeSpan timeout, CancellationToken cancellationToken = default(CancellationToken))
        {
            Camera camera = await discovery.FirstAsync(timeout, cancellationToken: cancellationToken);
            // Cameras do not accept an aperture in each mode.
            await camera.ConnectAsync();
            using (ExposureModeProperty mode = camera.ExposureMode)
            {
                await mode.SetAsync(ExposureMode.AperturePriority, new PropertyCompletion.Reflected(TimeSpan.FromSeconds(10)));
            }
            await camera.DisconnectAsync();
            return camera;
        }

        public void Dispose()
        {
            discovery.Dispose();
            provider.Dispose();
            simulator.Dispose();
        }
    }

    public static class Program
    {
        private static async Task Run(CancellationToken cancellation)
        {
            Label label = new Label();
            Picture picture = new Picture();
@BODY@
            Console.WriteLine("the camera showed " + label.Text + ", " + (picture.Shown > 0 ? "with" : "without") + " live view");
        }

        public static int Main()
        {
            using (CancellationTokenSource source = new CancellationTokenSource()) { Run(source.Token).GetAwaiter().GetResult(); }
            return 0;
        }
    }
}
"""


def program(text: str) -> str:
    if re.search(r"\bMain\(", text):
        return text
    body = textwrap.indent(text, " " * 12)
    return HEAD + FRAME.replace("@BODY@", body)


def main() -> None:
    readme, folder = map(pathlib.Path, sys.argv[1:])
    blocks = re.findall(r"^```csharp\n(.*?)^```$", readme.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    if not blocks:
        sys.exit(f"{readme} has no example")
    examples = "".join(path.read_text(encoding="utf-8") for path in sorted((readme.parent / "examples").rglob("*.cs")))
    for number, text in enumerate(blocks, 1):
        if text.startswith("public ") and "Main(" not in text:
            code = re.sub(r"^\s*///.*$", "", examples, flags=re.MULTILINE)
            if "".join(text.split()) not in "".join(code.split()):
                sys.exit(f"{readme}: no file in examples has this: {text}")
            continue
        (folder / f"example{number}.cs").write_text(program(text), encoding="utf-8")


if __name__ == "__main__":
    main()
