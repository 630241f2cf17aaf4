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
            Buttons = new ShutterPanel(controller) { BorderWidth = 12 };
            status = new StatusBar(controller, ChooseFolder);
            Cameras = new CameraBar(controller);
            Gtk.Box left = new Gtk.Box(Gtk.Orientation.Vertical, 8) { MarginLeft = 10 };
            left.PackStart(Picture, true, true, 0);
            left.PackStart(new Filmstrip(controller, ChooseFolder), false, false, 0);
            Gtk.Box middle = new Gtk.Box(Gtk.Orientation.Horizontal, 10);
            middle.PackStart(left, true, true, 0);
            middle.PackStart(MakePanel(), false, false, 0);
            Gtk.Box all = new Gtk.Box(Gtk.Orientation.Vertical, 0);
            all.PackStart(Cameras, false, false, 0);
            all.PackStart(middle, true, true, 0);
            all.PackStart(status, false, false, 0);
            Add(all);
            controller.Connection.Asked += request => Dialogs.Answer(this, controller.Connection.Chosen.DisplayName, request);
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

        public CameraBar Cameras { get; private set; }

        public ShutterPanel Buttons { get; private set; }

        public IReadOnlyList<SettingRow> Rows { get; private set; }

        public StatusBar Status { get { return status; } }

        /// <summary>Shows the window.</summary>
        public void Open()
        {
            ShowAll();
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
            Rows = Controller.Settings.All.Select((setting, row) => new SettingRow(Controller, setting, grid, row)).ToList();
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

        private void ChooseFolder() { Dialogs.ChooseFolder(this, Controller.Pictures.Folder, Controller.SetFolder); }
    }
}
