import Foundation

/// Loads what was built in processes of their own, as the programs do that use it.
struct Loading {
    /// A library that cannot be loaded, with the reason of the loader or of the interpreter.
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// A folder for the program that loads libraries.
    let folder: String

    /// Seconds for which loading may take: code of the package runs in it.
    private static let limit = 60.0

    private static let program = """
        #include <dlfcn.h>
        #include <stdio.h>
        int main(int count, char **words) {
            void *library = count > 1 ? dlopen(words[1], RTLD_NOW | RTLD_LOCAL) : NULL;
            if (!library) fprintf(stderr, "%s\\n", dlerror());
            return library ? 0 : 1;
        }

        """

    /// Loads a shared library with all functions that it needs, as a program in C does.
    ///
    /// - Parameters:
    ///   - path: The library.
    ///   - compiler: The compiler of C.
    /// - Throws: ``Failure`` if it cannot be loaded, or if the program that loads it does not compile.
    func load(_ path: String, compiler: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try PackageOverlay.write(Self.program, to: "\(folder)/load.c")
        let compilation = try ToolRun([compiler, "-x", "c", "\(folder)/load.c", "-o", "\(folder)/load", "-ldl"]).run()
        guard compilation.isSuccess else {
            throw Failure(description: "\(folder)/load.c, which loads the library, does not compile:\n\(compilation.reason)")
        }
        let absolute = URL(fileURLWithPath: path).standardizedFileURL.path
        let loading = try ToolRun(["\(folder)/load", absolute]).run(limit: Self.limit)
        guard loading.isSuccess else {
            throw Failure(description: "\(path) was built, but C programs cannot load it:\n\(loading.end)")
        }
    }

    /// Imports a package of Python, with its extension.
    ///
    /// - Parameters:
    ///   - package: The name of the package.
    ///   - path: The folder that contains it.
    ///   - python: The interpreter.
    /// - Throws: ``Failure`` if it cannot be imported.
    func load(package: String, in path: String, python: String) throws {
        let program = "import sys; sys.path.insert(0, sys.argv[1]); __import__(sys.argv[2])"
        let loading = try ToolRun([python, "-c", program, path, package]).run(limit: Self.limit)
        guard loading.isSuccess else {
            throw Failure(description: "\(path)/\(package) was built, but Python cannot import it:\n\(loading.end)")
        }
    }
}
