/// A series of pictures as JSON.
struct SeriesRecord: Encodable {
    let id: String
    let state: String
    let count: Int
    /// In seconds.
    let interval: Double
    let taken: Int
    let missed: Int
    let unreadable: Int
    /// Seconds since the first picture was due.
    let elapsed: Double
    /// Seconds until the next picture; nil while one is being taken and at the end.
    let next: Double?
    /// The estimated seconds until the end; nil if they are not known.
    let remaining: Double?
    let detail: String?
    let pictures: [PictureRecord]

    init(_ series: PictureSeries) {
        let progress = series.progress
        id = String(series.identifier)
        state = progress.phase.rawValue
        count = series.plan.count
        interval = series.plan.interval.inSeconds
        (taken, missed, unreadable) = (progress.taken, progress.missed, progress.unreadable)
        elapsed = series.elapsed.inSeconds
        next = series.untilNext?.inSeconds
        remaining = series.remaining?.inSeconds
        (detail, pictures) = (progress.detail, progress.pictures)
    }
}

extension Duration {
    /// The duration in seconds, to a millisecond.
    fileprivate var inSeconds: Double { (self / .milliseconds(1)).rounded() / 1000 }
}

/// A change of a series, as an event.
struct SeriesEvent: Encodable {
    let id: String
    let state: String
    let count: Int
    let taken: Int
    let missed: Int
    let detail: String?

    init(_ series: PictureSeries) {
        let progress = series.progress
        detail = progress.detail
        (id, state, count) = (String(series.identifier), progress.phase.rawValue, series.plan.count)
        (taken, missed) = (progress.taken, progress.missed)
    }
}

/// A change of tethering, as an event.
struct TetheringEvent: Encodable {
    let state: String
    let saved: Int
    let failed: Int

    init(_ progress: ServedTethering.Progress) { (state, saved, failed) = (progress.state, progress.saved, progress.failed) }
}
