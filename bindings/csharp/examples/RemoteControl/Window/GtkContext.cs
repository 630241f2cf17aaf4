using System;
using System.Collections.Concurrent;
using System.Runtime.InteropServices;
using System.Threading;

namespace RemoteControl
{
    /// <summary>Runs what is posted on the thread of GTK's loop, without polling: <c>await</c> and the library's events continue there.</summary>
    public sealed class GtkContext : SynchronizationContext
    {
        // Below the user's events, above drawing: a window that receives many frames is drawn nevertheless.
        private const int Priority = 105;
        private static readonly ConcurrentQueue<Action> Posted = new ConcurrentQueue<Action>();
        private static readonly SourceFunction Runner = RunPosted;
        private static int isScheduled;

        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        private delegate int SourceFunction(IntPtr data);

        public override void Post(SendOrPostCallback function, object state)
        {
            Posted.Enqueue(() => function(state));
            Schedule();
        }

        public override void Send(SendOrPostCallback function, object state)
        {
            throw new NotSupportedException("a call that waits for the loop could wait for ever");
        }

        private static void Schedule()
        {
            if (Interlocked.Exchange(ref isScheduled, 1) == 0) { g_idle_add_full(Priority, Runner, IntPtr.Zero, IntPtr.Zero); }
        }

        /// <summary>Runs the functions that were posted before this call. Those that they post run in the next turn of the loop.</summary>
        private static int RunPosted(IntPtr data)
        {
            Interlocked.Exchange(ref isScheduled, 0);
            for (int left = Posted.Count; left > 0; left--)
            {
                Action action;
                if (Posted.TryDequeue(out action)) { Run(action); }
            }
            if (!Posted.IsEmpty) { Schedule(); }
            return 0;
        }

        private static void Run(Action action)
        {
            try { action(); }
            catch (Exception exception) { GLib.ExceptionManager.RaiseUnhandledException(exception, false); }
        }

        [DllImport("libglib-2.0.so.0", CallingConvention = CallingConvention.Cdecl)]
        private static extern uint g_idle_add_full(int priority, SourceFunction function, IntPtr data, IntPtr notify);
    }
}
