// Finds a camera, shows a setting, and takes a picture. Usage: FirstPicture [FILE]. The camera is a simulated one in this process:
// new CameraDiscovery("My App") finds the cameras on USB and the network.
using System;
using System.Threading.Tasks;
using HotShoe;

public static class FirstPicture
{
    private static async Task Run(string path)
    {
        PropertyCompletion reflected = new PropertyCompletion.Reflected(TimeSpan.FromSeconds(2));
        using (CameraSimulator simulator = new CameraSimulator())
        using (SimulatedCameraProvider simulated = new SimulatedCameraProvider(new[] { simulator }))
        using (CameraDiscovery discovery = new CameraDiscovery("My App", new ICameraProvider[] { simulated }))
        using (Camera camera = await discovery.FirstAsync(TimeSpan.FromSeconds(5)))
        {
            await camera.ConnectAsync();
            using (ApertureProperty aperture = camera.Aperture)
            using (aperture.Observe(value => Console.WriteLine("the camera shows " + value)))
            {
                using (ExposureModeProperty mode = camera.ExposureMode) { await mode.SetAsync(ExposureMode.AperturePriority, reflected); }
                await aperture.SetAsync("f/2.8", reflected);

                using (LiveViewStream liveView = camera.LiveView())
                {
                    for (int count = 0; count < 30 && await liveView.MoveNextAsync(); count++)
                    {
                        using (LiveViewFrame frame = liveView.Current)
                        using (NativeBytes bytes = frame.Bytes)             // the camera's JPEG, not a copy
                        {
                            if (count == 29) { Console.WriteLine("frame " + frame.SequenceNumber + " has " + bytes.Length + " bytes"); }
                        }
                    }
                    liveView.Close();
                }

                try
                {
                    using (Shot shot = await camera.ShootAsync())
                    using (RemoteFile original = shot.Original) { await original.WriteToAsync(path, replacing: true); }
                }
                catch (CameraException.StorageFull) { Console.WriteLine("there is no space on the card"); }
            }
            await camera.DisconnectAsync();
        }
    }

    public static int Main(string[] arguments)
    {
        Run(arguments.Length > 0 ? arguments[0] : "picture.jpg").GetAwaiter().GetResult();
        return 0;
    }
}
