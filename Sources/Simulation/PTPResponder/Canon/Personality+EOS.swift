import CameraModel
import HotShoeSupport
import PTP
import PTPCanon
import PTPProperties

extension Personality {
    /// Canon EOS R5, a mirrorless body.
    public static let canonEOSR5 = eos(.r5)
    /// Canon EOS 80D, a body with a mirror.
    public static let canonEOS80D = eos(.d80)

    static let eosBodies = [canonEOSR5, canonEOS80D]

    /// Standard operations of such bodies. Canon's operations take pictures.
    private static let eosStandard: Set<OperationCode> = [
        .getDeviceInfo, .openSession, .closeSession, .getStorageIDs, .getStorageInfo, .getNumObjects, .getObjectHandles,
        .getObjectInfo, .getObject, .getThumb, .deleteObject, .sendObjectInfo, .sendObject, .formatStore, .setObjectProtection,
        .powerDown, .getDevicePropDesc, .getDevicePropValue, .setDevicePropValue, .getPartialObject, .getObjectPropsSupported,
        .getObjectPropDesc, .getObjectPropValue, .setObjectPropValue, .getObjectPropList,
    ]

    private static func eos(_ model: EOSModel) -> Personality {
        let standard = genericOperations.filter { eosStandard.contains($0.code) }
        let table = EOSPropertyTable(model)
        var personality = Personality(
            .canon,
            model.body,
            identity: Identity(manufacturer: "Canon Inc.", model: model.body.model, versionPrefix: "3-"),
            vendorExtensionVersion: 100,
            vendorExtensionDescription: "",
            operations: Dictionary(uniqueKeysWithValues: (standard + model.operations).map { ($0.code, $0) }),
            events: [.objectAdded, .objectRemoved, .storeAdded, .storeRemoved, .devicePropChanged, .eosRequestGetEvent],
            properties: [StandardProperties.batteryLevel],
            formats: FormatTable(
                byEnding: generic.formats.byEnding.merging([
                    "cr2": ObjectFormatCode(rawValue: 0xB103), "cr3": ObjectFormatCode(rawValue: 0xB108),
                ]) { $1 }
            )
        )
        personality.showsOtherProperties = false
        personality.ssdp = SSDPProfile(
            types: Vendor.canon.services.prefix { $0.purpose == .control }.map(\.type),
            server: "Camera OS/1.0 UPnP/1.0 Canon Device Discovery/1.0",
            path: "/upnp/CameraDevDesc.xml"
        )
        personality.makeVendorBody = { device in
            EOSBody(model, table, device)
        }
        return personality
    }
}

extension EOSBody {
    /// The data of GetDeviceInfoEx (0x9108).
    func deviceInfoEx() throws(Refusal) -> Answer {
        let events: [EventCode] = [
            .eosPropValueChanged, .eosAvailListChanged, .eosCameraStatusChanged, .eosObjectRemoved, .eosStorageInfoChanged,
            .eosStoreAdded, .eosStoreRemoved, .eosOLCInfoChanged,
        ]
        let objects: [EventCode] =
            model.recordForm == .short
            ? [.eosObjectAddedEx, .eosObjectInfoChangedEx, .eosRequestObjectTransfer]
            : [.eosObjectAddedEx64, .eosObjectInfoChangedEx64, .eosRequestObjectTransfer64]
        var info = DeviceInfoEx(events: (events + objects).sorted(), properties: table.rows.map(\.code).sorted())
        // The meaning of the third array is unknown, but libgphoto2 2.5 rejects an empty one.
        info.unexplained = [0]
        return try .dataset(info)
    }
}
