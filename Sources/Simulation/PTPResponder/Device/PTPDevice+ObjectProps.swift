import CameraModel
import HotShoeSupport
import PTP

// Properties of objects (MTP 1.1 appendix B).

extension PTPDevice {
    private static let ofEveryObject: [ObjectPropCode] = [
        .storageID, .objectFormat, .protectionStatus, .objectSize, .objectFileName, .dateCreated, .dateModified, .parentObject,
        .persistentUniqueObjectIdentifier, .name,
    ]

    func objectProps(of format: ObjectFormatCode) -> [ObjectPropCode] {
        format.isImage || format == .undefined ? Self.ofEveryObject + [.width, .height, .rating] : Self.ofEveryObject
    }

    func objectPropDesc(_ request: OperationRequest) throws(Refusal) -> Answer {
        let code = ObjectPropCode(rawValue: UInt16(truncatingIfNeeded: request.parameters[0]))
        let format = ObjectFormatCode(rawValue: UInt16(truncatingIfNeeded: request.parameters[1]))
        guard objectProps(of: format).contains(code) else { throw Refusal(.objectPropNotSupported) }
        let value = Self.defaultValue(of: code)
        let isSettable: Bool
        var form = PropForm.none
        switch code {
        case .protectionStatus:
            isSettable = camera.capabilities.contains(.fileProtection)
            form = .enumeration([Self.number(0, .uint16), Self.number(1, .uint16)])
        case .rating:
            isSettable = camera.capabilities.contains(.fileRating)
            form = .range(minimum: Self.number(0, .uint16), maximum: Self.number(100, .uint16), step: Self.number(1, .uint16))
        case .objectFileName:
            // Initiators send the name of a new object only if this property is settable.
            isSettable = camera.capabilities.contains(.fileUpload)
        case .dateCreated, .dateModified:
            isSettable = false
            form = .dateTime
        default: isSettable = false
        }
        return try .dataset(ObjectPropDesc(code, isSettable: isSettable, defaultValue: value, form: form))
    }

    private static func number(_ number: Int, _ type: IntegerDataType) -> DataValue { .integer(number, as: type)! }

    private static func defaultValue(of code: ObjectPropCode) -> DataValue {
        switch code {
        case .storageID, .parentObject, .width, .height: number(0, .uint32)
        case .objectFormat, .protectionStatus, .rating: number(0, .uint16)
        case .objectSize: number(0, .uint64)
        case .persistentUniqueObjectIdentifier: number(0, .uint128)
        default: .string("")
        }
    }

    private func value(_ code: ObjectPropCode, of item: ItemInfo) -> DataValue? {
        switch code {
        case .storageID:
            let storage = camera.storages.first { $0.info.identifier == item.storage }.map { Self.identifier(of: $0.info) }
            return .integer(storage?.rawValue ?? 0, as: .uint32)
        case .objectFormat: return .integer(personality.formats.format(of: item).rawValue, as: .uint16)
        case .protectionStatus: return .integer(item.isProtected ? 1 : 0, as: .uint16)
        case .objectSize: return .integer(item.size ?? 0, as: .uint64)
        case .objectFileName, .name: return .string(item.name.asDatasetText())
        case .dateCreated, .dateModified: return .string(item.created.map(Self.text) ?? "")
        case .parentObject:
            let parent = item.parent.flatMap { parent in shared.withLock { $0.objects.reservedHandle(of: parent) } }
            return .integer(parent?.rawValue ?? 0, as: .uint32)
        case .persistentUniqueObjectIdentifier:
            return .integer(UInt128(item.storage.number) << 64 | UInt128(item.handle.number), as: .uint128)
        case .width: return .integer(UInt32(clamping: item.pixelSize?.width ?? 0), as: .uint32)
        case .height: return .integer(UInt32(clamping: item.pixelSize?.height ?? 0), as: .uint32)
        // One star is a fifth of the range.
        case .rating: return item.rating.map { Self.number($0 * 20, .uint16) }
        default: return nil
        }
    }

