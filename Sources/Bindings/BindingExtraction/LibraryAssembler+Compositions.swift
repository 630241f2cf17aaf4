import BindingModel

extension LibraryAssembler {
    /// Makes the types that conform to all protocols of a composition conform to it.
    mutating func addCompositions() {
        for composition in resolver.compositions.sorted(by: { $0.spelling < $1.spelling }) {
            let parts = Set(composition.interfaces.map(\.usr))
            for var declaration in declarations.values where declaration.identifier != composition.identifier {
                guard parts.isSubset(of: table.refinements(of: declaration.identifier.usr)) else { continue }
                declaration.interfaces.append(composition.identifier)
                declarations[declaration.identifier] = declaration
            }
        }
    }
}
