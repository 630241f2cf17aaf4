package import CameraModel
package import PTP

/// The objects of an object property list as items (MTP 1.1 § D.2.31). Pure.
package struct ListedObjects {
    fileprivate struct Object {
        var info = ObjectInfo(storage: StorageID(rawValue: 0), format: .undefined, filename: "", compressedSize: nil)
        var rating: Int?
        /// Properties that the list contains for this object.
        var known: Set<ObjectPropCode> = []
    }

    private var objects: [ObjectHandle: Object] = [:]

    package init(_ list: ObjectPropList) {
        for element in list.elements { objects[element.object, default: Object()].apply(element) }
    }

    /// The item for an object; nil if the list lacks a required property.
    package subscript(handle: ObjectHandle) -> ItemInfo? {
        guard let object = objects[handle],
            object.known.isSuperset(of: [.storageID, .objectFormat, .objectFileName, .parentObject]),
            object.info.format == .association || object.known.contains(.objectSize)
        else { return nil }
        var item = ItemInfo(handle, object.info)
        item.rating = object.rating
        return item
    }
}

extension ListedObjects.Object {
    /// Applies a property if its value has the expected type; ignores all other properties.
    fileprivate mutating func apply(_ element: ObjectPropList.Element) {
        let value = element.value
        let isApplied: Void? =
            switch element.code {
            case .storageID: value.integer().map { info.storage = StorageID(rawValue: $0) }
            case .objectFormat: value.integer().map { info.format = ObjectFormatCode(rawValue: $0) }
            case .protectionStatus: value.integer().map { info.protection = .init(rawValue: $0) }
            case .objectSize: value.integer().map { info.compressedSize = $0 }
            case .objectFileName: value.string.map { info.filename = $0 }
            case .parentObject: value.integer().map { info.parent = ObjectHandle(rawValue: $0) }
            case .dateCreated: value.string.map { info.captureDate = $0 }
            case .width: value.integer().map { info.imagePixelWidth = $0 }
            case .height: value.integer().map { info.imagePixelHeight = $0 }
            // Range 0 to 100 (MTP 1.1 § B.2.82).
            case .rating: value.integer(Int.self).map { rating = (min(max($0, 0), 100) + 10) / 20 }
            default: nil
            }
        if isApplied != nil { known.insert(element.code) }
    }
}
