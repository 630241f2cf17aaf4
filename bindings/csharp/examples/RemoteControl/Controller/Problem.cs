using System;
using System.Collections.Generic;
using HotShoe;

namespace RemoteControl
{
    /// <summary>An action that the user can take against a problem with one click.</summary>
    public enum Remedy { None, Connect, StartLiveView, ChooseFolder }

    /// <summary>A failure in words: its text, advice for the user, and an action.</summary>
    public sealed class Problem
    {
        // Advice for messages without any, and remedies.
        private static readonly Dictionary<CameraErrorCode, Problem> Known = new Dictionary<CameraErrorCode, Problem>
        {
            { CameraErrorCode.NotConnected, new Problem("", "Switch the camera on, and check its cable or network.", Remedy.Connect) },
            { CameraErrorCode.ConnectionLost, new Problem("", "Switch the camera on, and check its cable or network.", Remedy.Connect) },
            { CameraErrorCode.ConnectionRefused, new Problem("", "End other programs that use the camera.", Remedy.Connect) },
            { CameraErrorCode.AuthenticationFailed, new Problem("", "Connect again, and repeat the code or the password.", Remedy.Connect) },
            { CameraErrorCode.Cancelled, new Problem("", "Connect again when the code or the password is at hand.", Remedy.Connect) },
            { CameraErrorCode.PairingRequired, new Problem("", "Start the pairing in the camera's menu.", Remedy.Connect) },
            { CameraErrorCode.TimedOut, new Problem("", "Try again. If that fails, switch the camera off and on.") },
            { CameraErrorCode.Busy, new Problem("", "Try again when the camera has finished.") },
            { CameraErrorCode.InvalidValue, new Problem("", "Choose a value of the list.") },
            { CameraErrorCode.NotAvailable, new Problem("", "Another mode of the camera may allow it.") },
            { CameraErrorCode.NeedsPhysicalInteraction, new Problem("", "Turn the dial or the switch on the camera.") },
            { CameraErrorCode.NeedsLiveView, new Problem("", "Live view must run for that.", Remedy.StartLiveView) },
            { CameraErrorCode.RecordingInProgress, new Problem("", "Stop the recording first.") },
            { CameraErrorCode.FocusFailed, new Problem("", "Point at an edge or a pattern, or focus by hand.") },
            { CameraErrorCode.FocusDidNotMove, new Problem("", "The lens is at the end of its range.") },
            { CameraErrorCode.CardError, new Problem("", "Insert a card, and check that it is not locked.") },
            { CameraErrorCode.StorageFull, new Problem("", "Insert another card, or delete pictures.") },
            { CameraErrorCode.FirmwareTooOld, new Problem("", "Install the maker's newest firmware in the camera.") },
            { CameraErrorCode.FileSystem, new Problem("", "Choose another folder for pictures.", Remedy.ChooseFolder) },
            { CameraErrorCode.DisallowedByTransport, new Problem("", "Connect the camera by USB.") },
            { CameraErrorCode.BatteryLow, new Problem("", "Insert a charged battery.") },
        };

        public Problem(string text, string advice = "", Remedy remedy = Remedy.None)
        {
            Text = text;
            Advice = advice;
            Remedy = remedy;
        }

        /// <summary>The failure, as a sentence.</summary>
        public string Text { get; private set; }

        /// <summary>The advice for the user; empty for none.</summary>
        public string Advice { get; private set; }

        public Remedy Remedy { get; private set; }

        /// <summary>The problem of an exception.</summary>
        public static Problem Of(Exception exception)
        {
            CameraException failure = exception as CameraException;
            if (failure == null) { return new Problem(exception.Message); }
            CameraError error = failure.Error;
            string subject = error.Subject;
            string text = subject == null || error.Message.Contains(subject) ? error.Message : subject + ": " + error.Message;
            Problem known;
            if (!Known.TryGetValue(error.Code, out known)) { known = new Problem(""); }
            // Most messages have advice in a second sentence.
            int end = text.IndexOf(". ", StringComparison.Ordinal) + 1;
            return end > 0 ? new Problem(text.Substring(0, end), text.Substring(end + 1), known.Remedy)
                : new Problem(text, known.Advice, known.Remedy);
        }

        public override string ToString() { return Advice.Length == 0 ? Text : Text + " " + Advice; }
    }
}
