using System;
using System.Collections.Generic;
using HotShoe;

namespace RemoteControl
{
    /// <summary>The buttons of the panel: focus steps, shutter and video.</summary>
    public sealed class ShutterPanel : Gtk.Box
    {
        private readonly Controller controller;
        private readonly Gtk.Label title = new Gtk.Label();
        private readonly Gtk.Label hint = new Gtk.Label().With("hint");
        private readonly List<Gtk.Widget> focusSteps = new List<Gtk.Widget>();

        public ShutterPanel(Controller controller) : base(Gtk.Orientation.Vertical, 8)
        {
            this.controller = controller;
            Gtk.Box captions = new Gtk.Box(Gtk.Orientation.Horizontal, 0);
            captions.PackStart(Caption("Focus nearer"), false, false, 0);
            captions.PackEnd(Caption("farther"), false, false, 0);
            PackStart(captions, false, false, 0);
            PackStart(MakeSteps(), false, false, 0);
            Gtk.Box texts = new Gtk.Box(Gtk.Orientation.Vertical, 0);
            texts.PackStart(title, true, true, 0);
            texts.PackStart(hint, false, false, 0);
            Shutter = new Gtk.Button { Name = "shutter", Child = texts }.With("shutter");
            Record = new Gtk.Button("") { Name = "record" };
            PackStart(Shutter, false, false, 0);
            PackStart(Record, false, false, 0);
            Connect();
            controller.Shutter.Changed += Refresh;
            controller.Recorder.Changed += Refresh;
            controller.CapabilitiesChanged += Refresh;
            Refresh();
        }

        public Gtk.Button Shutter { get; private set; }

        public Gtk.Button Record { get; private set; }

        private Gtk.Label Caption(string text)
        {
            Gtk.Label caption = new Gtk.Label(text);
            focusSteps.Add(caption);
            return caption;
        }

        private Gtk.Widget MakeSteps()
        {
            Gtk.Box box = new Gtk.Box(Gtk.Orientation.Horizontal, 4) { Homogeneous = true };
            FocusStepAmount[] amounts = { FocusStepAmount.Large, FocusStepAmount.Medium, FocusStepAmount.Small };
            for (int at = 0; at < 6; at++)
            {
                FocusStepDirection direction = at < 3 ? FocusStepDirection.Near : FocusStepDirection.Far;
                FocusStepAmount amount = amounts[at < 3 ? at : 5 - at];
                string text = new string(at < 3 ? '‹' : '›', at < 3 ? 3 - at : at - 2);
                Gtk.Button button = new Gtk.Button(text) { Name = "focus-" + at }.With("step");
                button.Clicked += delegate { controller.DriveFocus(direction, amount); };
                focusSteps.Add(button);
                box.PackStart(button, true, true, 0);
            }
            return box;
        }

        /// <summary>Held, by the pointer or the space bar, the button focuses; released, it takes the picture.</summary>
        private void Connect()
        {
            Shutter.Pressed += delegate { controller.PressShutter(); };
            Shutter.Released += delegate { controller.ReleaseShutter(IsPointerInside()); };
            Shutter.AddEvents((int)(Gdk.EventMask.KeyPressMask | Gdk.EventMask.KeyReleaseMask));
            Shutter.KeyPressEvent += PressKey;
            Shutter.KeyReleaseEvent += ReleaseKey;
            Record.Clicked += delegate { controller.ToggleRecording(); };
        }

        private bool IsPointerInside()
        {
            int x, y;
            Shutter.GetPointer(out x, out y);
            return x >= 0 && y >= 0 && x < Shutter.AllocatedWidth && y < Shutter.AllocatedHeight;
        }

        [GLib.ConnectBefore]
        private void PressKey(object sender, Gtk.KeyPressEventArgs arguments)
        {
            if (arguments.Event.Key != Gdk.Key.space) { return; }
            controller.PressShutter();
            arguments.RetVal = true;
        }

        [GLib.ConnectBefore]
        private void ReleaseKey(object sender, Gtk.KeyReleaseEventArgs arguments)
        {
            if (arguments.Event.Key != Gdk.Key.space) { return; }
            controller.ReleaseShutter(true);
            arguments.RetVal = true;
        }

        private void Refresh()
        {
            ShutterPhase phase = controller.Shutter.Phase;
            Look.Mark(Shutter, "focusing", phase == ShutterPhase.Focusing);
            Look.Mark(Shutter, "in-focus", phase == ShutterPhase.InFocus);
            Look.Mark(Shutter, "not-in-focus", phase == ShutterPhase.NotInFocus);
            title.Text = Title(phase);
            hint.Text = phase == ShutterPhase.InFocus ? "release to take the picture"
                : controller.Can(CameraCapabilities.HalfPress) ? "hold to focus" : " ";
            Shutter.Sensitive = controller.Can(CameraCapabilities.ShutterControl) && phase != ShutterPhase.Exposing;
            Record.Label = controller.Recorder.IsRecording ? "■  Stop recording   " + controller.Recorder.Time : "●  Record video";
            Look.Mark(Record, "recording", controller.Recorder.IsRecording);
            Record.Sensitive = controller.Can(CameraCapabilities.VideoRecording) && !controller.Recorder.IsBusy;
            foreach (Gtk.Widget step in focusSteps) { step.Sensitive = controller.Can(CameraCapabilities.FocusDrive); }
        }

        private static string Title(ShutterPhase phase)
        {
            switch (phase)
            {
                case ShutterPhase.Focusing: return "Focusing …";
                case ShutterPhase.InFocus: return "In focus";
                case ShutterPhase.NotInFocus: return "Not in focus";
                case ShutterPhase.Exposing: return "Taking the picture …";
                default: return "Take picture";
            }
        }
    }
}
