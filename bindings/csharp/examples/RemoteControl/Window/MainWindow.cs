using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using HotShoe;

namespace RemoteControl
{
    /// <summary>The window: the picture, the last pictures below it, the settings and the buttons beside it. For the thread of GTK.</summary>
    public sealed class MainWindow : Gtk.Window
    {
        private readonly StatusBar status;
        private bool isClosing;

        public MainWindow(Controller controller) : base("HotShoe")
        {
            Controller = controller;
            SetDefaultSize(1180, 760);
            Picture = new LivePicture(controller);
            Large = new LargePicture(controller);
            Strip = new Filmstrip(controller, ChooseFolder);
            Buttons = new ShutterPanel(controller) { BorderWidth = 12 };
            status = new StatusBar(controller, ChooseFolder);
            Cameras = new CameraBar(controller);
            Gtk.Box left = new Gtk.Box(Gtk.Orientation.Vertical, 8) { MarginLeft = 10 };
            left.PackStart(Picture, true, true, 0);
            left.PackStart(Large, true, true, 0);
            left.PackStart(Strip, false, false, 0);
            Gtk.Box middle = new Gtk.Box(Gtk.Orientation.Horizontal, 10);
            middle.PackStart(left, true, true, 0);
            middle.PackStart(MakePanel(), false, false, 0);
            Gtk.Box all = new Gtk.Box(Gtk.Orientation.Vertical, 0);
            all.PackStart(Cameras, false, false, 0);
            all.PackStart(middle, true, true, 0);
            all.PackStart(status, false, false, 0);
            Add(all);
            controller.Connection.Asked += request => Dialogs.Answer(this, controller.Connection.Chosen.DisplayName, request);
            controller.Viewer.Changed += ShowPlace;
            KeyPressEvent += Navigate;
            DeleteEvent += (sender, arguments) =>
            {
                arguments.RetVal = true;
                Close();
            };
        }

        /// <summary>The window was closed, and the camera is disconnected.</summary>
        public event Action Closed;

        public Controller Controller { get; private set; }

        public LivePicture Picture { get; private set; }

        public LargePicture Large { get; private set; }

        public Filmstrip Strip { get; private set; }

        public CameraBar Cameras { get; private set; }

        public ShutterPanel Buttons { get; private set; }

        public IReadOnlyList<SettingRow> Rows { get; private set; }

        public StatusBar Status { get { return status; } }

        /// <summary>Shows the window.</summary>
        public void Open()
        {
            ShowAll();
            ShowPlace();
            status.Refresh();
        }

        /// <summary>Disconnects, and closes the window. A second call does not wait.</summary>
        public async void Close()
        {
            if (!isClosing)
            {
                isClosing = true;
                await Controller.CloseAsync();
            }
            Destroy();
            if (Closed != null) { Closed(); }
        }

        private Gtk.Widget MakePanel()
        {
            Gtk.Grid grid = new Gtk.Grid { ColumnSpacing = 12, RowSpacing = 6, BorderWidth = 12 };
            List<SettingRow> rows = new List<SettingRow>();
            foreach (bool isOfVideo in new[] { false, true })
            {
                List<Setting> group = Controller.Settings.All.Where(setting => setting.IsOfVideo == isOfVideo).ToList();
                if (isOfVideo) { AddHeading("Video", group, grid, rows.Count); }
                foreach (Setting setting in group) { rows.Add(new SettingRow(Controller, setting, grid, rows.Count + (isOfVideo ? 1 : 0))); }
            }
            Rows = rows;
            Gtk.ScrolledWindow scrolled = new Gtk.ScrolledWindow { HscrollbarPolicy = Gtk.PolicyType.Never };
            scrolled.AddWithViewport(grid);
            Gtk.Box panel = new Gtk.Box(Gtk.Orientation.Vertical, 0);
            panel.PackStart(scrolled, true, true, 0);
            panel.PackStart(Buttons, false, false, 0);
            Gtk.EventBox back = new Gtk.EventBox { Hexpand = false, MarginRight = 10 }.With("panel");
            back.SetSizeRequest(276, -1);
            back.Add(panel);
            return back;
        }

        /// <summary>Adds the heading of settings, which is hidden if the camera has none of them.</summary>
        private static void AddHeading(string text, List<Setting> settings, Gtk.Grid grid, int row)
        {
            Gtk.Label heading = new Gtk.Label(text) { Xalign = 0, MarginTop = 8, NoShowAll = true }.With("heading");
            grid.Attach(heading, 0, row, 2, 1);
            foreach (Setting setting in settings) { setting.Changed += () => heading.Visible = settings.Any(each => each.Exists); }
        }

        /// <summary>Shows live view, or a saved picture in its place.</summary>
        private void ShowPlace()
        {
            Large.Visible = Controller.Viewer.Shown != null;
            Picture.Visible = !Large.Visible;
        }

        /// <summary>The keys of the large picture.</summary>
        [GLib.ConnectBefore]
        private void Navigate(object sender, Gtk.KeyPressEventArgs arguments)
        {
            if (Controller.Viewer.Shown == null) { return; }
            switch (arguments.Event.Key)
            {
                case Gdk.Key.Escape: Controller.Viewer.Close(); break;
                case Gdk.Key.Left: Controller.Viewer.Go(-1); break;
                case Gdk.Key.Right: Controller.Viewer.Go(1); break;
                default: return;
            }
            arguments.RetVal = true;
        }

        private void ChooseFolder() { Dialogs.ChooseFolder(this, Controller.Pictures.Folder, Controller.SetFolder); }
    }
}
