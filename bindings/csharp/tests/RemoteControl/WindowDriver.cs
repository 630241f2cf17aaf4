using System;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using System.Threading;
using HotShoe;

namespace RemoteControl.Tests
{
    /// <summary>Opens the window, runs its loop until conditions hold, and uses it by the pointer.</summary>
    public sealed class WindowDriver : IDisposable
    {
        private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
        private readonly Pointer pointer = new Pointer();
        private readonly string temporary;
        private bool isClosed;

        /// <param name="arguments">the options of the program</param>
        /// <param name="width">the width of the window</param>
        /// <param name="height">its height</param>
        /// <param name="bodies">simulated cameras in this process; null for the cameras of the options</param>
        public WindowDriver(string[] arguments, int width, int height, params CameraSimulator[] bodies)
        {
            temporary = Path.Combine(Path.GetTempPath(), "remote-control-" + Guid.NewGuid().ToString("N").Substring(0, 8));
            Folder = Path.Combine(temporary, "Pictures");
            Directory.CreateDirectory(Folder);
            Options options = Options.Parse(arguments);
            Controller = new Controller(bodies.Length == 0 ? options.Discover() : Discover(bodies), Folder, TimeSpan.FromMilliseconds(100));
            Window = new MainWindow(Controller);
            Window.Closed += () => isClosed = true;
            Window.SetDefaultSize(width, height);
            Window.Open();
            Window.Move(0, 0);
            Controller.Start(options.Addresses);
        }

        public string Folder { get; private set; }

        public Controller Controller { get; private set; }

        public MainWindow Window { get; private set; }

        private static CameraDiscovery Discover(CameraSimulator[] bodies)
        {
            using (SimulatedCameraProvider provider = new SimulatedCameraProvider(bodies))
            {
                return new CameraDiscovery("Test", new ICameraProvider[] { provider });
            }
        }

        /// <summary>Waits for a dialog, and returns its entries and buttons by their names.</summary>
        public Gtk.Dialog UntilDialog()
        {
            Gtk.Dialog dialog = null;
            Until("a dialog", () => (dialog = Gtk.Window.ListToplevels().OfType<Gtk.Dialog>().FirstOrDefault(each => each.IsMapped)) != null);
            return dialog;
        }

        /// <summary>The widget with a name in another one.</summary>
        public static Gtk.Widget Find(Gtk.Widget inside, string name)
        {
            if (inside.Name == name) { return inside; }
            Gtk.Container container = inside as Gtk.Container;
            return container == null ? null : container.AllChildren.Cast<Gtk.Widget>().Select(each => Find(each, name)).FirstOrDefault(each => each != null);
        }

        /// <summary>Prepares GTK; called once, before windows are opened.</summary>
        public static void Prepare()
        {
            Gtk.Application.Init();
            Look.Apply();
            SynchronizationContext.SetSynchronizationContext(new GtkContext());
        }

        /// <summary>Runs the loop until a condition holds; throws after a limit.</summary>
        public void Until(string what, Func<bool> condition)
        {
            bool isLate = false;
            SynchronizationContext context = SynchronizationContext.Current;
            using (new Timer(state => context.Post(late => isLate = true, null), null, Limit, Timeout.InfiniteTimeSpan))
            {
                while (!condition())
                {
                    if (isLate) { throw new InvalidOperationException("not in time: " + what + "; " + Controller.Status + "; " + Controller.Problem); }
                    Gtk.Application.RunIteration(true);
                }
            }
        }

        /// <summary>Waits for new frames of live view.</summary>
        public void UntilLive(int frames = 3)
        {
            long wanted = Controller.LiveView.Frames + frames;
            Until("live view", () => Controller.LiveView.Frames >= wanted);
        }

        /// <summary>Waits until the window is drawn, in the layout that its widgets require now.</summary>
        public void UntilDrawn()
        {
            bool isDrawn = false;
            Gtk.DrawnHandler handler = (sender, arguments) => isDrawn = true;
            Window.Drawn += handler;
            Window.QueueDraw();
            Until("the window is drawn", () => isDrawn);
            Window.Drawn -= handler;
        }

        /// <summary>Moves the pointer to a place in a widget, given as parts of its size, and presses the button there.</summary>
        public void Press(Gtk.Widget widget, double across = 0.5, double down = 0.5)
        {
            Until(widget.Name + " is visible", () => widget.IsMapped && widget.AllocatedWidth > 1);
            UntilDrawn();
            int left, top, x, y;
            Gtk.Widget above = widget.Toplevel;
            widget.TranslateCoordinates(above, 0, 0, out x, out y);
            above.Window.GetOrigin(out left, out top);
            pointer.Move(left + x + (int)(widget.AllocatedWidth * across), top + y + (int)(widget.AllocatedHeight * down));
            pointer.Press(true);
        }

        public void Release() { pointer.Press(false); }

        /// <summary>Moves the pointer out of the way.</summary>
        public void Leave() { pointer.Move(0, 0); }

        public void Click(Gtk.Widget widget, double across = 0.5, double down = 0.5)
        {
            Press(widget, across, down);
            Release();
        }

        /// <summary>Saves what the screen shows as JPEG.</summary>
        public void Capture(string path)
        {
            UntilDrawn();
            Gdk.Screen screen = Gdk.Screen.Default;
            using (Gdk.Pixbuf picture = new Gdk.Pixbuf(gdk_pixbuf_get_from_window(screen.RootWindow.Handle, 0, 0, screen.Width, screen.Height)))
            {
                picture.Savev(path, "jpeg", new[] { "quality" }, new[] { "82" });
            }
        }

        /// <summary>Closes the window as its button does, and waits until the camera is disconnected.</summary>
        public void Dispose()
        {
            Window.Close();
            Until("the window is closed", () => isClosed);
            Directory.Delete(temporary, true);
        }

        [DllImport("libgdk-3.so.0")]
        private static extern IntPtr gdk_pixbuf_get_from_window(IntPtr window, int x, int y, int width, int height);
    }
}
