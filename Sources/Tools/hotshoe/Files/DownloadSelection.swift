import CameraModel

/// Selects the files of a camera's cards to copy. Pure.
struct DownloadSelection {
    /// The decision for a file.
    enum Decision: Equatable {
        case copy
        case outsideDates
        case undated
        /// A complete copy has the wanted name.
        case exists
    }

    var since: DateBound?
    var until: DateBound?
    var skipsExisting = false

    private var hasDates: Bool { since != nil || until != nil }

    /// Returns the decision for a file. `existingSize` is the size in bytes of the file with the wanted name on this computer;
    /// nil if there is none.
    func decide(_ item: ItemInfo, existingSize: UInt64?) -> Decision {
        if hasDates {
            guard let date = item.created else { return .undated }
            if let since, !since.isAtOrBefore(date) { return .outsideDates }
            if let until, !until.isAtOrAfter(date) { return .outsideDates }
        }
        if skipsExisting, let existingSize, existingSize == item.size { return .exists }
        return .copy
    }
}
