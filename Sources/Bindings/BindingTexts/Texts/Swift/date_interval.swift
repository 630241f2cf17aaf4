// swift-format-ignore-file

// MARK: DateInterval

func make_date_interval(start: Foundation.Date, end: Foundation.Date) throws(Status) -> Foundation.DateInterval {
    guard start <= end else { throw .invalidArgument }
    return Foundation.DateInterval(start: start, end: end)
}

