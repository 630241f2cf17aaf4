public import ParcelParts

/// The text on a parcel of a size. The module is in no product.
public func label(for size: Size) -> String { "\(size.width) x \(size.height) x \(size.depth)" }
