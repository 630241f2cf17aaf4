namespace HotShoe
{
    using System;
    using System.Runtime.InteropServices;

    /// <summary>
    /// Opens a camera plugin that is an assembly: <c>ring.dll</c>, beside <c>ring.so</c>, which is compiled from <c>plugin.c</c>. The
    /// library calls the method <c>Open</c> of its class <c>HotShoePlugin</c>:
    /// <code>
    /// public static class HotShoePlugin
    /// {
    ///     public static int Open(IntPtr request, int size) { return CameraPlugin.Open(request, size, text => new RingProvider()); }
    /// }
    /// </code>
    /// </summary>
    public static unsafe class CameraPlugin
    {
        /// <summary>The request of the native part of the plugin, which has the same structure.</summary>
        private struct Request
        {
            internal byte* Argument;
            internal void** Error;
        }

        /// <summary>Registers the provider that a function makes. An exception becomes the error that the user reads.</summary>
        /// <param name="request">the first argument of <c>HotShoePlugin.Open</c></param>
        /// <param name="size">the second one</param>
        /// <param name="makeProvider">receives the user's text after <c>=</c> in <c>--plugin ring.so=TEXT</c>; empty for none</param>
        /// <returns>the status for the library</returns>
        public static int Open(IntPtr request, int size, Func<string, ICameraProvider> makeProvider)
        {
            if (request == IntPtr.Zero || size < sizeof(Request)) { return Status_.InvalidArgument; }
            Request* opened = (Request*)request;
            try
            {
                PluginCameraProvider.Register(makeProvider(Texts_.Read(opened->Argument)));
                return Status_.Ok;
            }
            catch (Exception exception) { return Failure_.Return(exception, opened->Error); }
        }
    }
}
