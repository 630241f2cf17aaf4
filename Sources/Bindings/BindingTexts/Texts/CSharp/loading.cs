    /// <summary>Finds the shared library, loads it, and compares its interface with that of these sources.</summary>
    internal static class Loader_
    {
#if NETCOREAPP
        /// <summary>The name in the declarations of functions. No file has it: the runtime requests the library from this class.</summary>
        internal const string Library = "the_prefix.loader";
#else
        /// <summary>The name in the declarations of functions: mono then searches them in the libraries that the process has loaded.</summary>
        internal const string Library = "__Internal";
#endif

        private const string FileName = "libthe_prefix.so";
        private const string Variable = "THE_PREFIX_LIBRARY";

        // No initial value, which would replace the one that Load assigns.
        private static string problem;

        /// <summary>Whether the library is loaded.</summary>
        /// <remarks>
        /// Functions that need no object of the library read it before they call the library. Mono searches a function of a library when it
        /// compiles the method that calls it, and keeps the result; when it compiles an access to a field, it initialises the class, which
        /// loads the library. This class thus has no static constructor, which would be called later.
        /// </remarks>
        internal static readonly bool IsLoaded = Load();

        /// <summary>The exception for a library that is not loaded.</summary>
        internal static global::System.Exception Missing() { return new global::System.DllNotFoundException("the_prefix: " + problem); }

        private static bool Load()
        {
            problem = Host.Refusal();
            string file = problem == null ? Find() : null;
            if (file != null) { Open(file); }
            if (problem == null) { EndWithProcess(); }
            return problem == null;
        }

        /// <summary>The file to load: a path, or a name for the system's loader; null if there is a problem.</summary>
        private static string Find()
        {
            // A plugin, for example, uses the library of the program that has loaded it.
            foreach (string name in new[] { FileName + ".0", FileName })
            {
                if (Process.Has(name)) { return name; }
            }
            string chosen = global::System.Environment.GetEnvironmentVariable(Variable);
            if (!string.IsNullOrEmpty(chosen))
            {
                string path = global::System.IO.Directory.Exists(chosen) ? global::System.IO.Path.Combine(chosen, FileName) : chosen;
                if (global::System.IO.File.Exists(path)) { return global::System.IO.Path.GetFullPath(path); }
                problem = Variable + " is " + chosen + ", and there is no file " + path;
                return null;
            }
            foreach (string place in Places())
            {
                if (global::System.IO.File.Exists(place)) { return place; }
            }
            return FileName;
        }

        private static global::System.Collections.Generic.List<string> Places()
        {
            string folder = global::System.AppDomain.CurrentDomain.BaseDirectory;
            string machine = global::System.Runtime.InteropServices.RuntimeInformation.ProcessArchitecture
                == global::System.Runtime.InteropServices.Architecture.Arm64 ? "linux-arm64" : "linux-x64";
            global::System.Collections.Generic.List<string> places = new global::System.Collections.Generic.List<string>();
            places.Add(global::System.IO.Path.Combine(folder, FileName));
            places.Add(global::System.IO.Path.Combine(folder, "runtimes", machine, "native", FileName));
            foreach (string other in Host.Folders())
            {
                string place = global::System.IO.Path.Combine(other, FileName);
                if (!places.Contains(place)) { places.Add(place); }
            }
            return places;
        }

        private static void Open(string file)
        {
            bool isPath = file.IndexOf('/') >= 0;
            string reason;
            global::System.IntPtr library = Host.Open(file, out reason);
            if (library == global::System.IntPtr.Zero && !isPath) { library = Host.Open(FileName + ".0", out reason); }
            if (library == global::System.IntPtr.Zero)
            {
                problem = isPath
                    ? file + " cannot be loaded: " + reason
                    : FileName + " was not found. Set " + Variable + " to its path, or install it at one of these places: "
                        + string.Join(", ", Places()) + ", or where the system's loader finds it (" + reason + ")";
                return;
            }
            if (!Host.Has(library, "the_prefix_abi_version") || !Host.Has(library, "the_prefix_abi_fingerprint"))
            {
                problem = file + " is another library: it has no function the_prefix_abi_version";
                return;
            }
            Host.Use(library);
            Compare(file);
        }

        /// <summary>Refuses a library with another interface.</summary>
        [global::System.Runtime.CompilerServices.MethodImpl(global::System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
        private static void Compare(string file)
        {
            uint version = Interface.the_prefix_abi_version();
            ulong fingerprint = Interface.the_prefix_abi_fingerprint();
            if (version == 1 && fingerprint == Native_.Fingerprint) { return; }
            problem = "the C# sources were made for the interface " + Native_.Fingerprint.ToString("x16") + ", and " + file
                + " has the interface " + fingerprint.ToString("x16") + ": generate and build both again";
        }

        /// <summary>Ends the library's calls of this program before the runtime ends.</summary>
        private static void EndWithProcess()
        {
            global::System.AppDomain.CurrentDomain.ProcessExit += delegate
            {
                LibraryThreads_.BeginEnd();
                Native_.the_prefix_shutdown();
                LibraryThreads_.End();
            };
        }

        /// <summary>The functions that are called before the interface is known.</summary>
        private static class Interface
        {
            [global::System.Runtime.InteropServices.DllImport(Library, CallingConvention = global::System.Runtime.InteropServices.CallingConvention.Cdecl)]
            internal static extern uint the_prefix_abi_version();

            [global::System.Runtime.InteropServices.DllImport(Library, CallingConvention = global::System.Runtime.InteropServices.CallingConvention.Cdecl)]
            internal static extern ulong the_prefix_abi_fingerprint();
        }

        /// <summary>The libraries of the process.</summary>
        private static class Process
        {
            /// <summary>Whether a library with this name inside is loaded.</summary>
            internal static bool Has(string name)
            {
                const int nowWithoutLoading = 2 | 4;
                return OpenFile(global::System.Text.Encoding.UTF8.GetBytes(name + "\0"), nowWithoutLoading) != global::System.IntPtr.Zero;
            }

            [global::System.Runtime.InteropServices.DllImport("libdl.so.2", EntryPoint = "dlopen")]
            private static extern global::System.IntPtr OpenFile(byte[] path, int flags);
        }

#if NETCOREAPP
        /// <summary>The loader of .NET.</summary>
        private static class Host
        {
            internal static string Refusal() { return null; }

            /// <summary>The folders of native libraries that the host has found, for example in the packages of the program.</summary>
            internal static string[] Folders()
            {
                string folders = global::System.AppContext.GetData("NATIVE_DLL_SEARCH_DIRECTORIES") as string;
                return (folders ?? "").Split(new[] { ':' }, global::System.StringSplitOptions.RemoveEmptyEntries);
            }

            internal static global::System.IntPtr Open(string file, out string reason)
            {
                reason = null;
                try { return global::System.Runtime.InteropServices.NativeLibrary.Load(file); }
                catch (global::System.DllNotFoundException exception) { reason = exception.Message.Trim(); }
                catch (global::System.BadImageFormatException exception) { reason = exception.Message.Trim(); }
                // The last line is that of the system; those before it have general advice.
                reason = reason.Substring(reason.LastIndexOf('\n') + 1);
                return global::System.IntPtr.Zero;
            }

            internal static bool Has(global::System.IntPtr library, string function)
            {
                global::System.IntPtr address;
                return global::System.Runtime.InteropServices.NativeLibrary.TryGetExport(library, function, out address);
            }

            /// <summary>Makes the library that of the declared functions.</summary>
            internal static void Use(global::System.IntPtr library)
            {
                try
                {
                    global::System.Runtime.InteropServices.NativeLibrary.SetDllImportResolver(
                        typeof(Loader_).Assembly, (name, assembly, path) => name == Library ? library : global::System.IntPtr.Zero);
                }
                catch (global::System.InvalidOperationException)
                {
                    // An assembly has one resolver at most: another library's sources, or the program, have set theirs.
                    global::System.Runtime.Loader.AssemblyLoadContext.GetLoadContext(typeof(Loader_).Assembly).ResolvingUnmanagedDll +=
                        (assembly, name) => name == Library ? library : global::System.IntPtr.Zero;
                }
            }
        }
#else
        /// <summary>The loader of the C library, for mono.</summary>
        private static class Host
        {
            /// <summary>The reason for which this runtime cannot search functions as the declarations request; null for none.</summary>
            internal static string Refusal()
            {
                if (global::System.Type.GetType("Mono.Runtime") != null)
                {
                    // Mono ends a domain only when no thread has code of it; the library's threads stay.
                    return global::System.AppDomain.CurrentDomain.IsDefaultAppDomain()
                        ? null : "the library can be used in the first application domain of a process only";
                }
                return "these sources were compiled for mono: for .NET, compile them with the symbol NETCOREAPP, as dotnet build does";
            }

            internal static string[] Folders() { return new string[0]; }

            internal static global::System.IntPtr Open(string file, out string reason)
            {
                const int now = 2;
                const int global = 0x100;
                global::System.IntPtr library = OpenFile(Text(file), now | global);
                reason = library == global::System.IntPtr.Zero
                    ? global::System.Runtime.InteropServices.Marshal.PtrToStringAnsi(Error()) : null;
                return library;
            }

            internal static bool Has(global::System.IntPtr library, string function)
            {
                return Search(library, Text(function)) != global::System.IntPtr.Zero;
            }

            /// <summary>Its functions are global since it was opened.</summary>
            internal static void Use(global::System.IntPtr library) { }

            private static byte[] Text(string text) { return global::System.Text.Encoding.UTF8.GetBytes(text + "\0"); }

            [global::System.Runtime.InteropServices.DllImport("libdl.so.2", EntryPoint = "dlopen")]
            private static extern global::System.IntPtr OpenFile(byte[] path, int flags);

            [global::System.Runtime.InteropServices.DllImport("libdl.so.2", EntryPoint = "dlsym")]
            private static extern global::System.IntPtr Search(global::System.IntPtr library, byte[] name);

            [global::System.Runtime.InteropServices.DllImport("libdl.so.2", EntryPoint = "dlerror")]
            private static extern global::System.IntPtr Error();
        }
#endif
    }
