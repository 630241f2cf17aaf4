package import PTP

// Record codes in the replies of EOS bodies to GetEvent (0x9116). Codes and names: observed behaviour.
extension EventCode {
    package static let eosRequestGetEvent = EventCode(rawValue: 0xC101)
    package static let eosRequestCancelTransferMA = EventCode(rawValue: 0xC180)
    package static let eosObjectAddedEx = EventCode(rawValue: 0xC181)
    package static let eosObjectRemoved = EventCode(rawValue: 0xC182)
    package static let eosRequestGetObjectInfoEx = EventCode(rawValue: 0xC183)
    package static let eosStorageStatusChanged = EventCode(rawValue: 0xC184)
    package static let eosStorageInfoChanged = EventCode(rawValue: 0xC185)
    package static let eosRequestObjectTransfer = EventCode(rawValue: 0xC186)
    package static let eosObjectInfoChangedEx = EventCode(rawValue: 0xC187)
    package static let eosObjectContentChanged = EventCode(rawValue: 0xC188)
    package static let eosPropValueChanged = EventCode(rawValue: 0xC189)
    package static let eosAvailListChanged = EventCode(rawValue: 0xC18A)
    package static let eosCameraStatusChanged = EventCode(rawValue: 0xC18B)
    package static let eosWillSoonShutdown = EventCode(rawValue: 0xC18D)
    package static let eosShutdownTimerUpdated = EventCode(rawValue: 0xC18E)
    package static let eosRequestCancelTransfer = EventCode(rawValue: 0xC18F)
    package static let eosRequestObjectTransferDT = EventCode(rawValue: 0xC190)
    package static let eosRequestCancelTransferDT = EventCode(rawValue: 0xC191)
    package static let eosStoreAdded = EventCode(rawValue: 0xC192)
    package static let eosStoreRemoved = EventCode(rawValue: 0xC193)
    package static let eosBulbExposureTime = EventCode(rawValue: 0xC194)
    package static let eosRecordingTime = EventCode(rawValue: 0xC195)
    package static let eosInnerDevelopParam = EventCode(rawValue: 0xC196)
    package static let eosRequestObjectTransferDevelop = EventCode(rawValue: 0xC197)
    package static let eosGPSLogOutputProgress = EventCode(rawValue: 0xC198)
    package static let eosGPSLogOutputComplete = EventCode(rawValue: 0xC199)
    package static let eosTouchTrans = EventCode(rawValue: 0xC19A)
    package static let eosRequestObjectTransferExInfo = EventCode(rawValue: 0xC19B)
    package static let eosPowerZoomInfoChanged = EventCode(rawValue: 0xC19D)
    package static let eosRequestPushMode = EventCode(rawValue: 0xC19F)
    package static let eosRequestObjectTransferTS = EventCode(rawValue: 0xC1A2)
    package static let eosAfResult = EventCode(rawValue: 0xC1A3)
    package static let eosCTGInfoCheckComplete = EventCode(rawValue: 0xC1A4)
    package static let eosOLCInfoChanged = EventCode(rawValue: 0xC1A5)
    package static let eosObjectAddedEx64 = EventCode(rawValue: 0xC1A7)
    package static let eosObjectInfoChangedEx64 = EventCode(rawValue: 0xC1A8)
    package static let eosRequestObjectTransfer64 = EventCode(rawValue: 0xC1A9)
    package static let eosRequestObjectTransferDT64 = EventCode(rawValue: 0xC1AA)
    package static let eosRequestObjectTransferFTP64 = EventCode(rawValue: 0xC1AB)
    package static let eosRequestObjectTransferInfoEx64 = EventCode(rawValue: 0xC1AC)
    package static let eosRequestObjectTransferMA64 = EventCode(rawValue: 0xC1AD)
    package static let eosImportError = EventCode(rawValue: 0xC1AF)
    package static let eosBlePairing = EventCode(rawValue: 0xC1B0)
    package static let eosRequestAutoSendImages = EventCode(rawValue: 0xC1B1)
    package static let eosRequestTranscodedBlockTransfer = EventCode(rawValue: 0xC1B2)
    package static let eosRequestCAssistImage = EventCode(rawValue: 0xC1B4)
    package static let eosHiFreqFlickerlessAutodetectResult = EventCode(rawValue: 0xC1B5)
    package static let eosObjectAddedEx64LFN = EventCode(rawValue: 0xC1B6)
    package static let eosObjectInfoChangedEx64LFN = EventCode(rawValue: 0xC1B7)
    package static let eosRequestObjectTransfer64LFN = EventCode(rawValue: 0xC1B8)
    package static let eosRequestObjectTransferFTP = EventCode(rawValue: 0xC1F1)
}

extension EventCode: EOSCode {
    package static let eosNames: [UInt16: String] = [
        0xC101: "RequestGetEvent",
        0xC180: "RequestCancelTransferMA",
        0xC181: "ObjectAddedEx",
        0xC182: "ObjectRemoved",
        0xC183: "RequestGetObjectInfoEx",
        0xC184: "StorageStatusChanged",
        0xC185: "StorageInfoChanged",
        0xC186: "RequestObjectTransfer",
        0xC187: "ObjectInfoChangedEx",
        0xC188: "ObjectContentChanged",
        0xC189: "PropValueChanged",
        0xC18A: "AvailListChanged",
        0xC18B: "CameraStatusChanged",
        0xC18D: "WillSoonShutdown",
        0xC18E: "ShutdownTimerUpdated",
        0xC18F: "RequestCancelTransfer",
        0xC190: "RequestObjectTransferDT",
        0xC191: "RequestCancelTransferDT",
        0xC192: "StoreAdded",
        0xC193: "StoreRemoved",
        0xC194: "BulbExposureTime",
        0xC195: "RecordingTime",
        0xC196: "InnerDevelopParam",
        0xC197: "RequestObjectTransferDevelop",
        0xC198: "GPSLogOutputProgress",
        0xC199: "GPSLogOutputComplete",
        0xC19A: "TouchTrans",
        0xC19B: "RequestObjectTransferExInfo",
        0xC19D: "PowerZoomInfoChanged",
        0xC19F: "RequestPushMode",
        0xC1A2: "RequestObjectTransferTS",
        0xC1A3: "AfResult",
        0xC1A4: "CTGInfoCheckComplete",
        0xC1A5: "OLCInfoChanged",
        0xC1A7: "ObjectAddedEx64",
        0xC1A8: "ObjectInfoChangedEx64",
        0xC1A9: "RequestObjectTransfer64",
        0xC1AA: "RequestObjectTransferDT64",
        0xC1AB: "RequestObjectTransferFTP64",
        0xC1AC: "RequestObjectTransferInfoEx64",
        0xC1AD: "RequestObjectTransferMA64",
        0xC1AF: "ImportError",
        0xC1B0: "BlePairing",
        0xC1B1: "RequestAutoSendImages",
        0xC1B2: "RequestTranscodedBlockTransfer",
        0xC1B4: "RequestCAssistImage",
        0xC1B5: "HiFreqFlickerlessAutodetectResult",
        0xC1B6: "ObjectAddedEx64LFN",
        0xC1B7: "ObjectInfoChangedEx64LFN",
        0xC1B8: "RequestObjectTransfer64LFN",
        0xC1F1: "RequestObjectTransferFTP",
    ]
}
