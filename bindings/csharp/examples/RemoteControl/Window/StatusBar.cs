using System;

namespace RemoteControl
{
    /// <summary>The bottom of the window: the last thing that was done, or a problem with its remedy.</summary>
    public sealed class StatusBar : Gtk.EventBox
    {
        private readonly Controller controller;
        private readonly Action chooseFolder;
        private readonly Gtk.Label status = new Gtk.Label { Xalign = 0, Ellipsize = Pango.EllipsizeMode.Middle };
        private readonly Gtk.Label text = new Gtk.Label { Xalign = 0, LineWrap = true };
        private readonly Gtk.Label advice = new Gtk.Label { Xalign = 0, LineWrap = true }.With("advice");
        private readonly Gtk.Box problem = new Gtk.Box(Gtk.Orientation.Horizontal, 10);

        public StatusBar(Controller controller, Action chooseFolder)
        {
            this.controller = controller;
            this.chooseFolder = chooseFolder;
            Gtk.Box box = new Gtk.Box(Gtk.Orientation.Horizontal, 0) { BorderWidth = 10 };
            box.PackStart(status.With("faint"), true, true, 0);
            Remedy = new Gtk.Button("") { Name = "remedy", Valign = Gtk.Align.Center };
            Dismiss = new Gtk.Button("✕") { Name = "dismiss", Valign = Gtk.Align.Center };
            Gtk.Box texts = new Gtk.Box(Gtk.Orientation.Vertical, 2) { Valign = Gtk.Align.Center };
            texts.PackStart(text, false, false, 0);
            texts.PackStart(advice, false, false, 0);
            problem.PackStart(texts, true, true, 0);
            problem.PackStart(Remedy, false, false, 0);
            problem.PackStart(Dismiss, false, false, 0);
            box.PackStart(problem, true, true, 0);
            Add(box);
            Remedy.Clicked += delegate { Help(); };
            Dismiss.Clicked += delegate { controller.Dismiss(); };
            controller.StatusChanged += Refresh;
        }

        public Gtk.Button Remedy { get; private set; }

        public Gtk.Button Dismiss { get; private set; }

        /// <summary>Shows the status or the problem.</summary>
        public void Refresh()
        {
            Problem shown = controller.Problem;
            status.Text = controller.Status;
            status.Visible = shown == null;
            problem.Visible = shown != null;
            Look.Mark(this, "problem", shown != null);
            if (shown == null) { return; }
            text.Text = shown.Text;
            advice.Text = shown.Advice;
            advice.Visible = shown.Advice.Length > 0;
            Remedy.Visible = shown.Remedy != RemoteControl.Remedy.None;
            Remedy.Label = Title(shown.Remedy);
        }

        private static string Title(Remedy remedy)
        {
            switch (remedy)
            {
                case RemoteControl.Remedy.Connect: return "Connect again";
                case RemoteControl.Remedy.StartLiveView: return "Start live view";
                case RemoteControl.Remedy.ChooseFolder: return "Folder …";
                default: return "";
            }
        }

        private void Help()
        {
            switch (controller.Problem == null ? RemoteControl.Remedy.None : controller.Problem.Remedy)
            {
                case RemoteControl.Remedy.Connect:
                    controller.ConnectAgain();
                    return;
                case RemoteControl.Remedy.StartLiveView:
                    controller.StartLiveView();
                    return;
                case RemoteControl.Remedy.ChooseFolder:
                    chooseFolder();
                    return;
            }
        }
    }
}
