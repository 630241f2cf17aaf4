// Calls, frames, live view and dropped objects in C#. `run` builds what it needs. Usage: Bench calls|frames|dropped, or
// Bench live PORT COUNT next|await|subscribe|credit. The generated sources are in the same assembly, so that the same object can be passed to
// functions that are declared here by hand.
using System;
using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using HotShoe;

/// <summary>The C interface, declared by hand.</summary>
internal static unsafe class ByHand
{
    internal struct Text
    {
        internal byte* Data;
        internal UIntPtr Size;
    }

    /// <summary>As an author of bindings declares it: the runtime keeps the handle alive during the call.</summary>
    internal sealed class Handle : SafeHandle
    {
        internal Handle(ulong bits) : base(IntPtr.Zero, false) { SetHandle(new IntPtr((long)bits)); }

        public override bool IsInvalid { get { return handle == IntPtr.Zero; } }

        protected override bool ReleaseHandle() { return true; }
    }

    [DllImport(Loader_.Library)]
    internal static extern int hotshoe_live_view_frame_get_byte_count(ulong frame, out long result);

    [DllImport(Loader_.Library, EntryPoint = "hotshoe_live_view_frame_get_byte_count")]
    internal static extern int ByteCount(Handle frame, out long result);

    [DllImport(Loader_.Library)]
    internal static extern int hotshoe_live_view_frame_get_bytes(ulong frame, out Text result);

    [DllImport(Loader_.Library, EntryPoint = "hotshoe_live_view_frame_get_bytes")]
    internal static extern int FrameBytes(Handle frame, out Text result);

    [DllImport(Loader_.Library)]
    internal static extern int hotshoe_camera_get_display_name(ulong camera, out Text result);

    [DllImport(Loader_.Library, EntryPoint = "hotshoe_camera_get_display_name")]
    internal static extern int DisplayName(Handle camera, out Text result);

    [DllImport(Loader_.Library)]
    internal static extern void hotshoe_string_free(ref Text text);

    internal static void Check(int status)
    {
        if (status != 0) { throw new InvalidOperationException("status " + status); }
    }

    internal static string Take(Text text)
    {
        string result = Encoding.UTF8.GetString(text.Data, (int)text.Size);
        hotshoe_string_free(ref text);
        return result;
    }
}

public static class Bench
{
    private const int Rounds = 15;
    internal static long Keep;

    private static double Median(double[] times)
    {
        Array.Sort(times);
        return times[times.Length / 2];
    }

    /// <summary>Nanoseconds for a call of each function: medians of rounds, each of which runs all, after three that are not counted.</summary>
    private static double[] Measure(int count, params Action<int>[] bodies)
    {
        double[][] times = new double[bodies.Length][];
        for (int each = 0; each < bodies.Length; each++) { times[each] = new double[Rounds]; }
        for (int round = -3; round < Rounds; round++)
        {
            for (int each = 0; each < bodies.Length; each++)
            {
                Stopwatch watch = Stopwatch.StartNew();
                bodies[each](count);
                double nanoseconds = watch.Elapsed.TotalMilliseconds * 1e6 / count;
                if (round >= 0) { times[each][round] = nanoseconds; }
            }
        }
        return Array.ConvertAll(times, Median);
    }

    private static Camera Connected(CameraSimulatorConfiguration configuration)
    {
        using (CameraSimulator simulator = new CameraSimulator(configuration))
        {
            Camera camera = simulator.MakeCamera();
            camera.ConnectAsync().Wait();
            return camera;
        }
    }

    private static LiveViewFrame Frame(Camera camera)
    {
        using (LiveViewStream stream = camera.LiveView())
        {
            if (!stream.MoveNext(TimeSpan.FromSeconds(30))) { throw new InvalidOperationException("no frame"); }
            return stream.Current;
        }
    }

