using System;
using System.Collections.Generic;
using System.Linq;

namespace RemoteControl
{
    /// <summary>
    /// A row of the panel: the name of a setting, and a menu of its choices. A value that the camera has not confirmed yet is yellow. A
    /// setting that the camera does not have is hidden.
    /// </summary>
    public sealed class SettingRow
    {
        // Menus of more choices have several columns.
        private const int Rows = 10;
        private readonly Setting setting;
        private readonly Gtk.Label title;
        private IReadOnlyList<string> shown = new string[0];
        private bool isShowing;

        public SettingRow(Controller controller, Setting setting, Gtk.Grid grid, int row)
        {
            this.setting = setting;
            title = new Gtk.Label(Label(setting)) { Xalign = 0, NoShowAll = true };
            Menu = new Gtk.ComboBoxText { Name = "setting-" + setting.Title.ToLowerInvariant().Replace(' ', '-'), Hexpand = true, NoShowAll = true };
            Look.Ellipsize(Menu);
            grid.Attach(title, 0, row, 1, 1);
            grid.Attach(Menu, 1, row, 1, 1);
            Menu.Changed += delegate
            {
                if (!isShowing && Menu.Active >= 0) { controller.Set(setting, Menu.Active); }
            };
            setting.Changed += Show;
            Show();
        }

        public Gtk.ComboBoxText Menu { get; private set; }

        /// <summary>The title, without the word that is above the settings of videos.</summary>
        private static string Label(Setting setting)
        {
            const string video = "Video ";
            if (!setting.IsOfVideo || !setting.Title.StartsWith(video, StringComparison.Ordinal)) { return setting.Title; }
            string rest = setting.Title.Substring(video.Length);
            return char.ToUpperInvariant(rest[0]) + rest.Substring(1);
        }

        private void Show()
        {
            title.Visible = Menu.Visible = setting.Exists;
            // A value that is not among the choices is a further entry.
            List<string> wanted = setting.Choices.ToList();
            if (setting.Index < 0) { wanted.Add(setting.Pending ?? setting.Value ?? "–"); }
            isShowing = true;
            if (!wanted.SequenceEqual(shown)) { Fill(wanted); }
            Menu.Active = setting.Index < 0 ? wanted.Count - 1 : setting.Index;
            isShowing = false;
            Menu.Sensitive = setting.CanSet;
            Look.Mark(title, "faint", !setting.CanSet);
            Look.Mark(Menu, "pending", setting.Pending != null);
            Menu.TooltipText = setting.Pending == null ? null : "Set to " + setting.Pending + "; the camera still shows " + (setting.Value ?? "–");
        }

        private void Fill(List<string> labels)
        {
            Menu.RemoveAll();
            foreach (string label in labels) { Menu.AppendText(label); }
            Menu.WrapWidth = labels.Count <= Rows ? 0 : (labels.Count + Rows - 1) / Rows;
            shown = labels;
        }
    }
}
