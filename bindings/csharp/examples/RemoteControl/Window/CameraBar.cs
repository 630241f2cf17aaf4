using System;
using System.Collections.Generic;
using System.Linq;
using HotShoe;

namespace RemoteControl
{
    /// <summary>The top of the window: the cameras that are found, the state of the connection, the battery and the space.</summary>
    public sealed class CameraBar : Gtk.Box
    {
        private readonly Controller controller;
        private readonly Gtk.Label dot = new Gtk.Label("●").With("dot");
        private readonly Gtk.Label supply = new Gtk.Label().With("faint");
        private List<string> shown = new List<string>();
        private bool isShowing;

        public CameraBar(Controller controller) : base(Gtk.Orientation.Horizontal, 10)
        {
            this.controller = controller;
            BorderWidth = 10;
            Menu = new Gtk.ComboBoxText { Name = "camera" };
            Menu.SetSizeRequest(250, -1);
            Look.Ellipsize(Menu);
            PackStart(dot, false, false, 0);
            PackStart(Menu, false, false, 0);
            PackEnd(supply, false, false, 0);
            supply.Ellipsize = Pango.EllipsizeMode.End;
            Menu.Changed += delegate { Choose(); };
            controller.Cameras.Changed += Refresh;
            controller.Connection.Changed += Refresh;
            foreach (Setting setting in controller.Settings.All) { setting.Changed += ShowSupply; }
            Refresh();
        }

        public Gtk.ComboBoxText Menu { get; private set; }

        /// <summary>Shows the battery and the space; called after changes of the camera.</summary>
        public void ShowSupply()
        {
            if (supply.Text != controller.Settings.Supply) { supply.Text = controller.Settings.Supply; }
        }

        private void Choose()
        {
            if (isShowing || Menu.Active < 0 || Menu.Active >= controller.Cameras.Cameras.Count) { return; }
            controller.Connection.Choose(controller.Cameras.Cameras[Menu.Active]);
        }

        private void ShowCameras()
        {
            Camera chosen = controller.Connection.Chosen;
            IReadOnlyList<Camera> cameras = controller.Cameras.Cameras;
            List<string> names = cameras.Select(controller.Cameras.NameOf).ToList();
            int index = chosen == null ? -1 : cameras.ToList().FindIndex(each => Equals(each.Identifier, chosen.Identifier));
            // A camera that is away, and the invitation to choose one, are further entries.
            if (index < 0) { names.Add(chosen != null ? chosen.DisplayName : cameras.Count == 0 ? "No camera found" : "Choose a camera"); }
            isShowing = true;
            if (!names.SequenceEqual(shown))
            {
                Menu.RemoveAll();
                foreach (string name in names) { Menu.AppendText(name); }
                shown = names;
            }
            Menu.Active = index < 0 ? names.Count - 1 : index;
            isShowing = false;
            Menu.Sensitive = cameras.Count > 0;
        }

        private void Refresh()
        {
            ShowCameras();
            ConnectionPhase phase = controller.Connection.Phase;
            Look.Mark(dot, "good", phase == ConnectionPhase.Connected);
            Look.Mark(dot, "wait", phase == ConnectionPhase.Connecting || phase == ConnectionPhase.Away);
            Look.Mark(dot, "bad", phase == ConnectionPhase.Failed);
            Look.Mark(dot, "faint", phase == ConnectionPhase.NoCamera || phase == ConnectionPhase.Disconnecting);
            ShowSupply();
        }
    }
}
