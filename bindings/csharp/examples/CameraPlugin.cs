// A kind of camera of one's own: a provider finds it, a driver connects to it, a connection controls it.
//
// Programs use it like any other camera. It has settings, live view and pictures; the library reports everything else as not supported.
//
//     CameraPlugin.exe                              uses it in this program
//     hotshoe --plugin ./ring.so list               uses it at the command line: this file is also ring.dll beside ring.so (plugin.c)
//     HOTSHOE_PLUGINS=./ring.so ./my-program        uses it in any program with HotShoe
using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using HotShoe;

/// <summary>A lens ring with a viewfinder: the state that the parts of a connection share.</summary>
public sealed class Ring
{
    public static readonly PixelSize Size = new PixelSize(64, 48);
    private static readonly string[] Stops = { "f/2.8", "f/4", "f/5.6", "f/8" };
    private static readonly List<PropertyValue> Settable =
        Stops.Select(stop => new PropertyValue(new CommonValue.Aperture(new Aperture(stop)))).ToList();
    private readonly CameraHost host;
    private volatile int stop = 2;

    public Ring(CameraHost host)
    {
        this.host = host;
        Report();
    }

    public void SetAperture(PropertyValue value)
    {
        int index = Settable.FindIndex(each => each.Matches(value));
        if (index < 0) { throw new CameraException(new CameraError(CameraErrorCode.InvalidArgument, "The ring has apertures only.")); }
        stop = index;
        Report();
    }

    /// <summary>Reports what the ring can do, what it can be used for, and its aperture with the settable values.</summary>
    private void Report()
    {
        PropertyState aperture = new PropertyState(
            new PropertyIdentifier.Aperture(), SettableValues.Enumeration(Settable), value: Settable[stop]);
        CommandCategories stills = CommandCategories.StillsShooting;
        host.Update(new CameraUpdate[]
        {
            new CameraUpdate.Capabilities(
                CameraCapabilities.ExposureControl | CameraCapabilities.LiveView | CameraCapabilities.ShutterControl),
            new CameraUpdate.Categories(stills, new[] { stills }),
            new CameraUpdate.Property(aperture),
        });
    }

    public void Offer(TransferOffer offer) { host.Update(new CameraUpdate[] { new CameraUpdate.TransferOffered(offer) }); }

    /// <summary>A grey picture, which is brighter with a wider aperture.</summary>
    public byte[] Draw()
    {
        byte[] picture = new byte[3 * Size.Width * Size.Height];
        byte brightness = (byte)(255 / (1 + stop));
        for (int index = 0; index < picture.Length; index++) { picture[index] = brightness; }
        return picture;
    }
}

public sealed class RingSettings : PropertyDriverBase
{
    private readonly Ring ring;

    public RingSettings(Ring ring) { this.ring = ring; }

    public override Task SetPropertyAsync(PropertyIdentifier property, PropertyValue value, CancellationToken cancellation)
    {
        ring.SetAperture(value);
        return Task.CompletedTask;
    }
}

public sealed class RingLiveView : LiveViewDriverBase
{
    private const double Rate = 30;
    private readonly Ring ring;
    private CancellationTokenSource running = new CancellationTokenSource();
    private Task delivering = Task.CompletedTask;

    public RingLiveView(Ring ring) { this.ring = ring; }

    public override Task<LiveViewFormat> StartLiveViewAsync(LiveViewOptions options, LiveViewSink sink, CancellationToken cancellation)
    {
        running = new CancellationTokenSource();
        delivering = Deliver(sink, running.Token);
        return Task.FromResult(new LiveViewFormat(Ring.Size, Rate));
    }

    public override Task StopLiveViewAsync(CancellationToken cancellation)
    {
        running.Cancel();
        return delivering;
    }

    public override Task SetLiveViewOptionsAsync(LiveViewOptions options, CancellationToken cancellation) { return Task.CompletedTask; }

    private async Task Deliver(LiveViewSink sink, CancellationToken cancellation)
    {
        using (sink)
        using (LiveViewFrameInfo info = new LiveViewFrameInfo { Format = LiveViewFrameInfoFormat.Rgb24, Size = Ring.Size })
        {
            for (ulong number = 0; sink.IsActive && !cancellation.IsCancellationRequested; number++)
            {
                info.SequenceNumber = number;
                if (sink.IsDemanded) { sink.Deliver(ring.Draw(), info); }
                await Task.Delay(TimeSpan.FromSeconds(1 / Rate));
            }
        }
    }
}

/// <summary>The ring has no card, and offers each picture once.</summary>
public sealed class RingPictures
{
    private readonly Ring ring;
    private readonly Dictionary<ulong, byte[]> offered = new Dictionary<ulong, byte[]>();
    private ulong count;

    public RingPictures(Ring ring)
    {
        this.ring = ring;
        Shutter = new ShutterPart { Pictures = this };
        Transfers = new TransferPart { Pictures = this };
    }

    public IShutterDriver Shutter { get; private set; }

    public ITransferDriver Transfers { get; private set; }

    private ShotResult Shoot()
    {
        string header = "P6 " + Ring.Size.Width + " " + Ring.Size.Height + " 255\n";
        byte[] picture = Encoding.ASCII.GetBytes(header).Concat(ring.Draw()).ToArray();
        ulong number;
        lock (offered)
        {
            number = ++count;
            offered[number] = picture;
        }
        TransferOfferAvailable original = new TransferOfferAvailable(TransferOfferRepresentation.Original, "PPM", (ulong)picture.Length);
        TransferOffer offer = new TransferOffer(
            new TransferOfferIdentifier(number), "RING" + number.ToString("D4") + ".PPM", new[] { original }, isOnlyCopy: true,
            mustBeExecuted: false);
        ring.Offer(offer);
        return new ShotResult(new ItemInfo[0], new[] { offer });
    }

