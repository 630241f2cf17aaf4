import CGaps

/// Width times height.
public func area() -> Int { Int(gaps_width() * gaps_height()) }
