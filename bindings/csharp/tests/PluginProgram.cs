// A program that uses the camera of a plugin. Usage: program PATH-OF-THE-PLUGIN.
using System;
using System.Threading.Tasks;
using HotShoe;

public static class PluginProgram
{
    private static async Task Run(string path)
    {
        using (PluginCameraProvider plugin = new PluginCameraProvider(path))
        using (CameraDiscovery discovery = new CameraDiscovery("program", new ICameraProvider[] { plugin }))
        using (Camera camera = await discovery.FirstAsync(TimeSpan.FromSeconds(30)))
        {
            await camera.ConnectAsync();
            Console.WriteLine("connected to " + camera.Info.Model);
            await camera.DisconnectAsync();
        }
    }

    public static int Main(string[] arguments)
    {
        Run(arguments[0]).GetAwaiter().GetResult();
        return 0;
    }
}
