// The steps of steps.txt in C#. Usage: scenario.exe PLACE FILE: the port of a simulated camera, or the address of a server
// from its // on, and the file for a picture.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using HotShoe;

public static class Scenario
{
    private static readonly TimeSpan Within = TimeSpan.FromSeconds(60);

    /// <summary>Prints the code of the error that a call throws.</summary>
    private static async Task Show(string step, Task call)
    {
        try
        {
            await call;
            Console.WriteLine(step + ": no error");
        }
        catch (CameraException exception)
        {
            // mono keeps the last exception of each thread, and so its error.
            using (CameraError error = exception.Error) { Console.WriteLine(step + ": error " + (int)error.Code); }
        }
        catch (OperationCanceledException) { Console.WriteLine(step + ": error " + (int)CameraErrorCode.Cancelled); }
        catch (LibraryException exception) { Console.WriteLine(step + ": " + exception.Message); }
    }

    private static CameraSimulator MakeSimulator(CameraSimulatorAuthentication authentication = null, SimulatedFault fault = null)
    {
        using (CameraSimulatorConfiguration configuration = new CameraSimulatorConfiguration())
        {
            if (authentication != null) { configuration.Authentication = authentication; }
            if (fault != null) { configuration.Faults = new[] { fault }; }
            return new CameraSimulator(configuration);
        }
    }

    private static async Task Authenticate()
    {
        CameraSimulatorAuthentication code = new CameraSimulatorAuthentication.NumericCode("1234");
        var kinds = new List<KeyValuePair<CameraSimulatorAuthentication, AuthenticationRequestResponse>>();
        Action<CameraSimulatorAuthentication, AuthenticationRequestResponse> add = (kind, response) =>
            kinds.Add(new KeyValuePair<CameraSimulatorAuthentication, AuthenticationRequestResponse>(kind, response));
        add(new CameraSimulatorAuthentication.None(), null);
        add(new CameraSimulatorAuthentication.ConfirmOnCamera(TimeSpan.Zero), null);
        add(new CameraSimulatorAuthentication.Credentials("user", "secret"), new AuthenticationRequestResponse.Credentials("user", "secret"));
        add(code, new AuthenticationRequestResponse.NumericCode("1234"));
        add(new CameraSimulatorAuthentication.JoinNetwork("user", "secret"), new AuthenticationRequestResponse.JoinedNetwork());
        for (int index = 0; index < kinds.Count; index++)
        {
            int count = 0;
            AuthenticationRequestResponse response = kinds[index].Value;
            using (CameraSimulator simulator = MakeSimulator(kinds[index].Key))
            using (Camera camera = simulator.MakeCamera())
            {
                await camera.ConnectAsync(authenticate: request =>
                {
                    using (request)
                    {
                        count++;
                        if (response != null) { request.Respond(response); }
                    }
                });
                Console.WriteLine("authentication " + index + ": " + count + " requests, connected");
                await camera.DisconnectAsync();
            }
        }
        using (CameraSimulator simulator = MakeSimulator(code))
        using (Camera camera = simulator.MakeCamera())
        {
            await Show("cancelled authentication", camera.ConnectAsync(authenticate: request =>
            {
                using (request) { request.Cancel(); }
            }));
            await camera.DisconnectAsync();
        }
    }

    private static async Task Fail()
    {
        foreach (CameraErrorCode code in Enum.GetValues(typeof(CameraErrorCode)))
        {
            SimulatedFault fault = new SimulatedFault(
                new SimulatedFaultKind.Fail(code), new SimulatedFaultTrigger.During(CameraOperation.Shoot));
            using (CameraSimulator simulator = MakeSimulator(fault: fault))
            using (Camera camera = simulator.MakeCamera())
            {
                await camera.ConnectAsync();
                await Show("fault " + (int)code, camera.ShootAsync());
                await camera.DisconnectAsync();
            }
        }
    }

    private static async Task Cancel()
    {
        using (CancellationTokenSource source = new CancellationTokenSource())
        using (CameraDiscovery discovery = new CameraDiscovery("scenario", new ICameraProvider[0]))
        {
            Task<Camera> first = discovery.FirstAsync(Within, cancellationToken: source.Token);
            source.Cancel();
            await Show("cancelled call", first);
        }
    }

