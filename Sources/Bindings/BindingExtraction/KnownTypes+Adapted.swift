import BindingModel

// Types of the standard library and of Foundation that a simpler type represents.

extension KnownTypes {
    /// By USR, types without arguments.
    static let adapted: [String: AdaptedType] = {
        var types: [String: AdaptedType] = [
            "s:Ss": AdaptedType(.string, "Swift.Substring", name: "Substring"),
            "s:s7UnicodeO6ScalarV": AdaptedType(
                .integer(.uint32),
                "Swift.Unicode.Scalar",
                name: "Scalar",
                property: "value",
                isFailable: true
            ),
            "s:s7Float16V": AdaptedType(.float, "Swift.Float16", name: "Float16"),
        ]
        for module in ["10Foundation", "20FoundationEssentials", "12CoreGraphics", "14CoreFoundation"] {
            types["s:\(module)7CGFloatV"] = AdaptedType(.double, "Foundation.CGFloat", name: "CGFloat", module: "Foundation")
            types["s:\(module)7DecimalV"] = AdaptedType(
                .string,
                "Foundation.Decimal",
                name: "Decimal",
                module: "Foundation",
                label: "whole",
                property: "description",
                isFailable: true
            )
            types["s:\(module)16ComparisonResultO"] = AdaptedType(
                .integer(.int),
                "Foundation.ComparisonResult",
                name: "ComparisonResult",
                module: "Foundation",
                label: "rawValue",
                property: "rawValue",
                isFailable: true
            )
            types["s:\(module)6LocaleV"] = AdaptedType(
                .string,
                "Foundation.Locale",
                name: "Locale",
                module: "Foundation",
                label: "identifier",
                property: "identifier"
            )
            types["s:\(module)8TimeZoneV"] = AdaptedType(
                .string,
                "Foundation.TimeZone",
                name: "TimeZone",
                module: "Foundation",
                label: "identifier",
                property: "identifier",
                isFailable: true
            )
        }
        types["s:10Foundation8IndexSetV"] = AdaptedType(
            .set(.integer(.int)),
            "Foundation.IndexSet",
            name: "IndexSet",
            module: "Foundation",
            label: "possible",
            isFailable: true
        )
        types.merge(units) { first, _ in first }
        types["s:SS10FoundationE8EncodingV"] = AdaptedType(
            .integer(.uint),
            "Swift.String.Encoding",
            name: "Encoding",
            label: "rawValue",
            property: "rawValue"
        )
        types["s:SS20FoundationEssentialsE8EncodingV"] = types["s:SS10FoundationE8EncodingV"]
        return types
    }()

    /// Collections with the elements of an array, by USR.
    static let arrays: [String: String] = [
        "s:s10ArraySliceV": "ArraySlice", "s:s15ContiguousArrayV": "ContiguousArray",
    ]

    /// Protocols whose values have the elements of an array, by USR.
    static let collections: [String: String] = [
        sequence: "Sequence", collection: "Collection", bidirectionalCollection: "BidirectionalCollection",
        randomAccessCollection: "RandomAccessCollection",
    ]

    static let result = "s:s6ResultO"
}
