import BindingModel

/// Aliases, of the modules and of other libraries.
extension TypeResolver {
    /// Resolves an alias of the modules by its target.
    mutating func resolve(
        alias symbol: Symbol,
        _ name: NameSyntax,
        _ scope: Scope,
        _ place: TypePlace
    ) throws(Unrepresentable) -> BindingType {
        let declaration = try DeclarationParser.parse(symbol.fragments)
        guard let type = declaration.type else { throw Unrepresentable("what `\(name.name)` stands for is unknown") }
        var inner = scope
        for (parameter, argument) in zip(declaration.genericParameters, name.arguments) {
            inner.generics[parameter] = try resolve(argument, scope, .contained)
        }
        return try resolve(type, inner, place)
    }

    /// Resolves the target of an alias.
    mutating func follow(
        _ target: TypeSyntax,
        _ text: String,
        _ scope: Scope,
        _ place: TypePlace
    ) throws(Unrepresentable) -> BindingType {
        // An alias may be called as its target is: `CInterop.Mode` of C's `Mode`.
        guard expansion.begin(target) else { throw Unrepresentable("`\(text)` has no counterpart in other languages") }
        defer { expansion.end(target) }
        return try resolve(target, scope, place)
    }

    /// The target of an alias of another library, or of an associated type, in the words of its use.
    func target(of path: [NameSyntax], _ scope: Scope) -> TypeSyntax? {
        let name = path[path.count - 1].name
        var owner = path.dropLast().last?.usr
        if path.count == 1, case .named(let current) = scope.selfType { owner = current.usr }
        if let owner, let alias = table.facts[owner]?.aliases[name] { return alias }
        return table.aliasTargets[TypeSyntax.named(path).description]
    }
}
