    /// <summary>Finds the shared library, and compares its interface with that of these sources.</summary>
    internal static class Loader
    {
        /// <summary>The name of the library for the loader.</summary>
        internal const string Library = "the_prefix";

        private const string FileName = "libthe_prefix.so";

        /// <summary>Loads the library from a place beside the program, if it is there; otherwise the system's loader finds it.</summary>
        internal static void Load()
        {
            string folder = global::System.AppDomain.CurrentDomain.BaseDirectory;
            string machine = global::System.Runtime.InteropServices.RuntimeInformation.ProcessArchitecture
                == global::System.Runtime.InteropServices.Architecture.Arm64 ? "linux-arm64" : "linux-x64";
            string[] places =
            {
                global::System.Environment.GetEnvironmentVariable("THE_PREFIX_LIBRARY") ?? "",
                global::System.IO.Path.Combine(folder, FileName),
                global::System.IO.Path.Combine(folder, "runtimes", machine, "native", FileName),
            };
            foreach (string place in places)
            {
                string path = global::System.IO.Directory.Exists(place) ? global::System.IO.Path.Combine(place, FileName) : place;
                if (path.Length > 0 && global::System.IO.File.Exists(path))
                {
                    Open(path);
                    return;
                }
            }
        }

        /// <summary>Loads a file: the name by which the runtime loads the library later is that of the loaded one.</summary>
        private static void Open(string path)
        {
            byte[] text = new byte[global::System.Text.Encoding.UTF8.GetByteCount(path) + 1];
            global::System.Text.Encoding.UTF8.GetBytes(path, 0, path.Length, text, 0);
            const int now = 2;
            if (OpenFile(text, now) == global::System.IntPtr.Zero)
            {
                throw new global::System.DllNotFoundException("the_prefix: " + path + " cannot be loaded");
            }
        }

        [global::System.Runtime.InteropServices.DllImport("libc.so.6", EntryPoint = "dlopen")]
        private static extern global::System.IntPtr OpenFile(byte[] path, int flags);

        /// <summary>Refuses a library with another interface.</summary>
        internal static void Compare(uint version, ulong fingerprint, ulong expected)
        {
            if (version == 1 && fingerprint == expected) { return; }
            throw new global::System.DllNotFoundException(
                "the_prefix: the C# sources were made for the interface " + expected.ToString("x16") + ", and " + FileName
                + " has the interface " + fingerprint.ToString("x16") + ": generate and build both again");
        }

        /// <summary>Ends the library's calls of this program before the runtime ends.</summary>
        internal static void EndWithProcess()
        {
            global::System.AppDomain.CurrentDomain.ProcessExit += delegate
            {
                LibraryThreads.BeginEnd();
                Native.the_prefix_shutdown();
                LibraryThreads.End();
            };
        }
    }
