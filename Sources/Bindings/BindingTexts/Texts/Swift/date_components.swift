// swift-format-ignore-file

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

