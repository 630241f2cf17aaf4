import CameraModel
import PTP
import PTPProperties

/// Properties of an object that an initiator is going to send. Pure.
struct NewObject: Equatable {
    var name = ""
    var isFolder: Bool
    /// Size in bytes; nil if the dataset cannot express it (4 GiB and more).
    var size: UInt64?
    var isProtected = false
    /// 0 to 5.
    var rating: Int?

    init(isFolder: Bool, size: UInt64?) {
        self.isFolder = isFolder
        self.size = size
    }

    init(_ info: ObjectInfo) throws(Refusal) {
        self.init(isFolder: info.format == .association, size: info.compressedSize)
        guard !info.filename.isEmpty else { throw Refusal(.invalidDataSet) }
        name = info.filename
        isProtected = info.protection == .readOnly
    }

    /// Parses the data of SendObjectPropList for a camera with these capabilities. The fourth parameter of a refusal is the
    /// index of the property.
    init(
        _ list: ObjectPropList,
        isFolder: Bool,
        size: UInt64,
        _ capabilities: CameraCapabilities
    ) throws(Refusal) {
        self.init(isFolder: isFolder, size: size)
        var seen: Set<ObjectPropCode> = []
        for (index, element) in list.elements.enumerated() {
            do throws(Refusal) {
                guard element.object == .none else { throw Refusal(.invalidObjectHandle) }
                guard seen.insert(element.code).inserted else { throw Refusal(.invalidMTPDataset) }
                try apply(element.code, element.value, capabilities)
            } catch { throw Refusal(error.code, [0, 0, 0, UInt32(clamping: index)]) }
        }
        guard !name.isEmpty else { throw Refusal(.invalidMTPDataset) }
    }

    private mutating func apply(_ code: ObjectPropCode, _ value: DataValue, _ capabilities: CameraCapabilities) throws(Refusal) {
        switch code {
        case .objectFileName:
            name = try Self.text(value)
            if name.isEmpty { throw Refusal(.invalidObjectPropValue) }
        // The display name is not stored; the camera sets the dates.
        case .name: _ = try Self.text(value)
        case .dateCreated, .dateModified:
            let text = try Self.text(value)
            guard text.isEmpty || CameraDate(ptp: text) != nil else { throw Refusal(.invalidObjectPropValue) }
        case .protectionStatus where capabilities.contains(.fileProtection): isProtected = try number(value, upTo: 1) == 1
        case .rating where capabilities.contains(.fileRating): rating = PTPDevice.stars(try number(value, upTo: 100))
        // Properties that the operation's parameters contain, or that follow from the file's bytes.
        case .storageID, .objectFormat, .objectSize, .parentObject, .persistentUniqueObjectIdentifier, .width, .height:
            throw Refusal(.invalidObjectPropCode)
        default: throw Refusal(.objectPropNotSupported)
        }
    }

    private static func text(_ value: DataValue) throws(Refusal) -> String {
        guard value.type == .string, let text = value.string else { throw Refusal(.invalidObjectPropFormat) }
        return text
    }

    /// Returns the value of a property that only files have.
    private func number(_ value: DataValue, upTo limit: UInt16) throws(Refusal) -> UInt16 {
        if isFolder { throw Refusal(.objectPropNotSupported) }
        guard value.type == .uint16, let number: UInt16 = value.integer() else { throw Refusal(.invalidObjectPropFormat) }
        guard number <= limit else { throw Refusal(.invalidObjectPropValue) }
        return number
    }
}
