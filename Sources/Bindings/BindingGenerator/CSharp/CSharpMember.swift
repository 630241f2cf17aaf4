import BindingModel

/// A member of a C# class.
struct CSharpMember {
    enum Kind: Equatable {
        case constructor
        case method
        case property
        case indexer
        case operation(String)
    }

    var kind: Kind
    var name: String
    let member: LoweredMember
    let call: LoweredCallable
    /// The setter of a property.
    var setter: LoweredCallable?
    var function: CSharpFunction
    /// Whether it is a member of the class, and not of its objects.
    let isStatic: Bool
    /// Whether it belongs to the class with the extensions of an interface or an enumeration.
    var isExtension = false
    /// The lowered function of the Swift declaration.
    var origin: Member? { call.function.origin }
}
