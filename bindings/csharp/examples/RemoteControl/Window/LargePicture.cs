using System;
using System.IO;
using System.Threading.Tasks;
using Cairo;

namespace RemoteControl
{
    /// <summary>A saved picture in place of live view, with buttons for the ones beside it, and one for live view.</summary>
    public sealed class LargePicture : Gtk.Box
    {
        private readonly Viewer viewer;
        private readonly Gtk.DrawingArea canvas = new Gtk.DrawingArea();
        private readonly Gtk.Label title = new Gtk.Label { Ellipsize = Pango.EllipsizeMode.Middle, Xalign = 0 };
        private readonly Gtk.Label note = new Gtk.Label { Ellipsize = Pango.EllipsizeMode.End, Xalign = 0 }.With("faint");
        private SavedPicture decoded;
        private bool hadThumbnail;
        private ImageSurface surface;

        public LargePicture(Controller controller) : base(Gtk.Orientation.Vertical, 8)
        {
            viewer = controller.Viewer;
            Name = "large-picture";
            Newer = new Gtk.Button("‹") { Name = "newer", TooltipText = "Newer picture" };
            Older = new Gtk.Button("›") { Name = "older", TooltipText = "Older picture" };
            Back = new Gtk.Button("Live view") { Name = "back" };
            Newer.Clicked += delegate { viewer.Go(-1); };
            Older.Clicked += delegate { viewer.Go(1); };
            Back.Clicked += delegate { viewer.Close(); };
            Gtk.Box bar = new Gtk.Box(Gtk.Orientation.Horizontal, 8);
            bar.PackStart(Newer, false, false, 0);
            bar.PackStart(Older, false, false, 0);
            bar.PackStart(title, false, false, 4);
            bar.PackStart(note, true, true, 0);
            bar.PackEnd(Back, false, false, 0);
            PackStart(canvas, true, true, 0);
            PackStart(bar, false, false, 0);
            canvas.SetSizeRequest(320, 200);
            canvas.Drawn += (sender, arguments) => { using (Context context = arguments.Cr) { Paint(context); } };
            foreach (Gtk.Widget child in Children) { child.ShowAll(); }
            NoShowAll = true; // the window shows it in place of live view
            viewer.Changed += Refresh;
        }

        public Gtk.Button Newer { get; private set; }

        public Gtk.Button Older { get; private set; }

        public Gtk.Button Back { get; private set; }

        /// <summary>Whether the displayed picture is that of the file, or of the camera's thumbnail.</summary>
        public bool IsDecoded { get { return surface != null; } }

        private async void Refresh()
        {
            SavedPicture shown = viewer.Shown;
            if (shown == null)
            {
                Forget();
                return;
            }
            title.Text = shown.Name;
            title.TooltipText = shown.Path;
            Newer.Sensitive = viewer.CanGo(-1);
            Older.Sensitive = viewer.CanGo(1);
            if (shown == decoded && (surface != null || hadThumbnail == (shown.Thumbnail != null))) { return; }
            Forget();
            decoded = shown;
            hadThumbnail = shown.Thumbnail != null;
            byte[] thumbnail = shown.Thumbnail;
            int height = Gdk.Screen.Default.Height;
            ImageSurface made = await Task.Run(() => Decode(shown, thumbnail, height));
            if (shown != viewer.Shown || surface != null)
            {
                if (made != null) { made.Dispose(); }
                return;
            }
            surface = made;
            note.Text = IsPicture(shown) || made == null ? "" : "the camera's thumbnail";
            canvas.QueueDraw();
        }

        private void Forget()
        {
            if (surface != null) { surface.Dispose(); }
            surface = null;
            decoded = null;
            note.Text = "";
            canvas.QueueDraw();
        }

        private static bool IsPicture(SavedPicture picture)
        {
            return picture.Name.EndsWith(".JPG", StringComparison.OrdinalIgnoreCase);
        }

        /// <summary>Decodes the file, if it is a JPEG, or else the camera's thumbnail; null if neither can be.</summary>
        private static ImageSurface Decode(SavedPicture picture, byte[] thumbnail, int height)
        {
            ImageSurface made = null;
            try { if (IsPicture(picture)) { made = Jpeg.Decode(File.ReadAllBytes(picture.Path), null, height); } }
            catch (IOException) { }
            catch (UnauthorizedAccessException) { }
            return made ?? (thumbnail == null ? null : Jpeg.Decode(thumbnail));
        }

        private void Paint(Context context)
        {
            context.SetSourceRGB(0.05, 0.05, 0.06);
            context.Paint();
            if (surface == null)
            {
                DrawText(context);
                return;
            }
            double scale = Math.Min((double)canvas.AllocatedWidth / surface.Width, (double)canvas.AllocatedHeight / surface.Height);
            context.Translate(
                Math.Round((canvas.AllocatedWidth - surface.Width * scale) / 2), Math.Round((canvas.AllocatedHeight - surface.Height * scale) / 2));
            context.Scale(scale, scale);
            using (SurfacePattern pattern = new SurfacePattern(surface))
            {
                pattern.Filter = Filter.Good;
                context.SetSource(pattern);
                context.Rectangle(0, 0, surface.Width, surface.Height);
                context.Fill();
            }
        }

        private void DrawText(Context context)
        {
            if (viewer.Shown == null) { return; }
            string text = IsPicture(viewer.Shown) ? "…" : viewer.Shown.Name + " is not displayed here.";
            using (Pango.Layout layout = CreatePangoLayout(text))
            {
                layout.FontDescription = Pango.FontDescription.FromString("Sans 13");
                layout.Alignment = Pango.Alignment.Center;
                layout.Width = Pango.Units.FromPixels(Math.Max(canvas.AllocatedWidth - 40, 100));
                layout.Ellipsize = Pango.EllipsizeMode.Middle;
                context.SetSourceRGB(0.66, 0.68, 0.72);
                context.MoveTo(20, canvas.AllocatedHeight / 2 - 10);
                Pango.CairoHelper.ShowLayout(context, layout);
            }
        }
    }
}
