import CameraModel

/// Selects the newest pictures of a card. Pure.
enum NewestPictures {
    /// Returns the elements that belong to the `count` newest pictures, in their order. Files with one name but for the ending, in one
    /// folder, are one picture. Files without a date are older than all others; of one date, the later in the order is newer.
    static func of<Element>(_ elements: [Element], _ count: Int, _ describe: (Element) -> (info: ItemInfo, path: String))
        -> [Element]
    {
        var dates: [String: Int64] = [:]
        var order: [String: Int] = [:]
        for (position, element) in elements.enumerated() {
            let (info, path) = describe(element)
            let key = key(path)
            dates[key] = max(dates[key] ?? .min, info.created?.millisecondsSince1970 ?? .min)
            order[key] = position
        }
        let newest = dates.keys.sorted { left, right in
            let (leftDate, rightDate) = (dates[left] ?? .min, dates[right] ?? .min)
            return leftDate == rightDate ? order[left] ?? 0 > order[right] ?? 0 : leftDate > rightDate
        }
        let kept = Set(newest.prefix(count))
        return elements.filter { kept.contains(key(describe($0).path)) }
    }

    /// The path without the ending.
    private static func key(_ path: String) -> String {
        guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return path }
        return String(path[..<dot])
    }
}
