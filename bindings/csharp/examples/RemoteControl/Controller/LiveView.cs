using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using HotShoe;

namespace RemoteControl
{
    /// <summary>The live view of the connected camera, and focus at a point of it. Single-owner: for the thread of the window.</summary>
    public sealed class LiveView
    {
        private CancellationTokenSource stopping;
        private Camera camera;
        private Task running = Task.CompletedTask;

        /// <summary>The text or the mark changed.</summary>
        public event Action Changed;

        /// <summary>Shows a frame, which is valid until the task has ended. The next frame is requested then: frames are never queued.</summary>
        public Func<LiveViewFrame, Task> Show { get; set; }

        public bool IsRunning { get { return stopping != null; } }

        /// <summary>The reason why there is no picture; null while there is one.</summary>
        public string Text { get; private set; }

        /// <summary>Whether live view can be started by the user.</summary>
        public bool CanStart { get; private set; }

        /// <summary>Number of frames shown.</summary>
        public long Frames { get; private set; }

        /// <summary>The point at which the camera focuses or has focused, in the coordinates of the frames; null for none.</summary>
        public Point? Mark { get; private set; }

        /// <summary>Whether focus at the mark was found; null while the camera focuses.</summary>
        public bool? HasFocus { get; private set; }

        /// <summary>Starts live view if the camera has it and it is not running.</summary>
        public void Start(Camera started)
        {
            if (IsRunning || started == null) { return; }
            camera = started;
            if (!camera.Capabilities.HasFlag(CameraCapabilities.LiveView))
            {
                Enter(camera.DisplayName + " has no live view over this connection.", false);
                return;
            }
            stopping = new CancellationTokenSource();
            Enter("Starting live view …", false);
            running = Run(camera, stopping.Token);
        }

        /// <summary>Ends live view, and shows a text instead.</summary>
        public async Task StopAsync(string text)
        {
            if (stopping != null) { stopping.Cancel(); }
            await running;
            Mark = null;
            Enter(text, false);
        }

        /// <summary>Focuses at a point of the frames. Throws if the camera cannot focus there.</summary>
        public async Task FocusAsync(Point point)
        {
            Camera used = camera;
            SetMark(point, null);
            try
            {
                await Focus(used, point);
                SetMark(point, true);
            }
            catch (CameraException)
            {
                SetMark(point, false);
                throw;
            }
        }

        /// <summary>Removes the mark.</summary>
        public void ClearMark() { SetMark(null, null); }

        private static Task Focus(Camera camera, Point point)
        {
            if (camera.Capabilities.HasFlag(CameraCapabilities.TouchFocus)) { return camera.TouchFocusAtAsync(point); }
            FocusInfo focus = camera.Capabilities.HasFlag(CameraCapabilities.FocusAreas) ? camera.FocusInfo : null;
            if (focus == null || focus.Areas.Count == 0)
            {
                string text = camera.DisplayName + " cannot focus at a point of the picture.";
                throw new CameraException(new CameraError(CameraErrorCode.NotSupported, text));
            }
            List<double> distances = focus.Areas.Select(area => Distance(area.Rect.Center, point)).ToList();
            return camera.SetFocusAreaAsync(distances.IndexOf(distances.Min()));
        }

        private static double Distance(Point first, Point second)
        {
            return (first.X - second.X) * (first.X - second.X) + (first.Y - second.Y) * (first.Y - second.Y);
        }

        private async Task Run(Camera shown, CancellationToken cancellation)
        {
            string failure = null;
            long before = Frames;
            try { await Deliver(shown, cancellation); }
            catch (OperationCanceledException) { }
            catch (CameraException exception) { failure = exception.Message; }
            CancellationTokenSource ended = stopping;
            stopping = null;
            if (!cancellation.IsCancellationRequested) { End(shown, failure, Frames > before); }
            ended.Dispose();
        }

        private async Task Deliver(Camera shown, CancellationToken cancellation)
        {
            using (LiveViewStream stream = shown.LiveView())
            {
                try
                {
                    while (await stream.MoveNextAsync(cancellation))
                    {
                        using (LiveViewFrame frame = stream.Current)
                        {
                            if (Show != null) { await Show(frame); }
                        }
                        cancellation.ThrowIfCancellationRequested();
                        Frames++;
                        if (Text != null) { Enter(null, false); }
                    }
                }
                finally { stream.Close(); }
            }
        }

        /// <summary>Shows why live view ended. After a change of the camera's mode it starts again.</summary>
        private void End(Camera shown, string failure, bool hadFrames)
        {
            Mark = null;
            LiveViewState.Stopped stopped = shown.LiveViewState as LiveViewState.Stopped;
            LiveViewEnd end = stopped == null ? null : stopped.Value;
            if (end is LiveViewEnd.Disconnected || !shown.ConnectionState.IsConnected) { return; }
            if (end is LiveViewEnd.ModeChanged && hadFrames) { Start(shown); }
            else { Enter("Live view ended: " + (end == null ? failure ?? "stopped" : end.ToString()) + ".", true); }
        }

        private void SetMark(Point? point, bool? hasFocus)
        {
            Mark = point;
            HasFocus = hasFocus;
            if (Changed != null) { Changed(); }
        }

        private void Enter(string text, bool canStart)
        {
            Text = text;
            CanStart = canStart;
            if (Changed != null) { Changed(); }
        }
    }
}
