using System;
using System.Linq;

namespace RemoteControl
{
    /// <summary>The colours and sizes of the window: dark, so that they do not distract from the picture.</summary>
    public static class Look
    {
        private const string Sheet = @"
            @define-color back #1d1f23; @define-color panel #25282d; @define-color field #353940; @define-color hover #414650;
            @define-color text #e8eaed; @define-color faint #9aa0a8; @define-color accent #3b7de0; @define-color pending #ffc04d;
            window, dialog { background-color: @back; color: @text; }
            dialog { border: 1px solid #4b515b; }
            * { outline-color: @accent; }
            label { color: @text; }
            label:disabled { color: #6d727a; }
            button { transition: none; }
            label.faint, .faint label { color: @faint; }
            label.heading { color: @faint; font-weight: bold; font-size: 90%; }
            .panel { background-color: @panel; }
            .panel scrolledwindow, .panel viewport { background-color: transparent; }
            button, entry { background-image: none; background-color: @field; border: none; border-radius: 6px; box-shadow: none;
                text-shadow: none; color: @text; padding: 5px 10px; min-height: 20px; }
            button:hover { background-color: @hover; }
            button:active { background-color: @accent; }
            button:disabled { background-color: transparent; }
            button:disabled label { color: #6d727a; }
            button.step { padding: 4px 0; }
            combobox button { padding: 2px 8px; min-height: 22px; }
            combobox:disabled arrow { opacity: 0; }
            combobox:disabled cellview { color: @faint; }
            combobox.pending cellview { color: @pending; }
            combobox.pending button { box-shadow: inset 0 0 0 1px @pending; }
            menu, .menu { background-color: @field; border: 1px solid #4b515b; padding: 4px; }
            menuitem { padding: 3px 10px; color: @text; }
            menuitem:hover { background-color: @accent; }
            button.affirmative { background-color: @accent; color: white; }
            button.affirmative:disabled { background-color: @field; }
            button.shutter { background-color: @accent; border-radius: 26px; padding: 8px; min-height: 36px; }
            button.shutter label { font-weight: bold; color: white; }
            button.shutter label.hint { font-weight: normal; font-size: 82%; color: #d5e2f8; }
            button.shutter:hover { background-color: #4a8af0; }
            button.shutter.focusing { background-color: #8a6a1d; }
            button.shutter.in-focus { background-color: #24814a; }
            button.shutter.not-in-focus { background-color: #a8352c; }
            button.shutter:disabled { background-color: @field; }
            button.shutter:disabled label, button.shutter:disabled label.hint { color: #7b8088; }
            button.recording { background-color: #a8352c; }
            .problem { background-color: #5a2420; }
            .problem label { color: #ffe3df; }
            .problem label.advice { color: #ffc9c1; }
            .problem button { background-color: #80352f; }
            .problem button:hover { background-color: #98443d; }
            .dot { font-size: 120%; }
            .dot.good { color: #4cd27a; }
            .dot.wait { color: @pending; }
            .dot.bad { color: #ff6a5e; }
            .strip { background-color: @back; }
            scrollbar { background-color: transparent; border: none; }
            scrollbar slider { background-color: #565c66; min-width: 4px; min-height: 4px; }
            undershoot, overshoot { background: none; }
            tooltip { background-color: @field; border-radius: 4px; }";

        /// <summary>Applies the style to all windows of the program.</summary>
        public static void Apply()
        {
            Gtk.Settings.Default.ApplicationPreferDarkTheme = true;
            Gtk.CssProvider provider = new Gtk.CssProvider();
            provider.LoadFromData(Sheet);
            const uint application = 600;
            Gtk.StyleContext.AddProviderForScreen(Gdk.Screen.Default, provider, application);
        }

        /// <summary>Gives a widget a class of the style sheet.</summary>
        public static T With<T>(this T widget, string name) where T : Gtk.Widget
        {
            widget.StyleContext.AddClass(name);
            return widget;
        }

        /// <summary>Gives a widget a class, or takes it away.</summary>
        public static void Mark(Gtk.Widget widget, string name, bool isMarked)
        {
            if (isMarked) { widget.StyleContext.AddClass(name); }
            else { widget.StyleContext.RemoveClass(name); }
        }

        /// <summary>Lets a menu be narrower than its text, which ends with three dots then.</summary>
        public static void Ellipsize(Gtk.ComboBoxText menu)
        {
            Gtk.CellRendererText text = menu.Cells.OfType<Gtk.CellRendererText>().First();
            text.Ellipsize = Pango.EllipsizeMode.End;
        }
    }
}
