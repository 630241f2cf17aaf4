/// The access of a call to a value that cannot be copied.
enum UniqueAccess {
    /// Statements that begin an access to the value in a box, and end it after the call.
    static func statements(_ box: String, isChanged: Bool) -> [String] {
        isChanged
            ? ["try \(box).change()", "defer { \(box).endChange() }"] : ["try \(box).borrow()", "defer { \(box).endBorrow() }"]
    }

    /// The value, moved out of its box; its handle is invalid afterwards.
    static func consumed(_ box: String, _ handle: HandleType, _ name: String) -> String {
        "\(box).consume(\(name).bits, Types.\(handle.word).number)"
    }
}
