// Two threads that change a variable of C.
using System.Runtime.InteropServices;
using System.Threading;

public static class Race
{
    [DllImport("race")]
    private static extern void bump();

    public static void Main()
    {
        Thread one = new Thread(bump);
        Thread other = new Thread(bump);
        one.Start();
        other.Start();
        one.Join();
        other.Join();
    }
}
