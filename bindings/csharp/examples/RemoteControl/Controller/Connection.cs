using System;
using System.Threading;
using System.Threading.Tasks;
using HotShoe;

namespace RemoteControl
{
    public enum ConnectionPhase { NoCamera, Connecting, Connected, Away, Failed, Disconnecting }

    /// <summary>
    /// Keeps the chosen camera connected: a lost connection is made again when the camera is back. Single-owner: for the thread of the
    /// window.
    /// </summary>
    public sealed class Connection
    {
        private readonly CameraList list;
        private readonly TimeSpan pause;
        private CancellationTokenSource ending = new CancellationTokenSource();
        private Task running = Task.CompletedTask;
        private string name;

        /// <param name="list">the cameras that are found</param>
        /// <param name="pause">the time after which a failed attempt is repeated; the fifth and later ones after five times that</param>
        public Connection(CameraList list, TimeSpan pause)
        {
            this.list = list;
            this.pause = pause;
        }

        /// <summary>The phase, the text or the chosen camera changed.</summary>
        public event Action Changed;

        /// <summary>A connection failed or was lost.</summary>
        public event Action<Problem> Failed;

        /// <summary>The connected camera reported something.</summary>
        public event Action<CameraEvent> Happened;

        /// <summary>The camera requires a confirmation, a code or a password. The handler owns the request.</summary>
        public event Action<AuthenticationRequest> Asked;

        /// <summary>The chosen camera; null for none.</summary>
        public Camera Chosen { get; private set; }

        /// <summary>The chosen camera while it is connected, otherwise null.</summary>
        public Camera Camera { get { return Phase == ConnectionPhase.Connected ? Chosen : null; } }

        public ConnectionPhase Phase { get; private set; }

        /// <summary>The phase in words.</summary>
        public string Text
        {
            get
            {
                switch (Phase)
                {
                    case ConnectionPhase.Connecting: return "Connecting to " + name + " …";
                    case ConnectionPhase.Connected: return "Connected to " + name;
                    case ConnectionPhase.Away: return name + " is away: waiting for it …";
                    case ConnectionPhase.Failed: return name + " is not connected";
                    case ConnectionPhase.Disconnecting: return "Disconnecting …";
                    default: return list.Cameras.Count == 0 ? "Looking for cameras …" : "Choose a camera above";
                }
            }
        }

        /// <summary>Disconnects from the present camera, and connects to another; or repeats a failed attempt.</summary>
        public void Choose(Camera camera)
        {
            if (Phase == ConnectionPhase.Connected && Equals(camera.Identifier, Chosen.Identifier)) { return; }
            CancellationTokenSource previous = ending;
            ending = new CancellationTokenSource();
            running = RunAfter(previous, running, camera, ending.Token);
        }

        /// <summary>Ends the connection.</summary>
        public async Task CloseAsync()
        {
            ending.Cancel();
            await running;
        }

        private async Task RunAfter(CancellationTokenSource previous, Task ended, Camera camera, CancellationToken cancellation)
        {
            previous.Cancel();
            await ended;
            previous.Dispose();
            if (cancellation.IsCancellationRequested) { return; }
            try { await Run(camera, cancellation); }
            catch (OperationCanceledException) { }
            Chosen = null;
            Enter(ConnectionPhase.NoCamera);
        }

        /// <summary>Connects again and again, until the end or a failure that the user must remove.</summary>
        private async Task Run(Camera camera, CancellationToken cancellation)
        {
            for (int attempts = 0; !cancellation.IsCancellationRequested; attempts++)
            {
                Chosen = camera;
                name = camera.DisplayName;
                Enter(ConnectionPhase.Connecting);
                Exception failure = await Connect(camera, cancellation);
                if (failure == null)
                {
                    attempts = 0;
                    await Use(camera, cancellation);
                }
                else if (IsFinal(failure))
                {
                    Report(Problem.Of(failure));
                    Enter(ConnectionPhase.Failed);
                    await Task.Delay(Timeout.Infinite, cancellation);
                }
                else { Report(Problem.Of(failure)); }
                Enter(ConnectionPhase.Away);
                await Task.Delay(TimeSpan.FromTicks(pause.Ticks * Math.Min(attempts + 1, 5)), cancellation);
                camera = await list.FindAsync(camera.Identifier, cancellation);
            }
        }

        /// <summary>Returns the reason of a failure, or null.</summary>
        private async Task<Exception> Connect(Camera camera, CancellationToken cancellation)
        {
            try
            {
                await camera.ConnectAsync(authenticate: Ask, cancellationToken: cancellation);
                return null;
            }
            catch (CameraException exception) { return exception; }
        }

        private void Ask(AuthenticationRequest request)
        {
            if (Asked != null) { Asked(request); }
            else { request.Cancel(); }
        }

        /// <summary>Returns when the connection is lost. When it is cancelled, disconnects.</summary>
        private async Task Use(Camera camera, CancellationToken cancellation)
        {
            TaskCompletionSource<DisconnectReason> lost =
                new TaskCompletionSource<DisconnectReason>(TaskCreationOptions.RunContinuationsAsynchronously);
            using (Subscription events = camera.Observe(change => Accept(change, lost)))
            using (cancellation.Register(() => lost.TrySetCanceled()))
            {
                name = camera.DisplayName;
                Enter(ConnectionPhase.Connected);
                Accept(new CameraEvent.Connection(camera.ConnectionState), lost); // it may have been lost before the events were observed
                try
                {
                    DisconnectReason reason = await lost.Task;
                    Report(new Problem(name + ": " + reason + ".", "It is connected again as soon as it is back."));
                }
                catch (OperationCanceledException)
                {
                    events.Cancel();
                    Enter(ConnectionPhase.Disconnecting);
                    await Disconnect(camera);
                    throw;
                }
                events.Cancel();
            }
        }

        private static async Task Disconnect(Camera camera)
        {
            try { await camera.DisconnectAsync(); }
            catch (CameraException)
            {
                // It is away already.
            }
        }

        private void Accept(CameraEvent change, TaskCompletionSource<DisconnectReason> lost)
        {
            CameraEvent.Connection connection = change as CameraEvent.Connection;
            ConnectionState.NotConnected state = connection == null ? null : connection.Value as ConnectionState.NotConnected;
            if (state != null) { lost.TrySetResult(state.Value); }
            else if (connection == null && Happened != null) { Happened(change); }
        }

        /// <summary>Whether connecting is not repeated until the user chooses the camera again.</summary>
        private static bool IsFinal(Exception failure)
        {
            return failure is CameraException.AuthenticationFailed || failure is CameraException.Cancelled
                || failure is CameraException.FirmwareTooOld || failure is CameraException.NotSupported
                || failure is CameraException.PairingRequired || failure is CameraException.PermissionDenied;
        }

        private void Report(Problem problem)
        {
            if (Failed != null) { Failed(problem); }
        }

        private void Enter(ConnectionPhase phase)
        {
            Phase = phase;
            if (Changed != null) { Changed(); }
        }
    }
}