    private static void Row(string name, double[] times)
    {
        Console.WriteLine(
            "{0}|{1:F1}|{2:F1}|{3:F1}|{4:F2}|{5:F2}", name, times[0], times[1], times[2], times[0] / times[1], times[0] / times[2]);
    }

    private static void Calls()
    {
        using (CameraSimulatorConfiguration configuration = new CameraSimulatorConfiguration())
        using (Camera camera = Connected(configuration))
        using (LiveViewFrame frame = Frame(camera))
        {
            ulong frameBits = frame.Bits;
            ulong cameraBits = camera.Bits;
            ByHand.Handle frameHandle = new ByHand.Handle(frameBits);
            ByHand.Handle cameraHandle = new ByHand.Handle(cameraBits);
            Row("number", Measure(
                1000000,
                count => { for (int index = 0; index < count; index++) { Keep = frame.ByteCount; } },
                count =>
                {
                    for (int index = 0; index < count; index++)
                    {
                        long result;
                        ByHand.Check(ByHand.hotshoe_live_view_frame_get_byte_count(frameBits, out result));
                        Keep = result;
                    }
                },
                count =>
                {
                    for (int index = 0; index < count; index++)
                    {
                        long result;
                        ByHand.Check(ByHand.ByteCount(frameHandle, out result));
                        Keep = result;
                    }
                }));
            Row("text", Measure(
                300000,
                count => { for (int index = 0; index < count; index++) { Keep = camera.DisplayName.Length; } },
                count =>
                {
                    for (int index = 0; index < count; index++)
                    {
                        ByHand.Text text;
                        ByHand.Check(ByHand.hotshoe_camera_get_display_name(cameraBits, out text));
                        Keep = ByHand.Take(text).Length;
                    }
                },
                count =>
                {
                    for (int index = 0; index < count; index++)
                    {
                        ByHand.Text text;
                        ByHand.Check(ByHand.DisplayName(cameraHandle, out text));
                        Keep = ByHand.Take(text).Length;
                    }
                }));
        }
    }

    private static unsafe void Frames()
    {
        byte[] picture;
        using (CameraSimulatorConfiguration configuration = new CameraSimulatorConfiguration())
        using (Camera camera = Connected(configuration))
        using (LiveViewFrame frame = Frame(camera))
        using (NativeBytes bytes = frame.Bytes) { picture = bytes.ToArray(); }
        foreach (int size in new[] { picture.Length, 1 << 20, 16 << 20 })
        {
            // Readers of a JPEG ignore what follows its end.
            byte[] larger = new byte[size];
            picture.CopyTo(larger, 0);
            using (CameraSimulatorConfiguration configuration = new CameraSimulatorConfiguration())
            {
                configuration.LiveViewSource = new CameraSimulatorLiveViewSource.Pictures(new[] { larger });
                using (Camera camera = Connected(configuration))
                using (LiveViewFrame frame = Frame(camera))
                {
                    double[] times = Measure(
                        100000,
                        count =>
                        {
                            for (int index = 0; index < count; index++)
                            {
                                using (NativeBytes bytes = frame.Bytes) { Keep = bytes.Span[0]; }
                            }
                        },
                        count =>
                        {
                            for (int index = 0; index < count; index++)
                            {
                                ByHand.Text bytes;
                                ByHand.Check(ByHand.hotshoe_live_view_frame_get_bytes(frame.Bits, out bytes));
                                Keep = new ReadOnlySpan<byte>(bytes.Data, (int)bytes.Size)[0];
                            }
                        });
                    Console.WriteLine("{0}|{1:F3}|{2:F3}", frame.ByteCount, times[0] / 1000, times[1] / 1000);
                }
            }
        }
    }

