// The tests of the remote control without its window. Usage: ControllerTests [WORD]: those whose names contain a word.
using System;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Threading;
using HotShoe;

namespace RemoteControl.Tests
{
    public static class ControllerTests
    {
        private static readonly Type[] Suites = { typeof(ConnectionTests), typeof(SettingTests), typeof(LiveViewTests), typeof(PictureTests) };

        public static int Main(string[] arguments)
        {
            int count = 0, failures = 0;
            foreach (Type suite in Suites)
            {
                foreach (MethodInfo test in suite.GetMethods(BindingFlags.Public | BindingFlags.Static | BindingFlags.DeclaredOnly))
                {
                    if (arguments.Length > 0 && test.Name.IndexOf(arguments[0], StringComparison.Ordinal) < 0) { continue; }
                    count++;
                    string failure = Run(test) ?? Leak(test);
                    if (failure == null) { continue; }
                    failures++;
                    Console.WriteLine("FAILED " + suite.Name + "." + test.Name + ": " + failure);
                }
            }
            Console.WriteLine(count + " tests of the remote control, " + failures + " failed");
            return count > 0 && failures == 0 ? 0 : 1;
        }

        /// <summary>Runs a test on a new thread, so that no frame keeps its objects alive. Returns its failure, or null.</summary>
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static string Run(MethodInfo test)
        {
            string failure = null;
            Action body = (Action)Delegate.CreateDelegate(typeof(Action), test);
            Thread thread = new Thread(() =>
            {
                try { body(); }
                catch (Exception exception) { failure = exception.ToString(); }
            });
            thread.IsBackground = true;
            thread.Start();
            return thread.Join(TimeSpan.FromSeconds(120)) ? failure : "is not over after 120 s";
        }

        /// <summary>
        /// What a test leaks; null for nothing. Mono's collector also keeps what a number on a waiting thread's stack could refer to: there, objects
        /// are leaked if further runs of the test leave more and more of them.
        /// </summary>
        private static string Leak(MethodInfo test)
        {
            bool isMono = Type.GetType("Mono.Runtime") != null;
            long left = Left(isMono ? 3 : 0);
            for (int run = 0; run < 2 && left > 0; run++)
            {
                if (!isMono) { return left + " objects are left"; }
                string failure = Run(test);
                if (failure != null) { return failure; }
                long more = Left(left);
                if (more == 0) { return null; }
                left = more;
            }
            return left == 0 ? null : left + " objects are left, more with each run";
        }

        /// <summary>The number of objects of the library after collections; 0 for at most the permitted ones.</summary>
        private static long Left(long permitted)
        {
            for (int turn = 0; turn < 40; turn++)
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
                if (HotShoeLibrary.WaitForLiveHandles(permitted, TimeSpan.FromMilliseconds(turn < 5 ? 20 : 200))) { return 0; }
            }
            return HotShoeLibrary.LiveHandles;
        }
    }
}
