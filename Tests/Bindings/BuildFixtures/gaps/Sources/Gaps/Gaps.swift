import CGaps

/// Width times height.
public func area() -> Int { Int(gaps_width() * gaps_height()) }

/// A room, made to be implemented outside.
public protocol Room {
    /// Returns the width.
    func width() -> Int
}

/// A room with a height.
public protocol Hall: Room {
    /// Returns the height.
    func height() -> Int
}

/// The size of a room: that of a hall has a height.
public func size(of room: any Room) -> String {
    guard let hall = room as? any Hall else { return "\(room.width())" }
    return "\(hall.width()) x \(hall.height())"
}
