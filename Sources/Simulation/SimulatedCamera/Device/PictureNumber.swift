/// The number in the name of a picture, such as 12 in "IMG_0012.JPG". Pure.
enum PictureNumber {
    /// Returns the name with its four digits increased by `count`; 9999 is followed by 1. If the name has no four digits before
    /// its extension, the count is appended as a suffix.
    static func advance(_ name: String, by count: Int) -> String {
        guard count > 0 else { return name }
        let base = name.prefix { $0 != "." }
        let fileExtension = name.dropFirst(base.count)
        guard base.count >= 4, let number = Int(base.suffix(4)), number >= 0 else { return "\(base)-\(count)\(fileExtension)" }
        let digits = String((number - 1 + count) % 9999 + 1)
        return "\(base.dropLast(4))\(String(repeating: "0", count: 4 - digits.count))\(digits)\(fileExtension)"
    }
}