    /// <summary>Removes a picture; null if it was removed before.</summary>
    private byte[] Remove(TransferOfferIdentifier offer)
    {
        lock (offered)
        {
            byte[] picture;
            if (offered.TryGetValue(offer.Number, out picture)) { offered.Remove(offer.Number); }
            return picture;
        }
    }

    private sealed class ShutterPart : ShutterDriverBase
    {
        internal RingPictures Pictures;

        public override Task<ShotResult> ShootAsync(ShootOptions options, CancellationToken cancellation)
        {
            return Task.FromResult(Pictures.Shoot());
        }
    }

    private sealed class TransferPart : TransferDriverBase
    {
        internal RingPictures Pictures;

        public override Task ExecuteTransferAsync(
            TransferOfferIdentifier offer, TransferOfferRepresentation representation, Func<byte[], TransferDecision> consume,
            CancellationToken cancellation)
        {
            byte[] picture = Pictures.Remove(offer);
            if (picture == null)
            {
                throw new CameraException(new CameraError(CameraErrorCode.NotFound, "The ring has sent this picture already."));
            }
            return Task.Run(() => consume(picture));
        }

        public override Task DeclineTransferAsync(TransferOfferIdentifier offer, CancellationToken cancellation)
        {
            Pictures.Remove(offer);
            return Task.CompletedTask;
        }
    }
}

public sealed class RingConnection : CameraConnectionBase
{
    private readonly RingSettings settings;
    private readonly RingLiveView liveView;
    private readonly RingPictures pictures;

    public RingConnection(CameraHost host)
    {
        Ring ring = new Ring(host);
        settings = new RingSettings(ring);
        liveView = new RingLiveView(ring);
        pictures = new RingPictures(ring);
    }

    public override CameraInfo Info { get { return new CameraInfo("Example", "Ring", "1.0", "RING-1"); } }

    public override IPropertyDriver Properties { get { return settings; } }

    public override ILiveViewDriver LiveView { get { return liveView; } }

    public override IShutterDriver Shutter { get { return pictures.Shutter; } }

    public override ITransferDriver Transfers { get { return pictures.Transfers; } }

    public override Task DisconnectAsync(DisconnectOptions options, CancellationToken cancellation)
    {
        return liveView.StopLiveViewAsync(cancellation);
    }
}

public sealed class RingDriver : CameraDriverBase
{
    public override Task<ICameraConnection> ConnectAsync(ConnectOptions options, CameraHost host, CancellationToken cancellation)
    {
        return Task.FromResult<ICameraConnection>(new RingConnection(host));
    }
}

public sealed class RingProvider : CameraProviderBase
{
    public override string Identifier { get { return "ring"; } }

    /// <summary>Searches until the search is cancelled.</summary>
    public override async Task DiscoverAsync(IDiscoverySink sink, CancellationToken cancellation)
    {
        CameraDescription description = new CameraDescription(
            new CameraIdentifier("ring:1"), new CameraFamily("example"), CameraTransport.Usb, name: "Ring");
        using (DiscoveredCamera camera = new DiscoveredCamera(description, () => new RingDriver())) { sink.Found(camera); }
        sink.CaughtUp();
        await Task.Delay(Timeout.Infinite, cancellation);
    }
}

/// <summary>Opened by ring.so.</summary>
public static class HotShoePlugin
{
    /// <summary>Registers the provider. `text` is what follows `=` in `--plugin ring.so=TEXT`.</summary>
    public static int Open(IntPtr request, int size) { return CameraPlugin.Open(request, size, text => new RingProvider()); }
}

public static class CameraPluginProgram
{
    private static async Task<byte> Brightness(LiveViewStream liveView, byte wanted)
    {
        for (int count = 0; count < 100 && await liveView.MoveNextAsync(); count++)
        {
            using (LiveViewFrame frame = liveView.Current)
            using (NativeBytes bytes = frame.Bytes)
            {
                byte brightness = bytes.Span[0];
                if (wanted == 0 || brightness == wanted) { return brightness; }
            }
        }
        return 0;
    }

    private static async Task Use(Camera camera)
    {
        Console.WriteLine("connected to " + camera.Info.Model);
        using (Property aperture = camera.Property(new PropertyIdentifier.Aperture()))
        using (LiveViewStream liveView = camera.LiveView())
        {
            Console.WriteLine(string.Join(" ", aperture.Settable.Values.Select(value => value.Label)));
            Console.WriteLine("brightness " + await Brightness(liveView, 0));
            await aperture.SetAsync("f/2.8", new PropertyCompletion.Reflected(TimeSpan.FromSeconds(1)));
            Console.WriteLine("now at " + aperture.Value.Label);
            Console.WriteLine("brightness " + await Brightness(liveView, 255));
            liveView.Close();
        }
        using (Shot shot = await camera.ShootAsync())
        using (RemoteFile original = shot.Original) { Console.WriteLine("a picture of " + (await original.ContentsAsync()).Length + " bytes"); }
    }

    private static async Task Run()
    {
        using (CameraDiscovery discovery = new CameraDiscovery("CameraPlugin", new ICameraProvider[] { new RingProvider() }))
        using (Camera camera = await discovery.FirstAsync(TimeSpan.FromSeconds(5)))
        {
            await camera.ConnectAsync();
            await Use(camera);
            await camera.DisconnectAsync();
        }
    }

    public static int Main()
    {
        Run().GetAwaiter().GetResult();
        return 0;
    }
}
