import BindingModel

/// Builds the library of a request from the symbol table, in three steps: the types that the author chose, the declarations of the
/// modules, and what these refer to.
struct LibraryBuilder {
    private let symbols: LibrarySymbols
    private let request: ExtractionRequest

    init(_ table: SymbolTable, request: ExtractionRequest) {
        symbols = LibrarySymbols(table, modules: request.modules, supportModules: request.supportModules)
        self.request = request
    }

    /// Builds the library.
    ///
    /// - Throws: a problem for each requested specialization that is none.
    func build() throws(ExtractionError) -> Library {
        var resolver = TypeResolver(symbols)
        for symbol in ownTypes where symbol.genericParameters.isEmpty && symbols.problem(with: symbol.usr) == nil {
            resolver.requestDeclaration(for: TypeIdentifier(usr: symbol.usr))
        }
        let specializer = Specializer(chosen: try resolver.types(request.specializations))
        var assembler = LibraryAssembler(resolver, specializer)
        return assembler.library(named: request.libraryName)
    }

    /// The public types of the modules.
    private var ownTypes: [Symbol] {
        symbols.table.sorted.filter { $0.isPublic && $0.isType && request.modules.contains($0.module) }
    }
}
