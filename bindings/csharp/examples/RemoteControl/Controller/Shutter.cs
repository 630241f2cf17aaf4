using System;
using System.Threading.Tasks;
using HotShoe;

namespace RemoteControl
{
    public enum ShutterPhase { Idle, Focusing, InFocus, NotInFocus, Exposing }

    /// <summary>
    /// The shutter button: held, it focuses, as the half-pressed button of a camera; released, it takes the picture. Single-owner: for
    /// the thread of the window.
    /// </summary>
    public sealed class Shutter
    {
        private Task<bool> focusing;

        public event Action Changed;

        public ShutterPhase Phase { get; private set; }

        /// <summary>Focuses, if the camera has a half-press, and keeps the focus until the release. Throws if it does not focus.</summary>
        public async Task PressAsync(Camera camera)
        {
            if (camera == null || Phase != ShutterPhase.Idle) { return; }
            bool hasHalfPress = camera.Capabilities.HasFlag(CameraCapabilities.HalfPress);
            Enter(hasHalfPress ? ShutterPhase.Focusing : ShutterPhase.InFocus);
            if (!hasHalfPress) { return; }
            Task call = camera.EngageAutoFocusAsync();
            focusing = HasSucceeded(call);
            bool isInFocus = await focusing;
            if (Phase == ShutterPhase.Focusing) { Enter(isInFocus ? ShutterPhase.InFocus : ShutterPhase.NotInFocus); }
            await call;
        }

        /// <summary>
        /// Releases the button. Takes a picture, unless the camera has not found the focus or the pointer has left the button.
        /// </summary>
        public async Task ReleaseAsync(Camera camera, bool takesPicture)
        {
            if (Phase == ShutterPhase.Idle || Phase == ShutterPhase.Exposing) { return; }
            bool wasHeld = focusing != null;
            Enter(ShutterPhase.Exposing);
            try
            {
                bool isInFocus = !wasHeld || await focusing;
                if (takesPicture && isInFocus && camera != null) { await Shoot(camera, !wasHeld); }
            }
            finally
            {
                if (wasHeld && camera != null) { await HasSucceeded(camera.DisengageAutoFocusAsync()); }
                Reset();
            }
        }

        /// <summary>Forgets a held button: the camera is not connected any more.</summary>
        internal void Reset()
        {
            focusing = null;
            Enter(ShutterPhase.Idle);
        }

        private static async Task Shoot(Camera camera, bool focuses)
        {
            using (Shot shot = await camera.ShootAsync(new ShootOptions(autofocus: focuses))) { }
        }

        private static async Task<bool> HasSucceeded(Task call)
        {
            try
            {
                await call;
                return true;
            }
            catch (CameraException) { return false; }
        }

        private void Enter(ShutterPhase phase)
        {
            Phase = phase;
            if (Changed != null) { Changed(); }
        }
    }
}
