import CameraModel
import DriverPTP
import HotShoeSupport
import PTP
import PTPPanasonic
import PTPProperties

/// State of a body: its properties, what must be read again, and the picture that is being taken. Pure.
struct PanasonicState {
    /// Properties that one or two operations return.
    enum Source: Hashable {
        /// A group of properties.
        case settings(DevicePropCode)
        /// The exposure in use.
        case exposure
        /// The destination of pictures.
        case destination
        /// The size of live view, and the sizes that it can have.
        case liveViewSize
        /// The answer to an event of the body; its content is not known.
        case event(UInt32)
    }

    /// The picture that is being taken.
    enum Picture: Equatable {
        case none
        /// This number of its files has not arrived in the body's memory; its files are counted.
        case counted(inMemory: Int)
        /// With an unknown number of files.
        case open
    }

    private var catalog = PropertyCatalog(PanasonicProperties.table)
    /// The number with which each known group is requested.
    private var requests: [DevicePropCode: DevicePropCode] = [:]
    private var waiting: [Source] = []
    private var isReading = false
    /// Callers that wait until everything has been read.
    private var readers: [Promise<Void, Never>] = []
    private(set) var picture = Picture.none
    /// The present size of live view, and those that it can have.
    private var sizes: (present: PanasonicLiveViewSize?, listed: [PanasonicLiveViewSize]) = (nil, [])

    /// Maximum number of sources that wait: the groups, and events of the body.
    private static let waitingLimit = 256

    // MARK: Properties

    /// Whether the body has described any group.
    var hasSettings: Bool { !requests.isEmpty }

    /// Applies a group and its values. Returns the state of its properties.
    mutating func described(
        _ group: DevicePropCode,
        by request: DevicePropCode,
        _ list: PanasonicPropertyList,
        _ values: PanasonicValueList
    ) -> [PropertyState] {
        requests[group] = request
        return list.members.compactMap { member in
            PanasonicProperties.description(member, values[member.code]).flatMap { store($0) }
        }
    }

    /// Applies readings. Returns the state of those that are numbers.
    mutating func reported(_ values: PanasonicValueList) -> [PropertyState] {
        values.values.compactMap { value in PanasonicProperties.reading(value).flatMap { store($0) } }
    }

    /// Applies the destination of pictures, which every body lists in the same way. Returns its state; nil for a reply without it.
    mutating func reportedDestination(_ values: PanasonicValueList) -> PropertyState? {
        guard let current = values[.panasonicDestination]?.numbers(.uint16).first else { return nil }
        let listed = PanasonicTables.destinations.values.compactMap { value in
            value.code.flatMap { .integer($0, as: .uint16) } as DataValue?
        }
        let form = PropForm.enumeration(listed.contains(current) ? listed : listed + [current])
        return store(DevicePropDesc(.panasonicDestination, isSettable: true, current: current, form: form))
    }

    private mutating func store(_ desc: DevicePropDesc) -> PropertyState? {
        catalog.hasRoom(for: desc) ? catalog.store(desc) : nil
    }

    /// Returns the state of a property; nil if the body has not reported it.
    func state(of identifier: PropertyIdentifier) -> PropertyState? { catalog.state(identifier) }

    /// Returns the code of a property; nil if the body does not have it.
    func code(_ identifier: PropertyIdentifier) -> DevicePropCode? { catalog.code(identifier) }

    /// Returns a value as the body has it; nil if the property cannot have it.
    func encode(_ value: PropertyValue, for identifier: PropertyIdentifier) -> DataValue? {
        catalog.encode(value, for: identifier)
    }

    /// Returns the next value in the list of a property; nil at its end.
    func stepped(_ identifier: PropertyIdentifier, _ direction: StepDirection) -> DataValue? {
        catalog.stepped(identifier, direction)
    }

    // MARK: The size of live view

    static let liveViewSize = PropertyIdentifier.vendor(code: DevicePropCode.panasonicLiveViewSize.rawValue)

    /// Applies the present size, and those that live view can have. Returns the property; nil without a present size.
    mutating func reportedSizes(_ present: PanasonicValueList, _ listed: PanasonicValueList) -> PropertyState? {
        sizes.listed = listed[.panasonicLiveViewSizes].map { PanasonicLiveViewSize.list($0.bytes) } ?? []
        sizes.present = present[.panasonicLiveViewSize].flatMap { PanasonicLiveViewSize($0.bytes) }
        guard let size = sizes.present else { return nil }
        return PropertyState(
            Self.liveViewSize,
            value: Self.value(size),
            settable: sizes.listed.isEmpty ? .none : .enumeration(sizes.listed.map(Self.value)),
            vendorName: DevicePropCode.panasonicLiveViewSize.name(by: .panasonic)
        )
    }

