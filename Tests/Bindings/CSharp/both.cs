// The sources of two libraries in one assembly.
using System;

public static class Both
{
    public static int Main()
    {
        using (Kitchen.Appliance appliance = new Kitchen.Appliance("oven"))
        using (HotShoe.CameraSimulator simulator = new HotShoe.CameraSimulator())
        {
            Console.WriteLine(appliance.Name + " " + simulator.IsPresent);
            return 0;
        }
    }
}