    func objectPropValue(_ request: OperationRequest) async throws(Refusal) -> Answer {
        let code = ObjectPropCode(rawValue: UInt16(truncatingIfNeeded: request.parameters[1]))
        let item = try await known(ObjectHandle(rawValue: request.parameters[0]))
        guard objectProps(of: personality.formats.format(of: item)).contains(code), let value = value(code, of: item) else {
            throw Refusal(.objectPropNotSupported)
        }
        do throws(DatasetError) { return .data(try value.encoded("ObjectPropValue")) } catch { throw Refusal(.generalError) }
    }

    func setObjectPropValue(_ request: OperationRequest, _ data: [UInt8]) async throws(Refusal) -> Answer {
        let handle = ObjectHandle(rawValue: request.parameters[0])
        let code = ObjectPropCode(rawValue: UInt16(truncatingIfNeeded: request.parameters[1]))
        let item = try await item(handle)
        guard objectProps(of: personality.formats.format(of: item)).contains(code) else { throw Refusal(.objectPropNotSupported) }
        // Renaming is not supported; the unchanged name is accepted.
        if code == .objectFileName, Self.value(in: data, .string)?.string == item.name.asDatasetText() { return .ok }
        guard code == .rating || code == .protectionStatus else { throw Refusal(.accessDenied) }
        guard let number: UInt16 = Self.value(in: data, .uint16)?.integer() else { throw Refusal(.invalidObjectPropFormat) }
        if code == .protectionStatus {
            guard number <= 1 else { throw Refusal(.invalidObjectPropValue) }
            try await protect(handle, .init(rawValue: number))
            return .ok
        }
        guard number <= 100 else { throw Refusal(.invalidObjectPropValue) }
        try await rate(handle, Self.stars(number))
        return .ok
    }

    /// Converts a rating of 0 to 100 into 0 to 5 stars.
    static func stars(_ number: UInt16) -> Int { (Int(number) + 10) / 20 }

    func rate(_ handle: ObjectHandle, _ rating: Int) async throws(Refusal) {
        var item = try await item(handle)
        try await use(.fileAccess)
        shared.withLock { $0.ownChange = .item(item.handle) }
        defer { shared.withLock { $0.ownChange = nil } }
        do throws(CameraError) { try await camera.item(item).setRating(rating) } catch {
            throw Refusal(error, storeIsReadOnly: isReadOnly(item.storage))
        }
        item.rating = rating
        let known = item
        shared.withLock { _ = $0.objects.update(known) }
    }

    /// GetObjectPropList. Parameters: object, format, property, group, depth (MTP 1.1 § D.2.31).
    func objectPropList(_ request: OperationRequest) async throws(Refusal) -> Answer {
        let parameters = request.parameters
        guard parameters[2] != 0 || parameters[3] == 0 else { throw Refusal(.specificationByGroupUnsupported) }
        guard parameters[2] != 0 else { throw Refusal(.parameterNotSupported) }
        let all: UInt32 = 0xFFFF_FFFF
        var handles: [ObjectHandle]
        switch (parameters[0], parameters[4]) {
        case (all, _), (0, all):
            handles = try await objectHandles(.init(.getObjectHandles, request.transaction, [all, parameters[1], 0]))
        case (0, 1):
            handles = try await objectHandles(.init(.getObjectHandles, request.transaction, [all, parameters[1], all]))
        case (let object, 0): handles = [ObjectHandle(rawValue: object)]
        case (let folder, 1):
            handles = try await objectHandles(.init(.getObjectHandles, request.transaction, [all, parameters[1], folder]))
        default: throw Refusal(.specificationByDepthUnsupported)
        }
        let offered = Set(shared.withLock { $0.objects.offeredHandles })
        handles.removeAll { offered.contains($0) }
        var list = ObjectPropList()
        for handle in handles {
            let item: ItemInfo
            do throws(Refusal) { item = try await known(handle) } catch {
                // Objects that were removed during the operation are left out of a list, but are an error for a single object.
                if handles.count > 1 { continue }
                throw error
            }
            let codes = objectProps(of: personality.formats.format(of: item))
            for code in codes where parameters[2] == all || UInt32(code.rawValue) == parameters[2] {
                if let value = value(code, of: item) { list.elements.append(.init(handle, code, value)) }
            }
        }
        return try .dataset(list)
    }
}
