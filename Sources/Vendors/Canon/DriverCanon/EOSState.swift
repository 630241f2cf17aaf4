package import CameraModel
import DriverPTP
import Exposure
package import PTP
package import PTPCanon
import PTPProperties
import PictureFiles

/// State of a body from its event records, with its conversion into updates of the camera model. Pure.
package struct EOSState {
    /// A change that ``EOSConnection`` must process further.
    package enum Change: Equatable {
        case added(ItemInfo)
        case changed(ItemInfo)
        case removed(ItemInfo.Handle)
        /// The body requests the transfer of this file.
        case offered(TransferOffer)
        case storages
        case focus(OLCInfo.Focus)
        case notice(String)
    }

    /// Values of the properties, as received.
    package private(set) var contents: [DevicePropCode: PropertyContent] = [:]
    private var offered: [DevicePropCode: [PropertyContent]] = [:]
    /// Number of stored values of all properties' lists.
    private(set) var weight = 0
    private var isBusy = false
    /// Deviation of the exposure, as metered.
    private var exposure: ExposureCompensation?
    /// Whether the body is in focus, according to its displays.
    private var hasFocus = false

    /// Maximum number of stored properties; no body has as many.
    private static let propertyLimit = 2048
    /// Maximum number of listed values per property.
    static let valueLimit = 1024
    /// Maximum number of listed values over all properties.
    static let weightLimit = 1 << 16
    /// Maximum size of a value, in bytes: larger than any text, custom function setting or undocumented value.
    private static let contentLimit = 64 << 10

    package init() {}

    // MARK: Applying records

    /// Applies records. Returns the changed properties, each once, and the other changes in their order.
    package mutating func apply(_ records: [EventRecord]) -> (updates: [CameraUpdate], changes: [Change]) {
        var (codes, changes, others) = (Set<DevicePropCode>(), [Change](), Set<PropertyIdentifier>())
        for record in records {
            switch record {
            case .propertyChanged(let code, let content): if set(code, content) { codes.insert(code) }
            case .offeredValuesChanged(let code, let values):
                if offer(values, of: code) { codes.insert(code) }
            case .olcInfoChanged(let bytes): apply(bytes, &codes, &others, &changes)
            case .cameraStatusChanged(let status):
                isBusy = status == .busy
                others.insert(.readyForCapture)
            default: if let one = Self.change(record, isOnlyCopy: !destination.contains(.card)) { changes.append(one) }
            }
        }
        let properties = codes.sorted().compactMap { state(of: $0) }
        var updates = (properties + others.compactMap { state(of: $0) }).map { CameraUpdate.property($0) }
        let had = hasFocus
        for case .focus(let focus) in changes { hasFocus = focus == .found }
        if codes.contains(.eosFocusInfoEx) || hasFocus != had, let focus { updates.append(.focus(focus)) }
        return (updates, changes)
    }

    /// The focus areas of the body; nil if the body has not reported them.
    package var focus: FocusInfo? {
        if case .focusInfo(let info)? = contents[.eosFocusInfoEx] { info.areas(hasFocus: hasFocus) } else { nil }
    }

    /// Stores a value; returns `false` if it exceeds the memory limits.
    private mutating func set(_ code: DevicePropCode, _ content: PropertyContent) -> Bool {
        guard contents[code] != nil || contents.count < Self.propertyLimit else { return false }
        switch content {
        case .bytes(let bytes) where bytes.count > Self.contentLimit: return false
        case .text(let text) where text.utf8.count > Self.contentLimit: return false
        default: break
        }
        contents[code] = content
        return true
    }

    /// Stores the values that a property can have, up to ``valueLimit``; returns `false` if they exceed the total limit.
    private mutating func offer(_ values: OfferedValues, of code: DevicePropCode) -> Bool {
        guard offered[code] != nil || offered.count < Self.propertyLimit else { return false }
        let before = offered[code]?.count ?? 0
        let listed = values.contents(of: code, limit: Self.valueLimit)
        guard weight - before + listed.count <= Self.weightLimit else { return false }
        weight += listed.count - before
        offered[code] = listed
        return true
    }

    private mutating func apply(
        _ olc: [UInt8],
        _ codes: inout Set<DevicePropCode>,
        _ others: inout Set<PropertyIdentifier>,
        _ changes: inout [Change]
    ) {
        guard let version = number(.eosOLCInfoVersion).flatMap({ UInt32(exactly: $0) }),
            let info = try? OLCInfo(olc, version: version)
        else { return }
        for (code, content) in info.properties where set(code, content) { codes.insert(code) }
        if let exposure = info.exposure {
            self.exposure = exposure
            others.insert(.lightMeterReading)
        }
        if let focus = info.focus { changes.append(.focus(focus)) }
    }

    private static func change(_ record: EventRecord, isOnlyCopy: Bool) -> Change? {
        switch record {
        case .objectAdded(let object): .added(ItemInfo(object))
        case .objectInfoChanged(let object): .changed(ItemInfo(object))
        case .objectRemoved(let handle): .removed(ItemInfo.Handle(UInt64(handle.rawValue)))
        case .transferRequested(let transfer): .offered(TransferOffer(transfer, isOnlyCopy: isOnlyCopy))
        case .storageStatusChanged, .storageInfoChanged, .storeAdded, .storeRemoved: .storages
        case .willSoonShutDown(let seconds): .notice("the camera turns itself off in \(seconds) seconds")
        default: nil
        }
    }

    // MARK: Queries

    /// Returns the number of a property; nil if the body has not reported it or its value is no number.
    package func number(_ code: DevicePropCode) -> Int64? {
        if case .integer(let value) = contents[code] { value.integer() } else { nil }
    }

    /// Returns the state of a property; nil if the body has not reported it.
    package func state(of property: PropertyIdentifier) -> PropertyState? {
        switch property {
        case .readyForCapture: PropertyState(.readyForCapture, value: PropertyValue(.boolean(!isBusy)))
        case .lightMeterReading:
            exposure.map { PropertyState(.lightMeterReading, value: PropertyValue(.exposureCompensation($0))) }
        default: code(of: property).flatMap { state(of: $0) }
        }
    }

    private func state(of code: DevicePropCode) -> PropertyState? {
        guard let content = contents[code] else { return nil }
        var seen: Set<PropertyValue> = []
        let values = (offered[code] ?? []).compactMap { Self.value($0, of: code) }.filter { seen.insert($0).inserted }
        let identifier = EOSProperties.identifier(code)
        var vendorName: String?
        if case .vendor = identifier { vendorName = code.eosName }
        return PropertyState(
            identifier,
            value: Self.value(content, of: code),
            settable: values.isEmpty ? .none : .enumeration(values),
            vendorName: vendorName
        )
    }

    private static func value(_ content: PropertyContent, of code: DevicePropCode) -> PropertyValue? {
        switch content {
        case .text(let text): PropertyValue(text: text)
        case .bytes(let bytes) where bytes.count <= 8:
            PropertyValue(text: bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())
        default: EOSProperties.value(content, of: code)
        }
    }

    /// Returns the code of a property; nil if the body does not have it.
    package func code(of property: PropertyIdentifier) -> DevicePropCode? {
        let code: DevicePropCode? =
            if let row = EOSProperties[property] { row.code } else if case .vendor(let number) = property {
                UInt16(exactly: number).map { DevicePropCode(rawValue: $0) }
            } else { nil }
        return code.flatMap { contents[$0] == nil ? nil : $0 }
    }

    /// Returns the next of the listed values in the given direction; nil at the end and for properties without a list.
    package func stepped(_ code: DevicePropCode, _ direction: StepDirection) -> PropertyContent? {
        guard let values = offered[code], let content = contents[code], let index = values.firstIndex(of: content) else {
            return nil
        }
        let next = direction == .increment ? index + 1 : index - 1
        return values.indices.contains(next) ? values[next] : nil
    }

    // MARK: Pictures

    /// Destinations of pictures: the bits of CaptureDestination.
    struct Destination: OptionSet {
        let rawValue: Int64
        static let card = Destination(rawValue: 2)
        static let host = Destination(rawValue: 4)
    }

    /// The destination of pictures; the card if the body has not reported one.
    var destination: Destination { number(.eosCaptureDestination).map { Destination(rawValue: $0) } ?? .card }

    /// Number of files per picture; nil if unknown, as for bursts and brackets.
    var expectedFiles: Int? {
        guard case .imageFormat(let format)? = contents[.eosImageFormat], number(.eosDriveMode) ?? 0 == 0,
            number(.eosAEB) ?? 0 == 0
        else { return nil }
        let each = format.second == nil ? 1 : 2
        return destination.isSuperset(of: [.card, .host]) ? each * 2 : each
    }
}

extension ItemInfo {
    /// Converts an object record into an item.
    init(_ object: ObjectRecord) {
        let isFolder = object.format == .association
        self.init(
            handle: Handle(UInt64(object.handle.rawValue)),
            storage: StorageInfo.Identifier(object.storage.rawValue),
            parent: object.parent == .none || object.parent == .root ? nil : Handle(UInt64(object.parent.rawValue)),
            name: object.name.isEmpty ? "object \(object.handle)" : object.name,
            kind: isFolder ? .folder : Kind(fileName: object.name),
            size: isFolder ? nil : object.size
        )
    }
}

extension TransferOffer {
    /// Converts a transfer request of the body into an offer.
    init(_ transfer: TransferRecord, isOnlyCopy: Bool) {
        let ending = transfer.name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        self.init(
            identifier: Identifier(UInt64(transfer.handle.rawValue)),
            fileName: transfer.name,
            created: nil,
            available: [Available(representation: .original, predictedSize: transfer.size, fileExtension: ending)],
            isOnlyCopy: isOnlyCopy,
            mustBeExecuted: true,
            item: nil
        )
    }
}
