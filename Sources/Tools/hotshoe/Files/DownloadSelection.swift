import CameraModel

/// Selects the files of a camera's cards to copy. Pure.
struct DownloadSelection {
    /// The decision for a file.
    enum Decision: Equatable {
        case copy
        case outsideDates
        case undated
    }

    var since: DateBound?
    var until: DateBound?

    private var hasDates: Bool { since != nil || until != nil }

    /// Returns the decision for a file.
    func decide(_ item: ItemInfo) -> Decision {
        if hasDates {
            guard let date = item.created else { return .undated }
            if let since, !since.isAtOrBefore(date) { return .outsideDates }
            if let until, !until.isAtOrAfter(date) { return .outsideDates }
        }
        return .copy
    }
}
