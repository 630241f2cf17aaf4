import BindingModel

/// Values of Foundation, for libraries that use them.
extension SupportText {
    /// The text for a class of units, a function that makes a value of its parts, or a type.
    static func foundationPart(_ name: String) -> String {
        switch name {
        case "make_date_interval": dateInterval
        case "make_date_components": dateComponents
        case "IndexSet": indexSet
        default: units(name, AdaptedType.units[name] ?? [])
        }
    }

    /// The conversion of the units of a class to texts and back.
    private static func units(_ name: String, _ units: [String]) -> String {
        let table = units.map { "    (\"\($0)\", .\($0)),\n" }.joined()
        return units_.replacing("@table\n", with: table).replacing("@lower", with: "u" + name.dropFirst())
            .replacing("@name", with: name)
    }

    private static let units_ = #"""

        // MARK: @name

        private var table_of_@name: [(name: Swift.String, unit: Foundation.@name)] { [
        @table
        ] }

        extension Foundation.@name {
            /// The symbol; the name for a unit whose symbol another one has.
            var textOf@name: Swift.String {
                let known = table_of_@name.first { $0.unit.isEqual(self) }
                guard let known, known.unit.symbol.@lower?.isEqual(known.unit) != true else { return symbol }
                return known.name
            }
        }

        extension Swift.String {
            /// The unit with this symbol or name.
            var @lower: Foundation.@name? {
                let table = table_of_@name
                return (table.first { $0.unit.symbol == self } ?? table.first { $0.name == self })?.unit
            }
        }

        """#

    private static let dateInterval = #"""

        // MARK: DateInterval

        func make_date_interval(start: Foundation.Date, end: Foundation.Date) throws(Status) -> Foundation.DateInterval {
            guard start <= end else { throw .invalidArgument }
            return Foundation.DateInterval(start: start, end: end)
        }

        """#

    private static let dateComponents = #"""

        // MARK: DateComponents

        func make_date_components(
            year: Swift.Int?, month: Swift.Int?, day: Swift.Int?, hour: Swift.Int?, minute: Swift.Int?, second: Swift.Int?,
            nanosecond: Swift.Int?, weekday: Swift.Int?, weekdayOrdinal: Swift.Int?, weekOfMonth: Swift.Int?, weekOfYear: Swift.Int?,
            yearForWeekOfYear: Swift.Int?, quarter: Swift.Int?, era: Swift.Int?, isLeapMonth: Swift.Bool?, timeZone: Foundation.TimeZone?
        ) throws(Status) -> Foundation.DateComponents {
            // With these numbers, Foundation marks a part as absent.
            let parts = [
                year, month, day, hour, minute, second, nanosecond, weekday, weekdayOrdinal, weekOfMonth, weekOfYear, yearForWeekOfYear,
                quarter, era,
            ]
            guard !parts.contains(Swift.Int.max) else { throw .invalidArgument }
            var made = Foundation.DateComponents(
                timeZone: timeZone, era: era, year: year, month: month, day: day, hour: hour, minute: minute, second: second,
                nanosecond: nanosecond, weekday: weekday, weekdayOrdinal: weekdayOrdinal, quarter: quarter, weekOfMonth: weekOfMonth,
                weekOfYear: weekOfYear, yearForWeekOfYear: yearForWeekOfYear)
            made.isLeapMonth = isLeapMonth
            return made
        }

        """#

    private static let indexSet = #"""

        // MARK: IndexSet

        extension Foundation.IndexSet {
            /// Creates a set; nil if a number is no index.
            init?(possible indices: [Swift.Int]) {
                guard indices.allSatisfy({ $0 >= 0 && $0 < Swift.Int.max }) else { return nil }
                self.init(indices)
            }
        }

        """#
}
