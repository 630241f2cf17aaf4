// Checks the assembly for .NET in a package. Usage: Check ASSEMBLY DOCUMENTATION VERSION FOLDER: FOLDER has the assemblies of .NET.
// Prints each defect; the exit status is their number.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using System.Xml;
using Mono.Cecil;

public static class Check
{
    private static int defects;

    private static void Expect(bool condition, string text)
    {
        if (condition) { return; }
        Console.WriteLine(text);
        defects++;
    }

    private static IEnumerable<TypeDefinition> All(IEnumerable<TypeDefinition> types)
    {
        return types.SelectMany(type => new[] { type }.Concat(All(type.NestedTypes)));
    }

    private static string Name(TypeReference type) { return type.FullName.Replace('/', '.'); }

    /// <summary>The names of the assembly in documentation, without parameters.</summary>
    private static HashSet<string> Names(ModuleDefinition module)
    {
        HashSet<string> names = new HashSet<string>();
        foreach (TypeDefinition type in All(module.Types))
        {
            string own = Name(type);
            names.Add("T:" + own);
            foreach (MethodDefinition method in type.Methods)
            {
                string name = method.Name.Replace('.', '#') + (method.HasGenericParameters ? "``" + method.GenericParameters.Count : "");
                names.Add("M:" + own + "." + name);
            }
            foreach (PropertyDefinition property in type.Properties) { names.Add("P:" + own + "." + property.Name); }
            foreach (FieldDefinition field in type.Fields) { names.Add("F:" + own + "." + field.Name); }
            foreach (EventDefinition each in type.Events) { names.Add("E:" + own + "." + each.Name); }
        }
        return names;
    }

    /// <summary>The public types of .NET.</summary>
    private static HashSet<string> Others(string folder)
    {
        HashSet<string> names = new HashSet<string>();
        foreach (string path in Directory.GetFiles(folder, "System*.dll"))
        {
            ModuleDefinition module;
            try { module = ModuleDefinition.ReadModule(path); }
            catch (BadImageFormatException) { continue; }
            names.UnionWith(module.Types.Where(type => type.IsPublic).Select(type => "T:" + Name(type)));
        }
        return names;
    }

    private static void References(ModuleDefinition module, string folder)
    {
        // These exist where programs are compiled; others only where they run.
        foreach (AssemblyNameReference reference in module.AssemblyReferences)
        {
            Expect(
                !reference.Name.StartsWith("System.Private.") && reference.Name != "mscorlib"
                    && File.Exists(Path.Combine(folder, reference.Name + ".dll")) && reference.Version == new Version(8, 0, 0, 0),
                "reference to " + reference);
        }
        Expect(module.AssemblyReferences.Any(reference => reference.Name == "System.Runtime"), "no reference to System.Runtime");
        // Nothing is found by its name: programs can be trimmed.
        foreach (TypeReference type in module.GetTypeReferences())
        {
            bool isAttribute = type.Name.EndsWith("Attribute");
            Expect(
                (type.Namespace != "System.Reflection" || isAttribute || type.Name == "Assembly" || type.Name == "MemberInfo") && type.Namespace != "Microsoft.CSharp"
                    && type.FullName != "System.Activator",
                "use of " + type.FullName);
        }
        foreach (MemberReference member in module.GetMemberReferences())
        {
            Expect(
                member.Name != "GetDelegateForFunctionPointer" && member.Name != "CreateInstance" && member.Name != "MakeGenericType"
                    && member.DeclaringType.FullName != "System.Reflection.Assembly"
                    && (member.DeclaringType.FullName != "System.Reflection.MemberInfo" || member.Name == "get_Name"),
                "use of " + member.FullName);
        }
    }

    private static void Documentation(ModuleDefinition module, string path, string folder)
    {
        XmlDocument document = new XmlDocument();
        document.Load(path);
        Expect(document.SelectSingleNode("/doc/assembly/name").InnerText == "HotShoe", "the documentation is that of another assembly");
        HashSet<string> names = Names(module);
        HashSet<string> others = Others(folder);
        int count = 0;
        foreach (XmlNode node in document.SelectNodes("//@cref | /doc/members/member/@name"))
        {
            string plain = Regex.Replace(node.Value, @"\(.*$|~.*$", "");
            Expect(names.Contains(plain) || (node.Name == "cref" && others.Contains(plain)), "documentation of " + node.Value);
            count++;
        }
        Expect(count > 3000, "the documentation has " + count + " names");
    }

    public static int Main(string[] arguments)
    {
        DefaultAssemblyResolver resolver = new DefaultAssemblyResolver();
        resolver.AddSearchDirectory(arguments[3]);
        ModuleDefinition module = ModuleDefinition.ReadModule(arguments[0], new ReaderParameters { AssemblyResolver = resolver });
        string version = arguments[2];
        Expect(module.Assembly.Name.Version.ToString() == version + ".0", "version " + module.Assembly.Name.Version);
        foreach (string name in new[] { "AssemblyFileVersionAttribute", "AssemblyInformationalVersionAttribute" })
        {
            string value = module.Assembly.CustomAttributes.Where(each => each.AttributeType.Name == name)
                .Select(each => (string)each.ConstructorArguments[0].Value).SingleOrDefault();
            Expect(value == version || value == version + ".0", name + " " + value);
        }
        References(module, arguments[3]);
        Documentation(module, arguments[1], arguments[3]);
        return Math.Min(defects, 100);
    }
}