    private static void Dropped()
    {
        using (CameraSimulatorConfiguration configuration = new CameraSimulatorConfiguration())
        using (Camera camera = Connected(configuration))
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            long before = HotShoeLibrary.LiveHandles;
            Thread thread = new Thread(() =>
            {
                for (int index = 0; index < 100000; index++) { Keep = camera.Aperture.GetHashCode(); }
            });
            thread.Start();
            thread.Join();
            long most = HotShoeLibrary.LiveHandles - before;
            int turn = 0;
            while (HotShoeLibrary.LiveHandles > before && turn < 100)
            {
                turn++;
                GC.Collect();
                GC.WaitForPendingFinalizers();
            }
            Console.WriteLine("{0}|{1}|{2}", most, HotShoeLibrary.LiveHandles - before, turn);
        }
    }

    /// <summary>Counts frames; the first thousand are not counted.</summary>
    private sealed class Counter
    {
        private readonly Stopwatch watch = new Stopwatch();
        private readonly int wanted;
        private int count = -1000;
        private long bytes;
        private readonly int[] collections = new int[3];
        private long allocated;
        internal readonly TaskCompletionSource<bool> Done = new TaskCompletionSource<bool>();

        internal Counter(int wanted) { this.wanted = wanted; }

        private static long Allocated()
        {
#if NETCOREAPP
            return GC.GetTotalAllocatedBytes();
#else
            return 0;
#endif
        }

        /// <summary>Counts a frame; returns false when there were enough.</summary>
        internal bool Take(LiveViewFrame frame)
        {
            using (frame)
            using (NativeBytes data = frame.Bytes)
            {
                if (count >= wanted) { return false; }
                if (count == 0)
                {
                    for (int each = 0; each < 3; each++) { collections[each] = GC.CollectionCount(each); }
                    allocated = Allocated();
                    watch.Start();
                }
                if (data.Span[0] != 0xFF) { throw new InvalidOperationException("no JPEG"); }
                if (++count > 0) { bytes += data.Length; }
                if (count < wanted) { return true; }
                watch.Stop();
                allocated = Allocated() - allocated;
                for (int each = 0; each < 3; each++) { collections[each] = GC.CollectionCount(each) - collections[each]; }
            }
            Done.TrySetResult(true);
            return false;
        }

        internal void Print()
        {
            Console.WriteLine(
                "{0:F6} {1} {2} {3} {4} {5} {6:F1}", watch.Elapsed.TotalSeconds, bytes, wanted, collections[0], collections[1], collections[2],
                (double)allocated / wanted);
        }
    }

    private static async Task Await(LiveViewStream stream, Counter counter)
    {
        while (await stream.MoveNextAsync().ConfigureAwait(false) && counter.Take(stream.Current)) { }
    }

    private static void Live(ushort port, int count, string way)
    {
        using (NetworkCameraProvider network = new NetworkCameraProvider("benchmark"))
        using (CameraDiscovery discovery = new CameraDiscovery("benchmark", new ICameraProvider[] { network }))
        using (Camera camera = discovery.CameraAtAsync(new CameraAddress.Network("127.0.0.1", port)).Result)
        {
            camera.ConnectAsync().Wait();
            Counter counter = new Counter(count);
            using (LiveViewStream stream = camera.LiveView())
            {
                switch (way)
                {
                    case "next":
                        while (stream.MoveNext(TimeSpan.FromSeconds(5)) && counter.Take(stream.Current)) { }
                        break;
                    case "await":
                        Await(stream, counter).Wait();
                        break;
                    case "credit":
                        using (stream.SubscribeWithCredit(frame => { counter.Take(frame); })) { counter.Done.Task.Wait(); }
                        break;
                    default:
                        using (stream.Subscribe(frame => { counter.Take(frame); })) { counter.Done.Task.Wait(); }
                        break;
                }
            }
            counter.Print();
            camera.DisconnectAsync().Wait();
        }
    }

    public static int Main(string[] arguments)
    {
        switch (arguments[0])
        {
            case "calls": Calls(); break;
            case "frames": Frames(); break;
            case "dropped": Dropped(); break;
            default: Live(ushort.Parse(arguments[1]), int.Parse(arguments[2]), arguments[3]); break;
        }
        return 0;
    }
}
