// Makes an assembly that Debian's compiler has written the same for each build and, for .NET, refer to the assemblies that programs are
// compiled against. Usage: Retarget IN OUT [FOLDER]: FOLDER has the assemblies of the .NET for which OUT is made.
//
// The compiler cannot read those, so that IN was compiled with an older .NET's System.Private.CoreLib, to which it refers. Programs do not
// know this assembly: each of its types has a public place, such as System.Runtime, which forwards to it.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Mono.Cecil;

public static class Retarget
{
    /// <summary>The public place of each type: the assembly that declares it or forwards to it.</summary>
    private static Dictionary<string, AssemblyNameDefinition> Places(string folder)
    {
        Dictionary<string, AssemblyNameDefinition> places = new Dictionary<string, AssemblyNameDefinition>();
        // The facades for programs of other platforms have every type, and are the public place of none.
        string[] others = { "mscorlib", "netstandard", "System", "System.Core", "System.Data", "System.Drawing", "System.Xml", "WindowsBase" };
        foreach (string path in Directory.GetFiles(folder, "*.dll")
            .Where(path => !Path.GetFileName(path).StartsWith("System.Private.") && !others.Contains(Path.GetFileNameWithoutExtension(path)))
            .OrderBy(path => Path.GetFileName(path) != "System.Runtime.dll").ThenBy(path => path, StringComparer.Ordinal))
        {
            ModuleDefinition module;
            try { module = ModuleDefinition.ReadModule(path); }
            catch (BadImageFormatException) { continue; }
            IEnumerable<string> types = module.ExportedTypes.Where(type => type.IsForwarder).Select(type => type.FullName)
                .Concat(module.Types.Where(type => type.IsPublic).Select(type => type.FullName));
            foreach (string type in types.Where(type => !places.ContainsKey(type))) { places.Add(type, module.Assembly.Name); }
        }
        return places;
    }

    private static void Replace(ModuleDefinition module, Dictionary<string, AssemblyNameDefinition> places)
    {
        Dictionary<string, AssemblyNameReference> references = new Dictionary<string, AssemblyNameReference>();
        List<TypeReference> types = module.GetTypeReferences().Where(type => type.DeclaringType == null).ToList();
        module.AssemblyReferences.Clear();
        foreach (TypeReference type in types)
        {
            AssemblyNameDefinition place;
            if (!places.TryGetValue(type.FullName, out place))
            {
                throw new InvalidDataException(type.FullName + " is at no public place of .NET");
            }
            AssemblyNameReference reference;
            if (!references.TryGetValue(place.Name, out reference))
            {
                reference = new AssemblyNameReference(place.Name, place.Version) { PublicKeyToken = place.PublicKeyToken };
                references.Add(place.Name, reference);
                module.AssemblyReferences.Add(reference);
            }
            type.Scope = reference;
        }
    }

    public static int Main(string[] arguments)
    {
        DefaultAssemblyResolver resolver = new DefaultAssemblyResolver();
        if (arguments.Length > 2) { resolver.AddSearchDirectory(arguments[2]); }
        ReaderParameters reading = new ReaderParameters(ReadingMode.Immediate) { AssemblyResolver = resolver };
        using (ModuleDefinition module = ModuleDefinition.ReadModule(arguments[0], reading))
        {
            if (arguments.Length > 2)
            {
                Replace(module, Places(arguments[3]));
                // Values of enumerations in attributes are written with the type that these have there.
                resolver.RemoveSearchDirectory(arguments[2]);
                resolver.AddSearchDirectory(arguments[3]);
            }
            module.Write(arguments[1], new WriterParameters { DeterministicMvid = true, Timestamp = 0 });
        }
        return 0;
    }
}