    private static func value(_ size: PanasonicLiveViewSize) -> PropertyValue {
        PropertyValue(code: Int64(bitPattern: size.number), label: size.label)
    }

    /// Returns a size that live view can have, by its value; nil for others.
    func liveViewSize(_ value: PropertyValue) -> PanasonicLiveViewSize? {
        sizes.listed.first { Int64(bitPattern: $0.number) == value.code }
    }

    /// Returns the next size in the list; nil at its end.
    func nextSize(_ direction: StepDirection) -> PanasonicLiveViewSize? {
        guard let present = sizes.present, let index = sizes.listed.firstIndex(of: present) else { return nil }
        let next = direction == .increment ? index + 1 : index - 1
        return sizes.listed.indices.contains(next) ? sizes.listed[next] : nil
    }

    // MARK: Reading again

    /// Returns what must be read again when a property, or its group, has changed. Nothing if the body has no such group.
    func sources(of code: DevicePropCode) -> [Source] {
        switch code {
        case .panasonicDestination, .panasonicSetupTarget: return [.destination]
        case .panasonicLiveViewSize, .panasonicLiveViewSizes: return [.liveViewSize]
        default: break
        }
        guard requests[code.panasonicGroup] != nil else {
            return code.panasonicGroup == .panasonicExposureInUse ? [.exposure] : []
        }
        let settings = Source.settings(code.panasonicGroup)
        return PanasonicGroups.exposure.contains(code.panasonicGroup) ? [settings, .exposure] : [settings]
    }

    /// Returns a group and those of the body that may change together with it, with the numbers by which they are requested.
    func requests(_ group: DevicePropCode) -> [(group: DevicePropCode, request: DevicePropCode)] {
        let groups = [group] + (PanasonicGroups.dependents[group] ?? []).filter { requests[$0] != nil }
        return groups.map { ($0, requests[$0] ?? $0) }
    }

    /// Something must be read again. Returns whether the caller does it. `done` is returned by ``popReading()`` when everything has been read.
    mutating func changed(_ sources: [Source], then done: Promise<Void, Never>? = nil) -> Bool {
        if let done { readers.append(done) }
        for source in sources where !waiting.contains(source) && waiting.count < Self.waitingLimit { waiting.append(source) }
        guard !isReading, !waiting.isEmpty || !readers.isEmpty else { return false }
        isReading = true
        return true
    }

    /// Next action of the task that reads.
    enum Reading {
        case read(Source)
        /// The task ends, after it has notified these callers.
        case end([Promise<Void, Never>])
    }

    /// Removes and returns what is read next.
    mutating func popReading() -> Reading {
        guard waiting.isEmpty else { return .read(waiting.removeFirst()) }
        defer { (isReading, readers) = (false, []) }
        return .end(readers)
    }

    // MARK: Pictures

    /// Destination of new pictures.
    var destination: ImageDestination {
        if case .imageDestination(let place)? = state(of: .imageDestination)?.value?.common { place } else { .camera }
    }

    /// Number of files of a picture in one place; nil if the drive mode may make several pictures, or the format is not known.
    private var filesInOnePlace: Int? {
        guard case .driveMode(let mode)? = state(of: .driveMode)?.value?.common, [.single, .timerCustom].contains(mode),
            let quality = state(of: .imageQuality)?.value, let code = quality.code, PanasonicTables.qualities[code] != nil
        else { return nil }
        return quality.label.utf8.contains(UInt8(ascii: "+")) ? 2 : 1
    }

    /// A picture is about to be taken. Returns the number of its files; nil if it is not known.
    mutating func pictureBegan() -> Int? {
        let (files, destination) = (filesInOnePlace, destination)
        picture = files.map { .counted(inMemory: destination == .camera ? 0 : $0) } ?? .open
        return files.map { $0 * (destination == .cameraAndHost ? 2 : 1) }
    }

    /// A file has arrived in the body's memory. Returns whether others may follow, for which the body has no room before this one has been
    /// fetched.
    mutating func fileArrived() -> Bool {
        switch picture {
        case .none: return false
        case .open: return true
        case .counted(let missing):
            picture = .counted(inMemory: max(0, missing - 1))
            return missing > 1
        }
    }

    /// The picture has been taken, or has failed.
    mutating func pictureEnded() { picture = .none }

    /// Whether a report of completion ends the picture: not while its files are counted, because bodies may send one for each file.
    var endsWithReport: Bool { if case .counted = picture { false } else { true } }
}
