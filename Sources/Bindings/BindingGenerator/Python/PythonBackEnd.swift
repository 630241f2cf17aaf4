import BindingModel

/// The Python package: a C extension over the C interface, and Python over that.
struct PythonBackEnd: BackEnd {
    func files(for library: LoweredLibrary) -> [Generator.File] {
        let names = PythonNames(library)
        let package = PythonPackage(library, names)
        let folder = "python/\(PythonModules.package(library.prefix))"
        return [
            Generator.File(path: "python/setup.py", text: PackagingText.setup(library)),
            Generator.File(path: "\(folder)/__init__.py", text: package.initialisation),
            Generator.File(path: "\(folder)/_library.py", text: package.text()),
            Generator.File(path: "\(folder)/_loading.py", text: PythonText.loading(library)),
            Generator.File(path: "\(folder)/_native.c", text: ExtensionEmitter.text(library, names)),
            Generator.File(path: "\(folder)/_native.pyi", text: PackagingText.stub(library.prefix)),
            Generator.File(path: "\(folder)/_runtime.py", text: PythonText.runtime(library.prefix)),
            Generator.File(path: "\(folder)/py.typed", text: ""),
        ]
    }
}
