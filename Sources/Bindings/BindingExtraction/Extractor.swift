public import BindingModel

/// Reads the public API of Swift modules.
///
/// A value: it keeps nothing between two calls. Thread-safe.
public struct Extractor: Sendable {
    private let request: ExtractionRequest

    public init(_ request: ExtractionRequest) {
        self.request = request
    }

    /// Builds what must be built, runs the toolchain's tools and reads what they say. Blocks for as long as that takes.
    ///
    /// - Throws: all problems that were found, when there is no library to give back.
    public func extract() throws(ExtractionError) -> Library {
        let toolchain = try Toolchain.locate(at: request.toolchainPath)
        let modules = try ModuleLocator(request: request, toolchain: toolchain).locate()
        let dumps = try toolchain.dump(request.modules + request.supportModules, in: modules)
        let table = SymbolTable(dumps, modules: request.modules, root: modules.root)
        let library = LibraryBuilder(table, request: request).build()
        guard library.declarationCount > 0 else {
            throw ExtractionError(
                .nothingPublic,
                "nothing is public in \(request.modules.joined(separator: ", ")): only public and open declarations are taken"
            )
        }
        return library
    }
}
