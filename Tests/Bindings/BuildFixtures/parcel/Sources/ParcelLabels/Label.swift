public import Foundation
public import ParcelParts

/// The text on a parcel of a size. The module is in no product but a shared library.
public func label(for size: Size) -> String { "\(size.width) x \(size.height) x \(size.depth)" }

extension FileManager {
    /// The size of a parcel for a letter whose text is in a file: 1 mm high for each byte. The header of the module has the member,
    /// because it mentions a type of the package.
    public func size(ofLetter file: String) -> Size {
        Size(width: 220, height: 110, depth: contents(atPath: file)?.count ?? 0)
    }
}