    private static async Task Unplug()
    {
        using (CameraSimulator simulator = MakeSimulator())
        using (Camera camera = simulator.MakeCamera())
        {
            await camera.ConnectAsync();
            using (var states = camera.ConnectionStates)
            {
                simulator.Unplug();
                while (await states.MoveNextAsync() && !(states.Current is ConnectionState.NotConnected)) { }
            }
            Console.WriteLine("unplugged: not connected");
            await Show("after that", camera.ShootAsync());
        }
    }

    private static async Task<Camera> Find(string place)
    {
        if (place[0] == '/')
        {
            using (RemoteCameraProvider remote = new RemoteCameraProvider())
            using (CameraDiscovery served = new CameraDiscovery("scenario", new ICameraProvider[] { remote }))
            {
                return await served.CameraAtAsync(new CameraAddress.Provider("http", place));
            }
        }
        using (NetworkCameraProvider network = new NetworkCameraProvider("scenario"))
        using (CameraDiscovery discovery = new CameraDiscovery("scenario", new ICameraProvider[] { network }))
        {
            return await discovery.CameraAtAsync(new CameraAddress.Network("127.0.0.1", ushort.Parse(place)));
        }
    }

    private static async Task SetAperture(Camera camera)
    {
        PropertyCompletion reflected = new PropertyCompletion.Reflected(Within);
        using (var mode = camera.ExposureMode) { await mode.SetAsync(ExposureMode.AperturePriority, reflected); }
        using (var aperture = camera.Aperture)
        using (Aperture eight = new Aperture("f/8"))
        {
            using (var values = aperture.Values)
            {
                await aperture.SetAsync(eight, reflected);
                while (await values.MoveNextAsync())
                {
                    if (values.Current != eight) { continue; }
                    Console.WriteLine("observed: " + values.Current);
                    break;
                }
            }
            int count = 0;
            using (LiveViewStream liveView = camera.LiveView())
            {
                for (int number = 0; number < 1000 && await liveView.MoveNextAsync(); number++)
                {
                    using (LiveViewFrame frame = liveView.Current)
                    using (NativeBytes bytes = frame.Bytes)
                    {
                        if (IsPicture(bytes)) { count++; }
                    }
                }
                liveView.Close();
            }
            Console.WriteLine(count + " frames");
            Console.WriteLine("set: " + aperture.Value);
            using (Property property = camera.Property(new PropertyIdentifier.Aperture()))
            {
                await Show("invalid value", property.SetAsync("f/3", reflected));
            }
        }
    }

    private static bool IsPicture(NativeBytes bytes) { return bytes.Length > 2 && bytes.Span[0] == 0xff && bytes.Span[1] == 0xd8; }

    private static async Task Shoot(Camera camera, string path)
    {
        using (Shot shot = await camera.ShootAsync())
        using (var original = shot.Original)
        {
            byte[] data = await original.ContentsAsync();
            await original.WriteToAsync(path, replacing: true);
            string same = File.ReadAllBytes(path).SequenceEqual(data) ? "the same" : "not the same";
            string kind = data[0] == 0xff && data[1] == 0xd8 ? "a JPEG file" : "not a JPEG file";
            Console.WriteLine("picture: " + kind + ", " + same + " as its download");
        }
    }

    private static async Task Run(string place, string path)
    {
        await Authenticate();
        await Fail();
        await Cancel();
        await Unplug();
        using (Camera camera = await Find(place))
        {
            await camera.ConnectAsync();
            Console.WriteLine("over the network: connected");
            await SetAperture(camera);
            await Shoot(camera, path);
            await camera.DisconnectAsync();
            await Show("disconnected", camera.ShootAsync());
        }
    }

    public static int Main(string[] arguments)
    {
        Run(arguments[0], arguments[1]).GetAwaiter().GetResult();
        for (int turn = 0; turn < 60; turn++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            if (HotShoeLibrary.WaitForLiveHandles(0, TimeSpan.FromSeconds(1))) { return 0; }
        }
        Console.Error.WriteLine(HotShoeLibrary.LiveHandles + " objects are left");
        return 1;
    }
}
