package import PTP

// Operation codes of EOS bodies. Codes and names: observed behaviour.
extension OperationCode {
    package static let eosGetStorageIDs = OperationCode(rawValue: 0x9101)
    package static let eosGetStorageInfo = OperationCode(rawValue: 0x9102)
    package static let eosGetObjectInfo = OperationCode(rawValue: 0x9103)
    package static let eosGetObject = OperationCode(rawValue: 0x9104)
    package static let eosDeleteObject = OperationCode(rawValue: 0x9105)
    package static let eosFormatStore = OperationCode(rawValue: 0x9106)
    package static let eosGetPartialObject = OperationCode(rawValue: 0x9107)
    package static let eosGetDeviceInfoEx = OperationCode(rawValue: 0x9108)
    package static let eosGetObjectInfoEx = OperationCode(rawValue: 0x9109)
    package static let eosGetThumbEx = OperationCode(rawValue: 0x910A)
    package static let eosSendPartialObject = OperationCode(rawValue: 0x910B)
    package static let eosSetObjectAttributes = OperationCode(rawValue: 0x910C)
    package static let eosGetObjectTime = OperationCode(rawValue: 0x910D)
    package static let eosSetObjectTime = OperationCode(rawValue: 0x910E)
    package static let eosRemoteRelease = OperationCode(rawValue: 0x910F)
    package static let eosSetDevicePropValueEx = OperationCode(rawValue: 0x9110)
    package static let eosGetRemoteMode = OperationCode(rawValue: 0x9113)
    package static let eosSetRemoteMode = OperationCode(rawValue: 0x9114)
    package static let eosSetEventMode = OperationCode(rawValue: 0x9115)
    package static let eosGetEvent = OperationCode(rawValue: 0x9116)
    package static let eosTransferComplete = OperationCode(rawValue: 0x9117)
    package static let eosCancelTransfer = OperationCode(rawValue: 0x9118)
    package static let eosResetTransfer = OperationCode(rawValue: 0x9119)
    package static let eosPCHDDCapacity = OperationCode(rawValue: 0x911A)
    package static let eosSetUILock = OperationCode(rawValue: 0x911B)
    package static let eosResetUILock = OperationCode(rawValue: 0x911C)
    package static let eosKeepDeviceOn = OperationCode(rawValue: 0x911D)
    package static let eosSetNullPacketMode = OperationCode(rawValue: 0x911E)
    package static let eosUpdateFirmware = OperationCode(rawValue: 0x911F)
    package static let eosTransferCompleteDT = OperationCode(rawValue: 0x9120)
    package static let eosCancelTransferDT = OperationCode(rawValue: 0x9121)
    package static let eosSetWftProfile = OperationCode(rawValue: 0x9122)
    package static let eosGetWftProfile = OperationCode(rawValue: 0x9123)
    package static let eosSetProfileToWft = OperationCode(rawValue: 0x9124)
    package static let eosBulbStart = OperationCode(rawValue: 0x9125)
    package static let eosBulbEnd = OperationCode(rawValue: 0x9126)
    package static let eosRequestDevicePropValue = OperationCode(rawValue: 0x9127)
    package static let eosRemoteReleaseOn = OperationCode(rawValue: 0x9128)
    package static let eosRemoteReleaseOff = OperationCode(rawValue: 0x9129)
    package static let eosRegistBackgroundImage = OperationCode(rawValue: 0x912A)
    package static let eosChangePhotoStudioMode = OperationCode(rawValue: 0x912B)
    package static let eosGetPartialObjectEx = OperationCode(rawValue: 0x912C)
    package static let eosResetMirrorLockupState = OperationCode(rawValue: 0x9130)
    package static let eosPopupBuiltinFlash = OperationCode(rawValue: 0x9131)
    package static let eosEndGetPartialObjectEx = OperationCode(rawValue: 0x9132)
    package static let eosMovieSelectSWOn = OperationCode(rawValue: 0x9133)
    package static let eosMovieSelectSWOff = OperationCode(rawValue: 0x9134)
    package static let eosGetCTGInfo = OperationCode(rawValue: 0x9135)
    package static let eosGetLensAdjust = OperationCode(rawValue: 0x9136)
    package static let eosSetLensAdjust = OperationCode(rawValue: 0x9137)
    package static let eosReadyToSendMusic = OperationCode(rawValue: 0x9138)
    package static let eosCreateHandle = OperationCode(rawValue: 0x9139)
    package static let eosSendPartialObjectEx = OperationCode(rawValue: 0x913A)
    package static let eosEndSendPartialObjectEx = OperationCode(rawValue: 0x913B)
    package static let eosSetCTGInfo = OperationCode(rawValue: 0x913C)
    package static let eosSetRequestOLCInfoGroup = OperationCode(rawValue: 0x913D)
    package static let eosSetRequestRollingPitchingLevel = OperationCode(rawValue: 0x913E)
    package static let eosGetCameraSupport = OperationCode(rawValue: 0x913F)
    package static let eosSetRating = OperationCode(rawValue: 0x9140)
    package static let eosRequestInnerDevelopStart = OperationCode(rawValue: 0x9141)
    package static let eosRequestInnerDevelopParamChange = OperationCode(rawValue: 0x9142)
    package static let eosRequestInnerDevelopEnd = OperationCode(rawValue: 0x9143)
    package static let eosGpsLoggingDataMode = OperationCode(rawValue: 0x9144)
    package static let eosGetGpsLogCurrentHandle = OperationCode(rawValue: 0x9145)
    package static let eosSetImageRecoveryData = OperationCode(rawValue: 0x9146)
    package static let eosGetImageRecoveryList = OperationCode(rawValue: 0x9147)
    package static let eosFormatImageRecoveryData = OperationCode(rawValue: 0x9148)
    package static let eosGetPresetLensAdjustParam = OperationCode(rawValue: 0x9149)
    package static let eosGetRawDispImage = OperationCode(rawValue: 0x914A)
    package static let eosSaveImageRecoveryData = OperationCode(rawValue: 0x914B)
    package static let eosRequestBLE = OperationCode(rawValue: 0x914C)
    package static let eosDrivePowerZoom = OperationCode(rawValue: 0x914D)
    package static let eosGetIptcData = OperationCode(rawValue: 0x914F)
    package static let eosSetIptcData = OperationCode(rawValue: 0x9150)
    package static let eosInitiateViewfinder = OperationCode(rawValue: 0x9151)
    package static let eosTerminateViewfinder = OperationCode(rawValue: 0x9152)
    package static let eosGetViewFinderData = OperationCode(rawValue: 0x9153)
    package static let eosDoAf = OperationCode(rawValue: 0x9154)
    package static let eosDriveLens = OperationCode(rawValue: 0x9155)
    package static let eosDepthOfFieldPreview = OperationCode(rawValue: 0x9156)
    package static let eosClickWB = OperationCode(rawValue: 0x9157)
    package static let eosZoom = OperationCode(rawValue: 0x9158)
    package static let eosZoomPosition = OperationCode(rawValue: 0x9159)
    package static let eosSetLiveAfFrame = OperationCode(rawValue: 0x915A)
    package static let eosTouchAfPosition = OperationCode(rawValue: 0x915B)
    package static let eosSetLvPcFlavorEditMode = OperationCode(rawValue: 0x915C)
    package static let eosSetLvPcFlavorEditParam = OperationCode(rawValue: 0x915D)
    package static let eosRequestSensorCleaning = OperationCode(rawValue: 0x915E)
    package static let eosAfCancel = OperationCode(rawValue: 0x9160)
    package static let eosSetManipulationToggleImageSide = OperationCode(rawValue: 0x9166)
    package static let eosGetLensSerialNumHistory = OperationCode(rawValue: 0x9167)
    package static let eosSetImageRecoveryDataEx = OperationCode(rawValue: 0x916B)
    package static let eosGetImageRecoveryListEx = OperationCode(rawValue: 0x916C)
    package static let eosCompleteAutoSendImages = OperationCode(rawValue: 0x916D)
    package static let eosNotifyAutoTransferStatus = OperationCode(rawValue: 0x916E)
    package static let eosGetReducedObject = OperationCode(rawValue: 0x916F)
    package static let eosGetObjectInfo64 = OperationCode(rawValue: 0x9170)
    package static let eosGetObject64 = OperationCode(rawValue: 0x9171)
    package static let eosGetPartialObject64 = OperationCode(rawValue: 0x9172)
    package static let eosGetObjectInfoEx64 = OperationCode(rawValue: 0x9173)
    package static let eosGetPartialObjectEx64 = OperationCode(rawValue: 0x9174)
    package static let eosCreateHandle64 = OperationCode(rawValue: 0x9175)
    package static let eosNotifySaveComplete = OperationCode(rawValue: 0x9177)
    package static let eosGetTranscodedBlock = OperationCode(rawValue: 0x9178)
    package static let eosTransferCompleteTranscodedBlock = OperationCode(rawValue: 0x9179)
    package static let eosSetRemoteErrLogMode = OperationCode(rawValue: 0x917B)
    package static let eosGetRemoteErrLogMode = OperationCode(rawValue: 0x917C)
    package static let eosGetDebugLogEx = OperationCode(rawValue: 0x917D)
    package static let eosNotifyEstimateNumberOfImport = OperationCode(rawValue: 0x9182)
    package static let eosNotifyNumberOfImported = OperationCode(rawValue: 0x9183)
    package static let eosNotifySizeOfPartialDataTransfer = OperationCode(rawValue: 0x9184)
    package static let eosNotifyFinish = OperationCode(rawValue: 0x9185)
    package static let eosGetWFTData = OperationCode(rawValue: 0x9186)
    package static let eosSetWFTData = OperationCode(rawValue: 0x9187)
    package static let eosChangeWFTSettingNumber = OperationCode(rawValue: 0x9188)
    package static let eosGetPictureStylePCFlavorParam = OperationCode(rawValue: 0x9189)
    package static let eosSetPictureStylePCFlavorParam = OperationCode(rawValue: 0x918A)
    package static let eosGetObjectURL = OperationCode(rawValue: 0x91AB)
    package static let eosSetCAssistMode = OperationCode(rawValue: 0x91AC)
    package static let eosGetCAssistPresetThumb = OperationCode(rawValue: 0x91AD)
    package static let eosSendWifiSetting = OperationCode(rawValue: 0x91B1)
    package static let eosSendWifiDetailSetting = OperationCode(rawValue: 0x91B2)
    package static let eosSetFELock = OperationCode(rawValue: 0x91B9)
    package static let eosDeleteWFTSettingNumber = OperationCode(rawValue: 0x91BA)
    package static let eosSetDefaultCameraSetting = OperationCode(rawValue: 0x91BE)
    package static let eosGetAEData = OperationCode(rawValue: 0x91BF)
    package static let eosSendHostInfo = OperationCode(rawValue: 0x91E4)
    package static let eosNotifyNetworkError = OperationCode(rawValue: 0x91E8)
    package static let eosAdapterTransferProgress = OperationCode(rawValue: 0x91E9)
    package static let eosTransferCompleteFTP = OperationCode(rawValue: 0x91F0)
    package static let eosCancelTransferFTP = OperationCode(rawValue: 0x91F1)
    package static let eosNotifyBtStatus = OperationCode(rawValue: 0x91F9)
    package static let eosSetAdapterBatteryReport = OperationCode(rawValue: 0x91FD)
    package static let eosFAPIMessageTX = OperationCode(rawValue: 0x91FE)
    package static let eosFAPIMessageRX = OperationCode(rawValue: 0x91FF)
    package static let eosEdgeFocusPosition = OperationCode(rawValue: 0x9200)
    package static let eosDriveFocusToEdge = OperationCode(rawValue: 0x9201)
    package static let eosDriveFocus = OperationCode(rawValue: 0x9202)
    package static let eosDVGetWavInfo = OperationCode(rawValue: 0x9401)
    package static let eosDVOverwriteContentsXML = OperationCode(rawValue: 0x9402)
    package static let eosDVGetTemplateXML = OperationCode(rawValue: 0x9403)
}

