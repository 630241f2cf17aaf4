    /// <summary>An error of the library.</summary>
    public class LibraryException : global::System.Exception
    {
        /// <summary>Creates an exception for an error of the library, or for the failure of a function of the program.</summary>
        /// <param name="message">the failure and its remedy</param>
        /// <param name="inner">the exception that is the cause; null for none</param>
        public LibraryException(string message, global::System.Exception/*?*/ inner = null) : base(message, inner) { TypeName = ""; }

        internal LibraryException(string message, string type, global::System.Exception/*?*/ inner) : base(message, inner)
        {
            TypeName = type;
        }

        /// <summary>The name of the error's type in the library; empty for an exception of the program.</summary>
        public string TypeName { get; private set; }

        /// <summary>The error for the library, which receives it.</summary>
        internal virtual unsafe void* ToError() { return Failure_.WriteAny(this, Status_.Failed); }
    }

    /// <summary>The statuses of the library's functions.</summary>
    internal static class Status_
    {
        internal const int Ok = 0;
        internal const int Pending = 1;
        internal const int TimedOut = 2;
        internal const int End = 3;
        internal const int Failed = -1;
        internal const int Cancelled = -2;
        internal const int InvalidHandle = -3;
        internal const int InvalidArgument = -4;
        internal const int InvalidText = -5;
        internal const int TooLarge = -6;
        internal const int NotAvailable = -7;
        internal const int ShutDown = -8;
    }

    /// <summary>Errors of the library as exceptions, and exceptions as its errors.</summary>
    internal static unsafe class Failure_
    {
        internal static void Check(int status)
        {
            if (status < 0) { Throw(status); }
        }

        // Apart from the check, which compilers insert into the functions that call it.
        private static void Throw(int status) { throw Make(status); }

        /// <summary>Throws the error of a failed call, which this frees.</summary>
        internal static void Check(int status, void* error)
        {
            if (status >= 0 && error == null) { return; }
            try
            {
                if (status == Status_.Failed && error != null) { throw Read(error); }
                if (status < 0) { throw error == null ? Make(status) : Make(status, Texts_.Read(Native_.the_prefix_error_message(error)), error); }
            }
            finally { Native_.the_prefix_error_free(error); }
        }

        private static global::System.Exception Make(int status)
        {
            return Make(status, "the_prefix: " + Texts_.Read(Native_.the_prefix_status_text(status)), null);
        }

        private static global::System.Exception Make(int status, string message, void* error)
        {
            global::System.Exception cause = error == null ? null : Cause(error);
            switch (status)
            {
                case Status_.Cancelled: return new global::System.OperationCanceledException(message, cause);
                case Status_.InvalidHandle: return new global::System.ObjectDisposedException(message, cause);
                case Status_.InvalidArgument:
                case Status_.InvalidText: return new global::System.ArgumentException(message, cause);
                case Status_.TooLarge: return new global::System.OverflowException(message, cause);
                case Status_.NotAvailable: return new global::System.NotSupportedException(message, cause);
                case Status_.Failed: return new LibraryException(message, "", cause);
                default: return new global::System.InvalidOperationException(message, cause);
            }
        }

        /// <summary>The exception for an error that another owner keeps; null for none.</summary>
        internal static global::System.Exception Read(void* error)
        {
            if (error == null) { return null; }
            int status = Native_.the_prefix_error_status(error);
            string message = Texts_.Read(Native_.the_prefix_error_message(error));
            if (status == Status_.Cancelled) { return Make(status, message, error); }
            global::System.Exception cause = Cause(error);
            global::System.Exception own = Failures_.Read(error, message, cause);
            if (own != null) { return own; }
            if (status != Status_.Failed && status < 0) { return Make(status, message, error); }
            return new LibraryException(message, Texts_.Read(Native_.the_prefix_error_type(error)), cause);
        }

        private static global::System.Exception Cause(void* error)
        {
            global::System.IntPtr context = Native_.the_prefix_error_cause(error, Callback_.Release);
            if (context == global::System.IntPtr.Zero) { return null; }
            Callback_ callback = Callback_.Of(context);
            return callback == null ? null : callback.Exception;
        }

        /// <summary>An error for the library, which receives it.</summary>
        internal static void* Write(global::System.Exception exception)
        {
            try
            {
                LibraryException own = exception as LibraryException;
                return own != null ? own.ToError() : WriteAny(exception, StatusOf(exception));
            }
            catch (global::System.Exception)
            {
                // An exception without a usable text. None may pass through frames of the library.
                return WriteText(exception.GetType().Name, exception, StatusOf(exception));
            }
        }

        internal static int StatusOf(global::System.Exception exception)
        {
            if (exception is global::System.NotSupportedException) { return Status_.NotAvailable; }
            return exception is global::System.OperationCanceledException ? Status_.Cancelled : Status_.Failed;
        }

        internal static void* WriteAny(global::System.Exception exception, int status)
        {
            string message = exception is LibraryException ? exception.Message : exception.GetType().Name + ": " + exception.Message;
            // Unpaired surrogates are replaced.
            byte[] valid = global::System.Text.Encoding.UTF8.GetBytes(message ?? "");
            return WriteText(global::System.Text.Encoding.UTF8.GetString(valid), exception, status);
        }

        private static void* WriteText(string message, global::System.Exception exception, int status)
        {
            using (Arena_ arena = new Arena_())
            {
                Native_.the_prefix_string text = arena.Text(message);
                return Native_.the_prefix_error_create_with_cause(status, text, new Callback_(exception).Context(), Callback_.Release);
            }
        }

        /// <summary>The status of a function of the program that has thrown an exception.</summary>
        internal static int Return(global::System.Exception exception, void** error)
        {
            if (error != null) { *error = Write(exception); }
            return StatusOf(exception);
        }
    }
