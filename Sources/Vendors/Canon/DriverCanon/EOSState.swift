package import CameraModel
import DriverPTP
import Exposure
package import PTP
package import PTPCanon
import PTPProperties
import PictureFiles
import VendorKit

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
        /// A card was removed, with its files.
        case storageRemoved(StorageInfo.Identifier)
        case focus(OLCInfo.Focus)
        case notice(String)
    }

    /// The properties that the body has reported.
    var properties = ReportedProperties<PropertyContent>()
    private var isBusy = false
    /// Deviation of the exposure, as metered.
    private var exposure: ExposureCompensation?
    /// Whether the body is in focus, according to its displays.
    private var hasFocus = false

    package init() {}

    // MARK: Applying records

    /// Applies records. Returns the changed properties, each once, and the other changes in their order.
    package mutating func apply(_ records: [EventRecord]) -> (updates: [CameraUpdate], changes: [Change]) {
        var (codes, changes, others) = (Set<DevicePropCode>(), [Change](), Set<PropertyIdentifier>())
        for record in records {
            switch record {
            case .propertyChanged(let code, let content): if properties.set(code, content) { codes.insert(code) }
            case .offeredValuesChanged(let code, let values):
                let listed = values.contents(of: code, limit: ReportedProperties<PropertyContent>.valueLimit)
                if properties.list(listed, of: code) { codes.insert(code) }
            case .olcInfoChanged(let bytes): apply(bytes, &codes, &others, &changes)
            case .cameraStatusChanged(let status):
                isBusy = status == .busy
                others.insert(.readyForCapture)
            default: if let one = Self.change(record, isOnlyCopy: !destination.contains(.card)) { changes.append(one) }
            }
        }
        let states = codes.sorted().compactMap { state(of: $0) }
        var updates = (states + others.compactMap { state(of: $0) }).map { CameraUpdate.property($0) }
        let had = hasFocus
        for case .focus(let focus) in changes { hasFocus = focus == .found }
        if codes.contains(.eosFocusInfoEx) || hasFocus != had, let focus { updates.append(.focus(focus)) }
        return (updates, changes)
    }

    /// The focus areas of the body; nil if the body has not reported them.
    package var focus: FocusInfo? {
        if case .focusInfo(let info)? = properties[.eosFocusInfoEx] { info.areas(hasFocus: hasFocus) } else { nil }
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
        for (code, content) in info.properties where properties.set(code, content) { codes.insert(code) }
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
        case .storageStatusChanged, .storageInfoChanged, .storeAdded: .storages
        case .storeRemoved(let storage): .storageRemoved(StorageInfo.Identifier(storage.rawValue))
        case .willSoonShutDown(let seconds): .notice("the camera turns itself off in \(seconds) seconds")
        default: nil
        }
    }

    // MARK: Queries

    /// Returns the number of a property; nil if the body has not reported it or its value is no number.
    package func number(_ code: DevicePropCode) -> Int64? {
        if case .integer(let value) = properties[code] { value.integer() } else { nil }
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
        let table = EOSProperties.table
        var state = properties.state(of: code, as: table.identifier(code), vendorName: table.vendorName(code)) {
            Self.value($0, of: code)
        }
        // Bodies list no values of a text.
        if let length = EOSProperties.textLengths[code], state?.settable.isSettable == false {
            state?.settable = .text(maximumLength: length)
        }
        // A number without a meaning that the body does not list stands for "no value".
        if let value = state?.value, value.common == nil, let listed = state?.settable.values, !listed.isEmpty,
            !listed.contains(where: { $0.matches(value) }), EOSProperties.table[code]?.coding.label(value.code ?? 0) == nil
        {
            state?.value = nil
        }
        state?.endsWithConnection = table[code]?.endsWithConnection == true
        return state
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
        EOSProperties.table.code(property).flatMap { properties[$0] == nil ? nil : $0 }
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

    /// Plan of a picture with the present settings.
    func picturePlan(_ options: ShootOptions) -> PictureWait.Plan {
        let exposure = state(of: .shutterSpeed)?.value?.exposureTime ?? .zero
        var plan = PictureWait.Plan(files: expectedFiles, exposure: exposure, atLeast: options.timeLimit)
        plan.isSeries = number(.eosAEB) ?? 0 != 0
        plan.mayHaveNone = state(of: .mirrorLockup)?.value?.common == .boolean(true)
        return plan
    }

    /// Number of files per picture; nil if unknown, as for bursts and brackets.
    var expectedFiles: Int? {
        guard case .imageFormat(let format)? = properties[.eosImageFormat], number(.eosDriveMode) ?? 0 == 0,
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
