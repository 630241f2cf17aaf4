public import BindingModel

/// Extracts the public API of Swift modules.
///
/// A value without mutable state. **Thread-safe.**
public struct Extractor: Sendable {
    private let request: ExtractionRequest

    /// Creates an extractor for a request.
    public init(_ request: ExtractionRequest) {
        self.request = request
    }

    /// Builds the package if there is one, runs the toolchain's tools and parses their output. Blocks until all of that is
    /// done.
    ///
    /// - Throws: all problems that were found, if no library could be extracted.
    public func extract() throws(ExtractionError) -> Library {
        let toolchain = try Toolchain.locate(at: request.toolchainPath)
        let modules = try ModuleLocator(request: request, toolchain: toolchain).locate()
        let dumps = try toolchain.dump(request.modules + request.supportModules, in: modules)
        let table = SymbolTable(dumps, modules: request.modules, root: modules.root)
        let library = try LibraryBuilder(table, request: request).build()
        guard library.declarationCount > 0 else {
            throw ExtractionError(
                .nothingPublic,
                "nothing is public in \(request.modules.joined(separator: ", ")): only public and open declarations are taken"
            )
        }
        return library
    }
}
