import BindingModel

/// Values of Foundation that consist of several others.
extension ForeignType {
    /// An interval of time, whose end is not before its start.
    static let dateInterval = record(
        "DateInterval",
        "Interval of time. Its end is not before its start.",
        maker: "make_date_interval",
        [Field(name: "start", type: .date, label: "start"), Field(name: "end", type: .date, label: "end")]
    )

    /// The parts of a date. The calendar is left out.
    static let dateComponents = record(
        "DateComponents",
        "Parts of a date, each of which may be absent. The calendar is that of the library.",
        maker: "make_date_components",
        numbers.map { number($0) } + [optional("isLeapMonth", .bool), optional("timeZone", .adapted(timeZone))]
    )

    /// The parts of a date that are numbers, the most usual first.
    private static let numbers = [
        "year", "month", "day", "hour", "minute", "second", "nanosecond", "weekday", "weekdayOrdinal", "weekOfMonth",
        "weekOfYear", "yearForWeekOfYear", "quarter", "era",
    ]

    private static let timeZone = KnownTypes.adapted["s:10Foundation8TimeZoneV"]!

    private static func number(_ name: String) -> Field { optional(name, .integer(.int)) }

    private static func optional(_ name: String, _ type: BindingType) -> Field {
        Field(name: name, type: .optional(type), label: name, defaultValue: .null)
    }

    /// A number with a unit.
    static func measurement(_ unit: AdaptedType) -> ForeignType {
        record(
            "\(unit.name.dropFirst("Unit".count))Measurement",
            "Number with a unit, by its symbol such as `km` or its name in Swift such as `kilometers`.",
            spelling: "Foundation.Measurement<\(unit.spelling)>",
            [
                Field(name: "value", type: .double, label: "value"),
                Field(name: "unit", type: .adapted(unit), label: "unit"),
            ]
        )
    }

    private static func record(
        _ name: String,
        _ documentation: String,
        spelling: String? = nil,
        maker: String? = nil,
        _ fields: [Field]
    ) -> ForeignType {
        var declaration = TypeDeclaration(
            identifier: TypeIdentifier(usr: "foreign:\(name)"),
            module: "",
            systemModule: "Foundation",
            path: [name],
            spelling: spelling ?? "Foundation.\(name)",
            kind: .record(fields),
            conformances: [.equatable],
            notes: DeclarationNotes(documentation: documentation)
        )
        declaration.maker = maker
        return ForeignType(type: .named(declaration.identifier), declarations: [declaration], module: "Foundation")
    }
}

extension KnownTypes {
    static let measurement = "s:10Foundation11MeasurementV"

    /// Foundation's classes of units, by USR, as texts.
    static let units: [String: AdaptedType] = {
        var types: [String: AdaptedType] = [:]
        for name in AdaptedType.units.keys {
            types["s:10Foundation\(name.utf8.count)\(name)C"] = AdaptedType(
                .string,
                "Foundation.\(name)",
                name: name,
                module: "Foundation",
                property: "textOf\(name)",
                getter: "u\(name.dropFirst())",
                isFailable: true
            )
        }
        return types
    }()
}