extension OperationCode: EOSCode {
    package static let eosNames: [UInt16: String] = [
        0x9101: "GetStorageIDs",
        0x9102: "GetStorageInfo",
        0x9103: "GetObjectInfo",
        0x9104: "GetObject",
        0x9105: "DeleteObject",
        0x9106: "FormatStore",
        0x9107: "GetPartialObject",
        0x9108: "GetDeviceInfoEx",
        0x9109: "GetObjectInfoEx",
        0x910A: "GetThumbEx",
        0x910B: "SendPartialObject",
        0x910C: "SetObjectAttributes",
        0x910D: "GetObjectTime",
        0x910E: "SetObjectTime",
        0x910F: "RemoteRelease",
        0x9110: "SetDevicePropValueEx",
        0x9113: "GetRemoteMode",
        0x9114: "SetRemoteMode",
        0x9115: "SetEventMode",
        0x9116: "GetEvent",
        0x9117: "TransferComplete",
        0x9118: "CancelTransfer",
        0x9119: "ResetTransfer",
        0x911A: "PCHDDCapacity",
        0x911B: "SetUILock",
        0x911C: "ResetUILock",
        0x911D: "KeepDeviceOn",
        0x911E: "SetNullPacketMode",
        0x911F: "UpdateFirmware",
        0x9120: "TransferCompleteDT",
        0x9121: "CancelTransferDT",
        0x9122: "SetWftProfile",
        0x9123: "GetWftProfile",
        0x9124: "SetProfileToWft",
        0x9125: "BulbStart",
        0x9126: "BulbEnd",
        0x9127: "RequestDevicePropValue",
        0x9128: "RemoteReleaseOn",
        0x9129: "RemoteReleaseOff",
        0x912A: "RegistBackgroundImage",
        0x912B: "ChangePhotoStudioMode",
        0x912C: "GetPartialObjectEx",
        0x9130: "ResetMirrorLockupState",
        0x9131: "PopupBuiltinFlash",
        0x9132: "EndGetPartialObjectEx",
        0x9133: "MovieSelectSWOn",
        0x9134: "MovieSelectSWOff",
        0x9135: "GetCTGInfo",
        0x9136: "GetLensAdjust",
        0x9137: "SetLensAdjust",
        0x9138: "ReadyToSendMusic",
        0x9139: "CreateHandle",
        0x913A: "SendPartialObjectEx",
        0x913B: "EndSendPartialObjectEx",
        0x913C: "SetCTGInfo",
        0x913D: "SetRequestOLCInfoGroup",
        0x913E: "SetRequestRollingPitchingLevel",
        0x913F: "GetCameraSupport",
        0x9140: "SetRating",
        0x9141: "RequestInnerDevelopStart",
        0x9142: "RequestInnerDevelopParamChange",
        0x9143: "RequestInnerDevelopEnd",
        0x9144: "GpsLoggingDataMode",
        0x9145: "GetGpsLogCurrentHandle",
        0x9146: "SetImageRecoveryData",
        0x9147: "GetImageRecoveryList",
        0x9148: "FormatImageRecoveryData",
        0x9149: "GetPresetLensAdjustParam",
        0x914A: "GetRawDispImage",
        0x914B: "SaveImageRecoveryData",
        0x914C: "RequestBLE",
        0x914D: "DrivePowerZoom",
        0x914F: "GetIptcData",
        0x9150: "SetIptcData",
        0x9151: "InitiateViewfinder",
        0x9152: "TerminateViewfinder",
        0x9153: "GetViewFinderData",
        0x9154: "DoAf",
        0x9155: "DriveLens",
        0x9156: "DepthOfFieldPreview",
        0x9157: "ClickWB",
        0x9158: "Zoom",
        0x9159: "ZoomPosition",
        0x915A: "SetLiveAfFrame",
        0x915B: "TouchAfPosition",
        0x915C: "SetLvPcFlavorEditMode",
        0x915D: "SetLvPcFlavorEditParam",
        0x915E: "RequestSensorCleaning",
        0x9160: "AfCancel",
        0x9166: "SetManipulationToggleImageSide",
        0x9167: "GetLensSerialNumHistory",
        0x916B: "SetImageRecoveryDataEx",
        0x916C: "GetImageRecoveryListEx",
        0x916D: "CompleteAutoSendImages",
        0x916E: "NotifyAutoTransferStatus",
        0x916F: "GetReducedObject",
        0x9170: "GetObjectInfo64",
        0x9171: "GetObject64",
        0x9172: "GetPartialObject64",
        0x9173: "GetObjectInfoEx64",
        0x9174: "GetPartialObjectEx64",
        0x9175: "CreateHandle64",
        0x9177: "NotifySaveComplete",
        0x9178: "GetTranscodedBlock",
        0x9179: "TransferCompleteTranscodedBlock",
        0x917B: "SetRemoteErrLogMode",
        0x917C: "GetRemoteErrLogMode",
        0x917D: "GetDebugLogEx",
        0x9182: "NotifyEstimateNumberOfImport",
        0x9183: "NotifyNumberOfImported",
        0x9184: "NotifySizeOfPartialDataTransfer",
        0x9185: "NotifyFinish",
        0x9186: "GetWFTData",
        0x9187: "SetWFTData",
        0x9188: "ChangeWFTSettingNumber",
        0x9189: "GetPictureStylePCFlavorParam",
        0x918A: "SetPictureStylePCFlavorParam",
        0x91AB: "GetObjectURL",
        0x91AC: "SetCAssistMode",
        0x91AD: "GetCAssistPresetThumb",
        0x91B1: "SendWifiSetting",
        0x91B2: "SendWifiDetailSetting",
        0x91B9: "SetFELock",
        0x91BA: "DeleteWFTSettingNumber",
        0x91BE: "SetDefaultCameraSetting",
        0x91BF: "GetAEData",
        0x91E4: "SendHostInfo",
        0x91E8: "NotifyNetworkError",
        0x91E9: "AdapterTransferProgress",
        0x91F0: "TransferCompleteFTP",
        0x91F1: "CancelTransferFTP",
        0x91F9: "NotifyBtStatus",
        0x91FD: "SetAdapterBatteryReport",
        0x91FE: "FAPIMessageTX",
        0x91FF: "FAPIMessageRX",
        0x9200: "EdgeFocusPosition",
        0x9201: "DriveFocusToEdge",
        0x9202: "DriveFocus",
        0x9401: "DVGetWavInfo",
        0x9402: "DVOverwriteContentsXML",
        0x9403: "DVGetTemplateXML",
    ]
}
