using System;
using System.Diagnostics;
using System.Threading.Tasks;
using HotShoe;

namespace RemoteControl
{
    /// <summary>Records videos. Single-owner: for the thread of the window.</summary>
    public sealed class Recorder
    {
        private readonly Stopwatch watch = new Stopwatch();
        private CommandCategories before;
        private bool isTicking;

        /// <summary>A recording began or ended, or another second has passed.</summary>
        public event Action Changed;

        public bool IsRecording { get; private set; }

        /// <summary>Whether a recording is being started or stopped.</summary>
        public bool IsBusy { get; private set; }

        /// <summary>Minutes and seconds of the running recording.</summary>
        public string Time { get { return watch.Elapsed.ToString("mm\\:ss"); } }

        /// <summary>Starts a recording, or stops it.</summary>
        public async Task ToggleAsync(Camera camera)
        {
            if (camera == null || IsBusy) { return; }
            IsBusy = true;
            Notify();
            try
            {
                if (IsRecording) { await Stop(camera); }
                else { await Start(camera); }
            }
            finally
            {
                IsBusy = false;
                Notify();
            }
        }

        /// <summary>Shows whether a camera is recording, as it reports; null for no camera.</summary>
        internal void Show(Camera camera) { Show(camera != null && camera.Recording.IsRecording); }

        internal void Show(bool isRecording)
        {
            if (isRecording == IsRecording) { return; }
            IsRecording = isRecording;
            if (isRecording) { watch.Restart(); }
            else { watch.Stop(); }
            Notify();
            if (isRecording && !isTicking) { Tick(); }
        }

        private async Task Start(Camera camera)
        {
            before = camera.CommandCategories;
            CommandCategories together = before | CommandCategories.VideoRecording;
            await camera.SetCommandCategoriesAsync(camera.Supports(together) ? together : CommandCategories.VideoRecording);
            await camera.StartRecordingAsync();
            Show(true);
        }

        private async Task Stop(Camera camera)
        {
            await camera.StopRecordingAsync();
            Show(false);
            // A camera that does one thing at a time takes pictures again.
            if (!camera.CommandCategories.HasFlag(before)) { await camera.SetCommandCategoriesAsync(before); }
        }

        /// <summary>Notifies once a second while a recording runs.</summary>
        private async void Tick()
        {
            isTicking = true;
            while (IsRecording)
            {
                await Task.Delay(1000 - (int)(watch.ElapsedMilliseconds % 1000));
                if (IsRecording) { Notify(); }
            }
            isTicking = false;
        }

        private void Notify()
        {
            if (Changed != null) { Changed(); }
        }
    }
}
