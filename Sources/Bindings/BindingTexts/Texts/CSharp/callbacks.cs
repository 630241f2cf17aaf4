    /// <summary>Threads of the library that call functions of the program.</summary>
    internal static unsafe class LibraryThreads_
    {
        // Mono stops threads by signals. Threads of the library block all signals, and a collection would wait for them for ever.
        private static readonly bool AreStoppedBySignals = global::System.Type.GetType("Mono.Runtime") != null;

        [global::System.ThreadStatic]
        private static bool isPrepared;

        private static volatile bool haveEntered;

        private static volatile bool isEnding;

        /// <summary>Whether no more functions of the program are called, because the process ends.</summary>
        internal static bool IsEnding { get { return isEnding; } }

        internal static void BeginEnd() { isEnding = AreStoppedBySignals; }

        /// <summary>Prepares the present thread to run code of the program. Each function that the library calls begins with it.</summary>
        internal static void Enter()
        {
            if (!AreStoppedBySignals || isPrepared) { return; }
            isPrepared = true;
            haveEntered = true;
            // The signals for limits of the processor time and failures of the power, and those of real time.
            const ulong signals = (1UL << 23) | (1UL << 29) | (ulong.MaxValue << 33);
            ulong* set = stackalloc ulong[16];
            for (int index = 0; index < 16; index++) { set[index] = index == 0 ? signals : 0; }
            const int unblock = 1;
            ChangeSignals(unblock, set, global::System.IntPtr.Zero);
        }

        /// <summary>
        /// Ends the process, whose last part this is: mono aborts threads then and waits for them, also for those that wait in the library
        /// and notice nothing.
        /// </summary>
        internal static void End()
        {
            if (!haveEntered) { return; }
            global::System.Console.Out.Flush();
            global::System.Console.Error.Flush();
            EndProcess(global::System.Environment.ExitCode);
        }

        [global::System.Runtime.InteropServices.DllImport("libc.so.6", EntryPoint = "_exit")]
        private static extern void EndProcess(int code);

        [global::System.Runtime.InteropServices.DllImport("libc.so.6", EntryPoint = "sigprocmask")]
        private static extern int ChangeSignals(int how, ulong* set, global::System.IntPtr old);
    }

    /// <summary>An exception of a function that the library called, and that cannot report it to the library.</summary>
    public sealed class CallbackFailedEventArgs : global::System.EventArgs
    {
        internal CallbackFailedEventArgs(global::System.Exception exception) { Exception = exception; }

        /// <summary>The exception.</summary>
        public global::System.Exception Exception { get; private set; }
    }

    [global::System.Runtime.InteropServices.UnmanagedFunctionPointer(global::System.Runtime.InteropServices.CallingConvention.Cdecl)]
    internal delegate void ContextFunction(global::System.IntPtr context);

    [global::System.Runtime.InteropServices.UnmanagedFunctionPointer(global::System.Runtime.InteropServices.CallingConvention.Cdecl)]
    internal delegate void OperationFunction(ulong operation, global::System.IntPtr context);

    /// <summary>The context that the library keeps: a function of the program, or the exception that is the cause of an error.</summary>
    internal sealed class Callback_
    {
        // The delegate is never collected: a static field keeps it.
        private static readonly ContextFunction ReleaseFunction = ReleaseContext;

        /// <summary>The C function that releases a context.</summary>
        internal static readonly global::System.IntPtr Release =
            global::System.Runtime.InteropServices.Marshal.GetFunctionPointerForDelegate(ReleaseFunction);

        internal readonly object Function;
        internal readonly global::System.Exception Exception;
        private readonly global::System.Threading.SynchronizationContext place;

        internal Callback_(object function) { Function = function; }

        internal Callback_(global::System.Exception exception) { Exception = exception; }

        /// <param name="function">A function without result.</param>
        /// <param name="place">Where it is called; null: on a thread of the library.</param>
        internal Callback_(object function, global::System.Threading.SynchronizationContext place)
        {
            Function = function;
            this.place = place;
        }

        /// <summary>The context of a C function, which the library releases.</summary>
        internal global::System.IntPtr Context()
        {
            return global::System.Runtime.InteropServices.GCHandle.ToIntPtr(
                global::System.Runtime.InteropServices.GCHandle.Alloc(this));
        }

        internal static Callback_ Of(global::System.IntPtr context)
        {
            return global::System.Runtime.InteropServices.GCHandle.FromIntPtr(context).Target as Callback_;
        }

        /// <summary>Calls a function where the program expects it.</summary>
        internal void Run(global::System.Action call)
        {
            if (place == null) { call(); }
            else { place.Post(Post, call); }
        }

        private static void Post(object call)
        {
            try { ((global::System.Action)call)(); }
            catch (global::System.Exception exception) { Report(exception); }
        }

        private static void ReleaseContext(global::System.IntPtr context)
        {
            LibraryThreads_.Enter();
            if (context != global::System.IntPtr.Zero)
            {
                global::System.Runtime.InteropServices.GCHandle.FromIntPtr(context).Free();
            }
        }

        internal static event global::System.EventHandler<CallbackFailedEventArgs> Failed;

        /// <summary>Reports an exception for which the library has no place.</summary>
        internal static void Report(global::System.Exception exception)
        {
            try
            {
                global::System.EventHandler<CallbackFailedEventArgs> handler = Failed;
                if (handler != null) { handler(null, new CallbackFailedEventArgs(exception)); }
                else { global::System.Console.Error.WriteLine("the_prefix: a function that the library called has failed: " + exception); }
            }
            catch (global::System.Exception)
            {
                // No exception may pass through frames of the library.
            }
        }
    }

    /// <summary>Asynchronous calls of the library as tasks.</summary>
    internal static unsafe class Operations_
    {
        private static readonly OperationFunction DoneFunction = Done;
        private static readonly global::System.IntPtr DonePointer =
            global::System.Runtime.InteropServices.Marshal.GetFunctionPointerForDelegate(DoneFunction);

        /// <summary>The task for an operation that was started, which this owns.</summary>
        internal static global::System.Threading.Tasks.Task<T> Run<T>(
            ulong operation, global::System.Func<ulong, T> take, global::System.Threading.CancellationToken token)
        {
            ObjectHandle owner = new OperationHandle().Owning(operation);
            Waiting<T> waiting = new Waiting<T>(owner, take, token);
            byte isDone;
            if (Native_.the_prefix_operation_is_done(operation, &isDone) == Status_.Ok && isDone != 0)
            {
                waiting.Finish();
                return waiting.Task;
            }
            int status = Native_.the_prefix_operation_on_done(operation, 0, DonePointer, new Callback_(waiting).Context(), Callback_.Release);
            if (status < 0)
            {
                owner.Dispose();
                Failure_.Check(status);
            }
            waiting.Watch();
            return waiting.Task;
        }

        private static void Done(ulong operation, global::System.IntPtr context)
        {
            LibraryThreads_.Enter();
            if (LibraryThreads_.IsEnding) { return; }
            try { ((Pending)Callback_.Of(context).Function).Finish(); }
            catch (global::System.Exception exception) { Callback_.Report(exception); }
        }

        private abstract class Pending
        {
            internal abstract void Finish();
        }

        private sealed class Waiting<T> : Pending
        {
            // Continuations of the program never run on a thread of the library.
            private readonly global::System.Threading.Tasks.TaskCompletionSource<T> source =
                new global::System.Threading.Tasks.TaskCompletionSource<T>(
                    global::System.Threading.Tasks.TaskCreationOptions.RunContinuationsAsynchronously);
            private readonly ObjectHandle operation;
            private readonly global::System.Func<ulong, T> take;
            private readonly global::System.Threading.CancellationToken token;
            private global::System.Threading.CancellationTokenRegistration registration;
            private bool isFinished;

            internal Waiting(ObjectHandle operation, global::System.Func<ulong, T> take, global::System.Threading.CancellationToken token)
            {
                this.operation = operation;
                this.take = take;
                this.token = token;
            }

            internal global::System.Threading.Tasks.Task<T> Task { get { return source.Task; } }

            /// <summary>Cancels the operation when the token is cancelled.</summary>
            internal void Watch()
            {
                if (!token.CanBeCanceled) { return; }
                global::System.Threading.CancellationTokenRegistration registered = token.Register(Cancel, this);
                lock (source)
                {
                    if (!isFinished)
                    {
                        registration = registered;
                        return;
                    }
                }
                registered.Dispose();
            }

            private static void Cancel(object waiting)
            {
                // An operation that has already ended rejects it.
                Native_.the_prefix_operation_cancel(((Waiting<T>)waiting).operation.Bits);
            }

            internal override void Finish()
            {
                global::System.Threading.CancellationTokenRegistration registered;
                lock (source)
                {
                    isFinished = true;
                    registered = registration;
                }
                registered.Dispose();
                try { source.TrySetResult(take(operation.Bits)); }
                catch (global::System.OperationCanceledException) { source.TrySetCanceled(token); }
                catch (global::System.Exception exception)
                {
                    // The error by which the function reports that it was cancelled.
                    if (token.IsCancellationRequested) { source.TrySetCanceled(token); }
                    else { source.TrySetException(exception); }
                }
                operation.Dispose();
            }
        }
    }

    /// <summary>Asynchronous functions of the program that the library has called.</summary>
    internal static unsafe class Completions_
    {
        private static readonly ContextFunction CancelFunction = Cancel;
        private static readonly global::System.IntPtr CancelPointer =
            global::System.Runtime.InteropServices.Marshal.GetFunctionPointerForDelegate(CancelFunction);

        internal static void Start<T>(
            ulong completion,
            global::System.Func<global::System.Threading.CancellationToken, global::System.Threading.Tasks.Task<T>> run,
            global::System.Func<ulong, T, int> complete)
        {
            Begin(completion, run, task => Failure_.Check(complete(completion, ((global::System.Threading.Tasks.Task<T>)task).Result)));
        }

        internal static void Start(
            ulong completion,
            global::System.Func<global::System.Threading.CancellationToken, global::System.Threading.Tasks.Task> run,
            global::System.Func<ulong, int> complete)
        {
            Begin(completion, run, task => Failure_.Check(complete(completion)));
        }

        /// <summary>The result of a function that the library calls on the main actor, and does not wait for.</summary>
        internal static T Ended<T>(global::System.Threading.Tasks.Task<T> task)
        {
            if (!Required(task).IsCompleted)
            {
                throw new global::System.InvalidOperationException("the library does not wait for this function: its task must have ended");
            }
            return task.GetAwaiter().GetResult();
        }

        /// <summary>Raises the exception of a function that the library calls on the main actor; one that is raised later is reported.</summary>
        internal static void Ended(global::System.Threading.Tasks.Task task)
        {
            if (Required(task).IsCompleted)
            {
                task.GetAwaiter().GetResult();
                return;
            }
            task.ContinueWith(
                ended => Callback_.Report(ended.Exception.InnerException ?? ended.Exception),
                global::System.Threading.CancellationToken.None,
                global::System.Threading.Tasks.TaskContinuationOptions.OnlyOnFaulted,
                global::System.Threading.Tasks.TaskScheduler.Default);
        }

        private static T Required<T>(T task) where T : class
        {
            if (task == null) { throw new LibraryException("an asynchronous function has returned no task"); }
            return task;
        }

        private static void Begin(
            ulong completion,
            global::System.Func<global::System.Threading.CancellationToken, global::System.Threading.Tasks.Task> run,
            global::System.Action<global::System.Threading.Tasks.Task> succeed)
        {
            global::System.Threading.CancellationTokenSource source = new global::System.Threading.CancellationTokenSource();
            Native_.the_prefix_completion_on_cancel(completion, CancelPointer, new Callback_(source).Context(), Callback_.Release);
            global::System.Threading.Tasks.Task task;
            try
            {
                task = Required(run(source.Token));
            }
            catch (global::System.Exception exception)
            {
                Fail(completion, exception);
                return;
            }
            task.ContinueWith(
                ended => End(completion, ended, succeed), global::System.Threading.CancellationToken.None,
                global::System.Threading.Tasks.TaskContinuationOptions.ExecuteSynchronously,
                global::System.Threading.Tasks.TaskScheduler.Default);
        }

        private static void End(
            ulong completion, global::System.Threading.Tasks.Task task,
            global::System.Action<global::System.Threading.Tasks.Task> succeed)
        {
            if (task.IsCanceled) { Fail(completion, null); }
            else if (task.IsFaulted) { Fail(completion, task.Exception.InnerException ?? task.Exception); }
            else
            {
                try { succeed(task); }
                catch (global::System.Exception exception)
                {
                    Callback_.Report(exception);
                    Fail(completion, exception);
                }
            }
        }

        /// <summary>Fails a completion, unless it has ended; null: cancelled.</summary>
        private static void Fail(ulong completion, global::System.Exception exception)
        {
            bool isCancelled = exception == null || exception is global::System.OperationCanceledException;
            Native_.the_prefix_completion_fail(completion, isCancelled ? null : Failure_.Write(exception));
        }

        private static void Cancel(global::System.IntPtr context)
        {
            LibraryThreads_.Enter();
            try { ((global::System.Threading.CancellationTokenSource)Callback_.Of(context).Function).Cancel(); }
            catch (global::System.Exception exception) { Callback_.Report(exception); }
        }
    }
