using System;
using System.Collections.Generic;
using System.Linq;
using HotShoe;

namespace RemoteControl
{
    /// <summary>The dialogs of the window. None waits: each calls a function when the user has answered.</summary>
    public static class Dialogs
    {
        /// <summary>Lets the user choose a folder.</summary>
        public static void ChooseFolder(Gtk.Window parent, string present, Action<string> chosen)
        {
            Gtk.FileChooserDialog dialog = new Gtk.FileChooserDialog(
                "Folder for pictures and videos", parent, Gtk.FileChooserAction.SelectFolder, "Cancel", Gtk.ResponseType.Cancel, "Choose",
                Gtk.ResponseType.Accept);
            dialog.SetCurrentFolder(System.IO.Path.GetFullPath(present));
            dialog.Response += (sender, arguments) =>
            {
                string folder = dialog.Filename;
                dialog.Destroy();
                if (arguments.ResponseId == Gtk.ResponseType.Accept && folder != null) { chosen(folder); }
            };
            dialog.Show();
        }

        /// <summary>Answers the authentication request of a camera, and disposes it.</summary>
        public static void Answer(Gtk.Window parent, string camera, AuthenticationRequest request)
        {
            AuthenticationRequestKind kind = request.Kind;
            AuthenticationRequestKind.JoinNetwork network = kind as AuthenticationRequestKind.JoinNetwork;
            string again = request.IsRetry ? "That was not accepted. " : "";
            if (kind is AuthenticationRequestKind.NumericCode)
            {
                Ask(parent, camera, again + "Enter the code that " + camera + " shows.", request, new[] { "Code" }, false,
                    texts => new AuthenticationRequestResponse.NumericCode(texts[0]));
            }
            else if (kind is AuthenticationRequestKind.Credentials)
            {
                Ask(parent, camera, again + "Enter the name and the password that " + camera + " requires.", request, new[] { "User", "Password" }, true,
                    texts => new AuthenticationRequestResponse.Credentials(texts[0], texts[1]));
            }
            else if (network != null)
            {
                string text = "Connect this computer to the wireless network " + network.Name + " with the password " + network.Password + ".";
                Ask(parent, camera, text, request, new string[0], false, texts => new AuthenticationRequestResponse.JoinedNetwork());
            }
            else { Confirm(parent, camera, request); }
        }

        /// <summary>Shows that the camera waits for a confirmation, until it has it.</summary>
        private static void Confirm(Gtk.Window parent, string camera, AuthenticationRequest request)
        {
            Gtk.Dialog dialog = Make(parent, camera, "Confirm the connection on the display of " + camera + ".");
            Gtk.Box waiting = new Gtk.Box(Gtk.Orientation.Horizontal, 10);
            Gtk.Spinner spinner = new Gtk.Spinner { Active = true };
            waiting.PackStart(spinner, false, false, 0);
            waiting.PackStart(new Gtk.Label("Waiting for the camera …").With("faint"), false, false, 0);
            dialog.ContentArea.PackStart(waiting, false, false, 0);
            AddButton(dialog, "Cancel", Gtk.ResponseType.Cancel);
            dialog.Response += (sender, arguments) => request.Cancel();
            dialog.ShowAll();
            EndWith(request, dialog);
        }

        /// <summary>Closes a dialog when its request has an outcome, which may be that the camera is away.</summary>
        private static async void EndWith(AuthenticationRequest request, Gtk.Dialog dialog)
        {
            try { await request.ResolutionAsync(); }
            catch (LibraryException)
            {
                // The connection has failed, which is reported elsewhere.
            }
            dialog.Destroy();
            request.Dispose();
        }

        private static void Ask(
            Gtk.Window parent, string camera, string text, AuthenticationRequest request, string[] fields, bool hidesLast,
            Func<List<string>, AuthenticationRequestResponse> respond)
        {
            Gtk.Dialog dialog = Make(parent, camera, text);
            List<Gtk.Entry> entries = new List<Gtk.Entry>();
            foreach (string field in fields)
            {
                Gtk.Entry entry = new Gtk.Entry { ActivatesDefault = true, Name = "entry-" + entries.Count };
                entry.Visibility = !hidesLast || entries.Count + 1 < fields.Length;
                entries.Add(entry);
                Gtk.Box group = new Gtk.Box(Gtk.Orientation.Vertical, 4);
                group.PackStart(new Gtk.Label(field) { Xalign = 0 }.With("faint"), false, false, 0);
                group.PackStart(entry, false, false, 0);
                dialog.ContentArea.PackStart(group, false, false, 0);
            }
            AddButton(dialog, "Cancel", Gtk.ResponseType.Cancel);
            Gtk.Widget connect = AddButton(dialog, "Connect", Gtk.ResponseType.Ok).With("affirmative");
            dialog.DefaultResponse = Gtk.ResponseType.Ok;
            // Without a text there is nothing to send.
            foreach (Gtk.Entry entry in entries) { entry.Changed += delegate { connect.Sensitive = entries.All(each => each.Text.Length > 0); }; }
            connect.Sensitive = entries.Count == 0;
            dialog.Response += (sender, arguments) =>
            {
                List<string> texts = entries.Select(entry => entry.Text).ToList();
                dialog.Hide();
                if (arguments.ResponseId == Gtk.ResponseType.Ok) { request.Respond(respond(texts)); }
                else { request.Cancel(); }
            };
            dialog.ShowAll();
            if (entries.Count > 0) { entries[0].GrabFocus(); }
            EndWith(request, dialog);
        }

        private static Gtk.Widget AddButton(Gtk.Dialog dialog, string label, Gtk.ResponseType response)
        {
            Gtk.Widget button = dialog.AddButton(label, response);
            button.Name = label.ToLowerInvariant();
            return button;
        }

        private static Gtk.Dialog Make(Gtk.Window parent, string title, string text)
        {
            Gtk.Dialog dialog = new Gtk.Dialog(title, parent, Gtk.DialogFlags.Modal | Gtk.DialogFlags.DestroyWithParent);
            dialog.ContentArea.Spacing = 12;
            dialog.ContentArea.BorderWidth = 16;
            dialog.ContentArea.PackStart(new Gtk.Label(text) { LineWrap = true, Xalign = 0, MaxWidthChars = 44 }, false, false, 0);
            return dialog;
        }
    }
}
