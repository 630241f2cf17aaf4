using System;
using System.Collections.Generic;
using System.IO;
using System.Threading.Tasks;
using Cairo;

namespace RemoteControl
{
    /// <summary>The last pictures, the newest at the left, and the folder in which they are.</summary>
    public sealed class Filmstrip : Gtk.Box
    {
        private const int ItemWidth = 96, ItemHeight = 64;
        private readonly Controller controller;
        private readonly Gtk.Box strip = new Gtk.Box(Gtk.Orientation.Horizontal, 6);
        private readonly Gtk.Label folder = new Gtk.Label().With("faint");
        private readonly Dictionary<SavedPicture, Item> items = new Dictionary<SavedPicture, Item>();
        private readonly Gtk.Label invitation = new Gtk.Label("Pictures appear here.").With("faint");

        public Filmstrip(Controller controller, Action chooseFolder) : base(Gtk.Orientation.Horizontal, 10)
        {
            this.controller = controller;
            Gtk.ScrolledWindow scrolled = new Gtk.ScrolledWindow
            {
                HscrollbarPolicy = Gtk.PolicyType.Automatic, VscrollbarPolicy = Gtk.PolicyType.Never,
            };
            scrolled.SetSizeRequest(-1, ItemHeight + 16);
            strip.PackStart(invitation, false, false, 0);
            scrolled.AddWithViewport(strip);
            PackStart(scrolled, true, true, 0);
            Gtk.Box place = new Gtk.Box(Gtk.Orientation.Vertical, 4) { Valign = Gtk.Align.Center };
            Gtk.Button button = new Gtk.Button("Folder …") { Name = "folder" };
            button.Clicked += delegate { chooseFolder(); };
            folder.Ellipsize = Pango.EllipsizeMode.Start;
            folder.MaxWidthChars = 16;
            place.PackStart(button, false, false, 0);
            place.PackStart(folder, false, false, 0);
            PackEnd(place, false, false, 0);
            controller.Pictures.Changed += Refresh;
            controller.Viewer.Changed += () => { foreach (Item item in items.Values) { item.QueueDraw(); } };
            Refresh();
        }

        /// <summary>The widget of a picture.</summary>
        public Gtk.Widget WidgetOf(SavedPicture picture) { return items[picture]; }

        private void Refresh()
        {
            folder.Text = System.IO.Path.GetFullPath(controller.Pictures.Folder);
            folder.TooltipText = folder.Text;
            IReadOnlyList<SavedPicture> latest = controller.Pictures.Latest;
            invitation.Visible = latest.Count == 0;
            invitation.NoShowAll = latest.Count > 0;
            for (int index = 0; index < latest.Count; index++)
            {
                Item item;
                if (!items.TryGetValue(latest[index], out item))
                {
                    item = items[latest[index]] = new Item(latest[index], controller.Viewer);
                    strip.PackStart(item, false, false, 0);
                    strip.ReorderChild(item, 0);
                    item.ShowAll();
                }
                item.Refresh();
            }
            RemoveOld(latest);
        }

        private void RemoveOld(IReadOnlyList<SavedPicture> latest)
        {
            foreach (SavedPicture picture in new List<SavedPicture>(items.Keys))
            {
                if (System.Linq.Enumerable.Contains(latest, picture)) { continue; }
                items[picture].Destroy();
                items.Remove(picture);
            }
        }

        /// <summary>
        /// A picture of the strip; its name until the thumbnail has arrived. A click displays it large, or live view again.
        /// </summary>
        private sealed class Item : Gtk.DrawingArea
        {
            private readonly SavedPicture picture;
            private readonly Viewer viewer;
            private ImageSurface surface;
            private bool isDecoding;

            internal Item(SavedPicture picture, Viewer viewer)
            {
                this.picture = picture;
                this.viewer = viewer;
                Name = "picture-" + picture.Name;
                AddEvents((int)Gdk.EventMask.ButtonPressMask);
                ButtonPressEvent += delegate { viewer.Show(viewer.Shown == picture ? null : picture); };
                SetSizeRequest(ItemWidth, ItemHeight);
                Valign = Gtk.Align.Center;
                TooltipText = picture.Path;
                Drawn += (sender, arguments) => { using (Context context = arguments.Cr) { Paint(context); } };
            }

            internal async void Refresh()
            {
                if (surface != null || isDecoding) { return; }
                isDecoding = true;
                surface = await Task.Run(() => Decode());
                isDecoding = false;
                QueueDraw();
            }

            /// <summary>Decodes the camera's thumbnail, or else the file, if that is a JPEG.</summary>
            private ImageSurface Decode()
            {
                byte[] data = picture.Thumbnail;
                try
                {
                    if (data == null && picture.Name.EndsWith(".JPG", StringComparison.OrdinalIgnoreCase)) { data = File.ReadAllBytes(picture.Path); }
                }
                catch (IOException) { return null; }
                return data == null ? null : Jpeg.Decode(data, null, ItemWidth);
            }

            private void Paint(Context context)
            {
                context.SetSourceRGB(0.16, 0.17, 0.19);
                context.Paint();
                if (surface == null) { DrawName(context); }
                else { DrawPicture(context); }
                if (viewer.Shown == picture) { DrawFrame(context); }
            }

            /// <summary>The frame of the picture that is displayed large.</summary>
            private void DrawFrame(Context context)
            {
                context.SetSourceRGB(0.23, 0.49, 0.88);
                context.LineWidth = 6; // half of it is inside
                context.Rectangle(0, 0, AllocatedWidth, AllocatedHeight);
                context.Stroke();
            }

            private void DrawPicture(Context context)
            {
                context.Save();
                double scale = Math.Max((double)AllocatedWidth / surface.Width, (double)AllocatedHeight / surface.Height);
                context.Translate((AllocatedWidth - surface.Width * scale) / 2, (AllocatedHeight - surface.Height * scale) / 2);
                context.Scale(scale, scale);
                context.SetSourceSurface(surface, 0, 0);
                context.Paint();
                context.Restore();
            }

            private void DrawName(Context context)
            {
                using (Pango.Layout layout = CreatePangoLayout(picture.Name))
                {
                    layout.FontDescription = Pango.FontDescription.FromString("Sans 8");
                    layout.Width = Pango.Units.FromPixels(AllocatedWidth - 8);
                    layout.Ellipsize = Pango.EllipsizeMode.Middle;
                    context.SetSourceRGB(0.75, 0.77, 0.8);
                    context.MoveTo(4, AllocatedHeight / 2 - 7);
                    Pango.CairoHelper.ShowLayout(context, layout);
                }
            }
        }
    }
}
