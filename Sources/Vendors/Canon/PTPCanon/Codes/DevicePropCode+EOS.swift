package import PTP

// Property codes of EOS bodies. Codes and names: observed behaviour.
extension DevicePropCode {
    package static let eosPowerZoomPosition = DevicePropCode(rawValue: 0xD055)
    package static let eosStrobeSettingSimple = DevicePropCode(rawValue: 0xD056)
    package static let eosConnectTrigger = DevicePropCode(rawValue: 0xD058)
    package static let eosChangeCameraMode = DevicePropCode(rawValue: 0xD059)
    package static let eosAperture = DevicePropCode(rawValue: 0xD101)
    package static let eosShutterSpeed = DevicePropCode(rawValue: 0xD102)
    package static let eosISOSpeed = DevicePropCode(rawValue: 0xD103)
    package static let eosExpCompensation = DevicePropCode(rawValue: 0xD104)
    package static let eosAutoExposureMode = DevicePropCode(rawValue: 0xD105)
    package static let eosDriveMode = DevicePropCode(rawValue: 0xD106)
    package static let eosMeteringMode = DevicePropCode(rawValue: 0xD107)
    package static let eosFocusMode = DevicePropCode(rawValue: 0xD108)
    package static let eosWhiteBalance = DevicePropCode(rawValue: 0xD109)
    package static let eosColorTemperature = DevicePropCode(rawValue: 0xD10A)
    package static let eosWhiteBalanceAdjustA = DevicePropCode(rawValue: 0xD10B)
    package static let eosWhiteBalanceAdjustB = DevicePropCode(rawValue: 0xD10C)
    package static let eosWhiteBalanceXA = DevicePropCode(rawValue: 0xD10D)
    package static let eosWhiteBalanceXB = DevicePropCode(rawValue: 0xD10E)
    package static let eosColorSpace = DevicePropCode(rawValue: 0xD10F)
    package static let eosPictureStyle = DevicePropCode(rawValue: 0xD110)
    package static let eosBatteryPower = DevicePropCode(rawValue: 0xD111)
    package static let eosBatterySelect = DevicePropCode(rawValue: 0xD112)
    package static let eosCameraTime = DevicePropCode(rawValue: 0xD113)
    package static let eosAutoPowerOff = DevicePropCode(rawValue: 0xD114)
    package static let eosOwner = DevicePropCode(rawValue: 0xD115)
    package static let eosModelID = DevicePropCode(rawValue: 0xD116)
    package static let eosPTPExtensionVersion = DevicePropCode(rawValue: 0xD119)
    package static let eosDPOFVersion = DevicePropCode(rawValue: 0xD11A)
    package static let eosAvailableShots = DevicePropCode(rawValue: 0xD11B)
    package static let eosCaptureDestination = DevicePropCode(rawValue: 0xD11C)
    package static let eosBracketMode = DevicePropCode(rawValue: 0xD11D)
    package static let eosCurrentStorage = DevicePropCode(rawValue: 0xD11E)
    package static let eosCurrentFolder = DevicePropCode(rawValue: 0xD11F)
    package static let eosImageFormat = DevicePropCode(rawValue: 0xD120)
    package static let eosImageFormatCF = DevicePropCode(rawValue: 0xD121)
    package static let eosImageFormatSD = DevicePropCode(rawValue: 0xD122)
    package static let eosImageFormatExtHD = DevicePropCode(rawValue: 0xD123)
    package static let eosRefocusState = DevicePropCode(rawValue: 0xD124)
    package static let eosCameraNickname = DevicePropCode(rawValue: 0xD125)
    package static let eosStroboExpCompositionControl = DevicePropCode(rawValue: 0xD126)
    package static let eosConnectStatus = DevicePropCode(rawValue: 0xD127)
    package static let eosLensBarrelStatus = DevicePropCode(rawValue: 0xD128)
    package static let eosSilentShutterSetting = DevicePropCode(rawValue: 0xD129)
    package static let eosLvAFEyeDetect = DevicePropCode(rawValue: 0xD12C)
    package static let eosAutoTransMobile = DevicePropCode(rawValue: 0xD12D)
    package static let eosURLSupportFormat = DevicePropCode(rawValue: 0xD12E)
    package static let eosSpecialAcc = DevicePropCode(rawValue: 0xD12F)
    package static let eosCompressionS = DevicePropCode(rawValue: 0xD130)
    package static let eosCompressionM1 = DevicePropCode(rawValue: 0xD131)
    package static let eosCompressionM2 = DevicePropCode(rawValue: 0xD132)
    package static let eosCompressionL = DevicePropCode(rawValue: 0xD133)
    package static let eosIntervalShootSetting = DevicePropCode(rawValue: 0xD134)
    package static let eosIntervalShootState = DevicePropCode(rawValue: 0xD135)
    package static let eosPushMode = DevicePropCode(rawValue: 0xD136)
    package static let eosLvCFilterKind = DevicePropCode(rawValue: 0xD137)
    package static let eosAEModeDial = DevicePropCode(rawValue: 0xD138)
    package static let eosAEModeCustom = DevicePropCode(rawValue: 0xD139)
    package static let eosMirrorUpSetting = DevicePropCode(rawValue: 0xD13A)
    package static let eosHighlightTonePriority = DevicePropCode(rawValue: 0xD13B)
    package static let eosAFSelectFocusArea = DevicePropCode(rawValue: 0xD13C)
    package static let eosHDRSetting = DevicePropCode(rawValue: 0xD13D)
    package static let eosTimeShootSetting = DevicePropCode(rawValue: 0xD13E)
    package static let eosNFCApplicationInfo = DevicePropCode(rawValue: 0xD13F)
    package static let eosPCWhiteBalance1 = DevicePropCode(rawValue: 0xD140)
    package static let eosPCWhiteBalance2 = DevicePropCode(rawValue: 0xD141)
    package static let eosPCWhiteBalance3 = DevicePropCode(rawValue: 0xD142)
    package static let eosPCWhiteBalance4 = DevicePropCode(rawValue: 0xD143)
    package static let eosPCWhiteBalance5 = DevicePropCode(rawValue: 0xD144)
    package static let eosMWhiteBalance = DevicePropCode(rawValue: 0xD145)
    package static let eosMWhiteBalanceEx = DevicePropCode(rawValue: 0xD146)
    package static let eosPowerZoomSpeed = DevicePropCode(rawValue: 0xD149)
    package static let eosNetworkServerRegion = DevicePropCode(rawValue: 0xD14A)
    package static let eosGPSLogCtrl = DevicePropCode(rawValue: 0xD14B)
    package static let eosGPSLogListNum = DevicePropCode(rawValue: 0xD14C)
    package static let eosPictureStyleStandard = DevicePropCode(rawValue: 0xD150)
    package static let eosPictureStylePortrait = DevicePropCode(rawValue: 0xD151)
    package static let eosPictureStyleLandscape = DevicePropCode(rawValue: 0xD152)
    package static let eosPictureStyleNeutral = DevicePropCode(rawValue: 0xD153)
    package static let eosPictureStyleFaithful = DevicePropCode(rawValue: 0xD154)
    package static let eosPictureStyleBlackWhite = DevicePropCode(rawValue: 0xD155)
    package static let eosPictureStyleAuto = DevicePropCode(rawValue: 0xD156)
    package static let eosPictureStyleExStandard = DevicePropCode(rawValue: 0xD157)
    package static let eosPictureStyleExPortrait = DevicePropCode(rawValue: 0xD158)
    package static let eosPictureStyleExLandscape = DevicePropCode(rawValue: 0xD159)
    package static let eosPictureStyleExNeutral = DevicePropCode(rawValue: 0xD15A)
    package static let eosPictureStyleExFaithful = DevicePropCode(rawValue: 0xD15B)
    package static let eosPictureStyleExBlackWhite = DevicePropCode(rawValue: 0xD15C)
    package static let eosPictureStyleExAuto = DevicePropCode(rawValue: 0xD15D)
    package static let eosPictureStyleExFineDetail = DevicePropCode(rawValue: 0xD15E)
    package static let eosPictureStyleUserSet1 = DevicePropCode(rawValue: 0xD160)
    package static let eosPictureStyleUserSet2 = DevicePropCode(rawValue: 0xD161)
    package static let eosPictureStyleUserSet3 = DevicePropCode(rawValue: 0xD162)
    package static let eosPictureStyleExUserSet1 = DevicePropCode(rawValue: 0xD163)
    package static let eosPictureStyleExUserSet2 = DevicePropCode(rawValue: 0xD164)
    package static let eosPictureStyleExUserSet3 = DevicePropCode(rawValue: 0xD165)
    package static let eosMovieAVModeFine = DevicePropCode(rawValue: 0xD166)
    package static let eosShutterReleaseCounter = DevicePropCode(rawValue: 0xD167)
    package static let eosAvailableImageSize = DevicePropCode(rawValue: 0xD168)
    package static let eosErrorHistory = DevicePropCode(rawValue: 0xD169)
    package static let eosLensExchangeHistory = DevicePropCode(rawValue: 0xD16A)
    package static let eosStroboExchangeHistory = DevicePropCode(rawValue: 0xD16B)
    package static let eosPictureStyleParam1 = DevicePropCode(rawValue: 0xD170)
    package static let eosPictureStyleParam2 = DevicePropCode(rawValue: 0xD171)
    package static let eosPictureStyleParam3 = DevicePropCode(rawValue: 0xD172)
    package static let eosMovieRecordVolumeLine = DevicePropCode(rawValue: 0xD174)
    package static let eosNetworkCommunicationMode = DevicePropCode(rawValue: 0xD175)
    package static let eosCanonLogGamma = DevicePropCode(rawValue: 0xD176)
    package static let eosSmartphoneShowImageConfig = DevicePropCode(rawValue: 0xD177)
    package static let eosHighISONoiseReduction = DevicePropCode(rawValue: 0xD178)
    package static let eosMovieServoAF = DevicePropCode(rawValue: 0xD179)
    package static let eosContinuousAFValid = DevicePropCode(rawValue: 0xD17A)
    package static let eosAttenuator = DevicePropCode(rawValue: 0xD17B)
    package static let eosUTCTime = DevicePropCode(rawValue: 0xD17C)
    package static let eosTimezone = DevicePropCode(rawValue: 0xD17D)
    package static let eosSummertime = DevicePropCode(rawValue: 0xD17E)
    package static let eosFlavorLUTParams = DevicePropCode(rawValue: 0xD17F)
    package static let eosCustomFunc1 = DevicePropCode(rawValue: 0xD180)
    package static let eosCustomFunc2 = DevicePropCode(rawValue: 0xD181)
    package static let eosCustomFunc3 = DevicePropCode(rawValue: 0xD182)
    package static let eosCustomFunc4 = DevicePropCode(rawValue: 0xD183)
    package static let eosCustomFunc5 = DevicePropCode(rawValue: 0xD184)
    package static let eosCustomFunc6 = DevicePropCode(rawValue: 0xD185)
    package static let eosCustomFunc7 = DevicePropCode(rawValue: 0xD186)
    package static let eosCustomFunc8 = DevicePropCode(rawValue: 0xD187)
    package static let eosCustomFunc9 = DevicePropCode(rawValue: 0xD188)
    package static let eosCustomFunc10 = DevicePropCode(rawValue: 0xD189)
    package static let eosCustomFunc11 = DevicePropCode(rawValue: 0xD18A)
    package static let eosCustomFunc12 = DevicePropCode(rawValue: 0xD18B)
    package static let eosCustomFunc13 = DevicePropCode(rawValue: 0xD18C)
    package static let eosCustomFunc14 = DevicePropCode(rawValue: 0xD18D)
    package static let eosCustomFunc15 = DevicePropCode(rawValue: 0xD18E)
    package static let eosCustomFunc16 = DevicePropCode(rawValue: 0xD18F)
    package static let eosCustomFunc17 = DevicePropCode(rawValue: 0xD190)
    package static let eosCustomFunc18 = DevicePropCode(rawValue: 0xD191)
    package static let eosCustomFunc19 = DevicePropCode(rawValue: 0xD192)
    package static let eosInnerDevelop = DevicePropCode(rawValue: 0xD193)
    package static let eosMultiAspect = DevicePropCode(rawValue: 0xD194)
    package static let eosMovieSoundRecord = DevicePropCode(rawValue: 0xD195)
    package static let eosMovieRecordVolume = DevicePropCode(rawValue: 0xD196)
    package static let eosWindCut = DevicePropCode(rawValue: 0xD197)
    package static let eosExtenderType = DevicePropCode(rawValue: 0xD198)
    package static let eosOLCInfoVersion = DevicePropCode(rawValue: 0xD199)
    package static let eosGPSDeviceActive = DevicePropCode(rawValue: 0xD19F)
    package static let eosCustomFuncEx = DevicePropCode(rawValue: 0xD1A0)
    package static let eosMyMenu = DevicePropCode(rawValue: 0xD1A1)
    package static let eosMyMenuList = DevicePropCode(rawValue: 0xD1A2)
    package static let eosWftStatus = DevicePropCode(rawValue: 0xD1A3)
    package static let eosWftInputTransmission = DevicePropCode(rawValue: 0xD1A4)
    package static let eosHDDirectoryStructure = DevicePropCode(rawValue: 0xD1A5)
    package static let eosBatteryInfo = DevicePropCode(rawValue: 0xD1A6)
    package static let eosAdapterInfo = DevicePropCode(rawValue: 0xD1A7)
    package static let eosLensStatus = DevicePropCode(rawValue: 0xD1A8)
    package static let eosQuickReviewTime = DevicePropCode(rawValue: 0xD1A9)
    package static let eosCardExtension = DevicePropCode(rawValue: 0xD1AA)
    package static let eosTempStatus = DevicePropCode(rawValue: 0xD1AB)
    package static let eosShutterCounter = DevicePropCode(rawValue: 0xD1AC)
    package static let eosSpecialOption = DevicePropCode(rawValue: 0xD1AD)
    package static let eosPhotoStudioMode = DevicePropCode(rawValue: 0xD1AE)
    package static let eosSerialNumber = DevicePropCode(rawValue: 0xD1AF)
    package static let eosEVFOutputDevice = DevicePropCode(rawValue: 0xD1B0)
    package static let eosEVFMode = DevicePropCode(rawValue: 0xD1B1)
    package static let eosDepthOfFieldPreview = DevicePropCode(rawValue: 0xD1B2)
    package static let eosEVFSharpness = DevicePropCode(rawValue: 0xD1B3)
    package static let eosEVFWBMode = DevicePropCode(rawValue: 0xD1B4)
    package static let eosEVFClickWBCoeffs = DevicePropCode(rawValue: 0xD1B5)
    package static let eosEVFColorTemp = DevicePropCode(rawValue: 0xD1B6)
    package static let eosExposureSimMode = DevicePropCode(rawValue: 0xD1B7)
    package static let eosEVFRecordStatus = DevicePropCode(rawValue: 0xD1B8)
    package static let eosLvAfSystem = DevicePropCode(rawValue: 0xD1BA)
    package static let eosMovSize = DevicePropCode(rawValue: 0xD1BB)
    package static let eosLvViewTypeSelect = DevicePropCode(rawValue: 0xD1BC)
    package static let eosMirrorDownStatus = DevicePropCode(rawValue: 0xD1BD)
    package static let eosMovieParam = DevicePropCode(rawValue: 0xD1BE)
    package static let eosMirrorLockupState = DevicePropCode(rawValue: 0xD1BF)
    package static let eosFlashChargingState = DevicePropCode(rawValue: 0xD1C0)
    package static let eosAloMode = DevicePropCode(rawValue: 0xD1C1)
    package static let eosFixedMovie = DevicePropCode(rawValue: 0xD1C2)
    package static let eosOneShotRawOn = DevicePropCode(rawValue: 0xD1C3)
    package static let eosErrorForDisplay = DevicePropCode(rawValue: 0xD1C4)
    package static let eosAEModeMovie = DevicePropCode(rawValue: 0xD1C5)
    package static let eosBuiltinStroboMode = DevicePropCode(rawValue: 0xD1C6)
    package static let eosStroboDispState = DevicePropCode(rawValue: 0xD1C7)
    package static let eosStroboETTL2Metering = DevicePropCode(rawValue: 0xD1C8)
    package static let eosContinuousAFMode = DevicePropCode(rawValue: 0xD1C9)
    package static let eosMovieParam2 = DevicePropCode(rawValue: 0xD1CA)
    package static let eosStroboExpComposition = DevicePropCode(rawValue: 0xD1CB)
    package static let eosMovieParam3 = DevicePropCode(rawValue: 0xD1CC)
    package static let eosMovieParam4 = DevicePropCode(rawValue: 0xD1CD)
    package static let eosLVMedicalRotate = DevicePropCode(rawValue: 0xD1CF)
    package static let eosArtist = DevicePropCode(rawValue: 0xD1D0)
    package static let eosCopyright = DevicePropCode(rawValue: 0xD1D1)
    package static let eosBracketValue = DevicePropCode(rawValue: 0xD1D2)
    package static let eosFocusInfoEx = DevicePropCode(rawValue: 0xD1D3)
    package static let eosDepthOfField = DevicePropCode(rawValue: 0xD1D4)
    package static let eosBrightness = DevicePropCode(rawValue: 0xD1D5)
    package static let eosLensAdjustParams = DevicePropCode(rawValue: 0xD1D6)
    package static let eosEFComp = DevicePropCode(rawValue: 0xD1D7)
    package static let eosLensName = DevicePropCode(rawValue: 0xD1D8)
    package static let eosAEB = DevicePropCode(rawValue: 0xD1D9)
    package static let eosStroboSetting = DevicePropCode(rawValue: 0xD1DA)
    package static let eosStroboWirelessSetting = DevicePropCode(rawValue: 0xD1DB)
    package static let eosStroboFiring = DevicePropCode(rawValue: 0xD1DC)
    package static let eosLensID = DevicePropCode(rawValue: 0xD1DD)
    package static let eosLCDBrightness = DevicePropCode(rawValue: 0xD1DE)
    package static let eosCADarkBright = DevicePropCode(rawValue: 0xD1DF)
    package static let eosCAssistPreset = DevicePropCode(rawValue: 0xD201)
    package static let eosCAssistBrightness = DevicePropCode(rawValue: 0xD202)
    package static let eosCAssistContrast = DevicePropCode(rawValue: 0xD203)
    package static let eosCAssistSaturation = DevicePropCode(rawValue: 0xD204)
    package static let eosCAssistColorBA = DevicePropCode(rawValue: 0xD205)
    package static let eosCAssistColorMG = DevicePropCode(rawValue: 0xD206)
    package static let eosCAssistMonochrome = DevicePropCode(rawValue: 0xD207)
    package static let eosFocusShiftSetting = DevicePropCode(rawValue: 0xD208)
    package static let eosMovieSelfTimer = DevicePropCode(rawValue: 0xD209)
    package static let eosClarity = DevicePropCode(rawValue: 0xD20B)
    package static let eosSecondHDRSetting = DevicePropCode(rawValue: 0xD20C)
    package static let eosMovieParam5 = DevicePropCode(rawValue: 0xD20D)
    package static let eosHDRViewAssistModeRec = DevicePropCode(rawValue: 0xD20E)
    package static let eosPropFinderAFFrame = DevicePropCode(rawValue: 0xD214)
    package static let eosVariableMovieRecSetting = DevicePropCode(rawValue: 0xD215)
    package static let eosPropAutoRotate = DevicePropCode(rawValue: 0xD216)
    package static let eosMFPeakingSetting = DevicePropCode(rawValue: 0xD217)
    package static let eosMovieSpatialOversampling = DevicePropCode(rawValue: 0xD218)
    package static let eosMovieCropMode = DevicePropCode(rawValue: 0xD219)
    package static let eosShutterType = DevicePropCode(rawValue: 0xD21A)
    package static let eosWFTBatteryPower = DevicePropCode(rawValue: 0xD21B)
    package static let eosBatteryInfoEx = DevicePropCode(rawValue: 0xD21C)
}

extension DevicePropCode: EOSCode {
    package static let eosNames: [UInt16: String] = [
        0xD055: "PowerZoomPosition",
        0xD056: "StrobeSettingSimple",
        0xD058: "ConnectTrigger",
        0xD059: "ChangeCameraMode",
        0xD101: "Aperture",
        0xD102: "ShutterSpeed",
        0xD103: "ISOSpeed",
        0xD104: "ExpCompensation",
        0xD105: "AutoExposureMode",
        0xD106: "DriveMode",
        0xD107: "MeteringMode",
        0xD108: "FocusMode",
        0xD109: "WhiteBalance",
        0xD10A: "ColorTemperature",
        0xD10B: "WhiteBalanceAdjustA",
        0xD10C: "WhiteBalanceAdjustB",
        0xD10D: "WhiteBalanceXA",
        0xD10E: "WhiteBalanceXB",
        0xD10F: "ColorSpace",
        0xD110: "PictureStyle",
        0xD111: "BatteryPower",
        0xD112: "BatterySelect",
        0xD113: "CameraTime",
        0xD114: "AutoPowerOff",
        0xD115: "Owner",
        0xD116: "ModelID",
        0xD119: "PTPExtensionVersion",
        0xD11A: "DPOFVersion",
        0xD11B: "AvailableShots",
        0xD11C: "CaptureDestination",
        0xD11D: "BracketMode",
        0xD11E: "CurrentStorage",
        0xD11F: "CurrentFolder",
        0xD120: "ImageFormat",
        0xD121: "ImageFormatCF",
        0xD122: "ImageFormatSD",
        0xD123: "ImageFormatExtHD",
        0xD124: "RefocusState",
        0xD125: "CameraNickname",
        0xD126: "StroboExpCompositionControl",
        0xD127: "ConnectStatus",
        0xD128: "LensBarrelStatus",
        0xD129: "SilentShutterSetting",
        0xD12C: "LvAFEyeDetect",
        0xD12D: "AutoTransMobile",
        0xD12E: "URLSupportFormat",
        0xD12F: "SpecialAcc",
        0xD130: "CompressionS",
        0xD131: "CompressionM1",
        0xD132: "CompressionM2",
        0xD133: "CompressionL",
        0xD134: "IntervalShootSetting",
        0xD135: "IntervalShootState",
        0xD136: "PushMode",
        0xD137: "LvCFilterKind",
        0xD138: "AEModeDial",
        0xD139: "AEModeCustom",
        0xD13A: "MirrorUpSetting",
        0xD13B: "HighlightTonePriority",
        0xD13C: "AFSelectFocusArea",
        0xD13D: "HDRSetting",
        0xD13E: "TimeShootSetting",
        0xD13F: "NFCApplicationInfo",
        0xD140: "PCWhiteBalance1",
        0xD141: "PCWhiteBalance2",
        0xD142: "PCWhiteBalance3",
        0xD143: "PCWhiteBalance4",
        0xD144: "PCWhiteBalance5",
        0xD145: "MWhiteBalance",
        0xD146: "MWhiteBalanceEx",
        0xD149: "PowerZoomSpeed",
        0xD14A: "NetworkServerRegion",
        0xD14B: "GPSLogCtrl",
        0xD14C: "GPSLogListNum",
        0xD150: "PictureStyleStandard",
        0xD151: "PictureStylePortrait",
        0xD152: "PictureStyleLandscape",
        0xD153: "PictureStyleNeutral",
        0xD154: "PictureStyleFaithful",
        0xD155: "PictureStyleBlackWhite",
        0xD156: "PictureStyleAuto",
        0xD157: "PictureStyleExStandard",
        0xD158: "PictureStyleExPortrait",
        0xD159: "PictureStyleExLandscape",
        0xD15A: "PictureStyleExNeutral",
        0xD15B: "PictureStyleExFaithful",
        0xD15C: "PictureStyleExBlackWhite",
        0xD15D: "PictureStyleExAuto",
        0xD15E: "PictureStyleExFineDetail",
        0xD160: "PictureStyleUserSet1",
        0xD161: "PictureStyleUserSet2",
        0xD162: "PictureStyleUserSet3",
        0xD163: "PictureStyleExUserSet1",
        0xD164: "PictureStyleExUserSet2",
        0xD165: "PictureStyleExUserSet3",
        0xD166: "MovieAVModeFine",
        0xD167: "ShutterReleaseCounter",
        0xD168: "AvailableImageSize",
        0xD169: "ErrorHistory",
        0xD16A: "LensExchangeHistory",
        0xD16B: "StroboExchangeHistory",
        0xD170: "PictureStyleParam1",
        0xD171: "PictureStyleParam2",
        0xD172: "PictureStyleParam3",
        0xD174: "MovieRecordVolumeLine",
        0xD175: "NetworkCommunicationMode",
        0xD176: "CanonLogGamma",
        0xD177: "SmartphoneShowImageConfig",
        0xD178: "HighISONoiseReduction",
        0xD179: "MovieServoAF",
        0xD17A: "ContinuousAFValid",
        0xD17B: "Attenuator",
        0xD17C: "UTCTime",
        0xD17D: "Timezone",
        0xD17E: "Summertime",
        0xD17F: "FlavorLUTParams",
        0xD180: "CustomFunc1",
        0xD181: "CustomFunc2",
        0xD182: "CustomFunc3",
        0xD183: "CustomFunc4",
        0xD184: "CustomFunc5",
        0xD185: "CustomFunc6",
        0xD186: "CustomFunc7",
        0xD187: "CustomFunc8",
        0xD188: "CustomFunc9",
        0xD189: "CustomFunc10",
        0xD18A: "CustomFunc11",
        0xD18B: "CustomFunc12",
        0xD18C: "CustomFunc13",
        0xD18D: "CustomFunc14",
        0xD18E: "CustomFunc15",
        0xD18F: "CustomFunc16",
        0xD190: "CustomFunc17",
        0xD191: "CustomFunc18",
        0xD192: "CustomFunc19",
        0xD193: "InnerDevelop",
        0xD194: "MultiAspect",
        0xD195: "MovieSoundRecord",
        0xD196: "MovieRecordVolume",
        0xD197: "WindCut",
        0xD198: "ExtenderType",
        0xD199: "OLCInfoVersion",
        0xD19F: "GPSDeviceActive",
        0xD1A0: "CustomFuncEx",
        0xD1A1: "MyMenu",
        0xD1A2: "MyMenuList",
        0xD1A3: "WftStatus",
        0xD1A4: "WftInputTransmission",
        0xD1A5: "HDDirectoryStructure",
        0xD1A6: "BatteryInfo",
        0xD1A7: "AdapterInfo",
        0xD1A8: "LensStatus",
        0xD1A9: "QuickReviewTime",
        0xD1AA: "CardExtension",
        0xD1AB: "TempStatus",
        0xD1AC: "ShutterCounter",
        0xD1AD: "SpecialOption",
        0xD1AE: "PhotoStudioMode",
        0xD1AF: "SerialNumber",
        0xD1B0: "EVFOutputDevice",
        0xD1B1: "EVFMode",
        0xD1B2: "DepthOfFieldPreview",
        0xD1B3: "EVFSharpness",
        0xD1B4: "EVFWBMode",
        0xD1B5: "EVFClickWBCoeffs",
        0xD1B6: "EVFColorTemp",
        0xD1B7: "ExposureSimMode",
        0xD1B8: "EVFRecordStatus",
        0xD1BA: "LvAfSystem",
        0xD1BB: "MovSize",
        0xD1BC: "LvViewTypeSelect",
        0xD1BD: "MirrorDownStatus",
        0xD1BE: "MovieParam",
        0xD1BF: "MirrorLockupState",
        0xD1C0: "FlashChargingState",
        0xD1C1: "AloMode",
        0xD1C2: "FixedMovie",
        0xD1C3: "OneShotRawOn",
        0xD1C4: "ErrorForDisplay",
        0xD1C5: "AEModeMovie",
        0xD1C6: "BuiltinStroboMode",
        0xD1C7: "StroboDispState",
        0xD1C8: "StroboETTL2Metering",
        0xD1C9: "ContinuousAFMode",
        0xD1CA: "MovieParam2",
        0xD1CB: "StroboExpComposition",
        0xD1CC: "MovieParam3",
        0xD1CD: "MovieParam4",
        0xD1CF: "LVMedicalRotate",
        0xD1D0: "Artist",
        0xD1D1: "Copyright",
        0xD1D2: "BracketValue",
        0xD1D3: "FocusInfoEx",
        0xD1D4: "DepthOfField",
        0xD1D5: "Brightness",
        0xD1D6: "LensAdjustParams",
        0xD1D7: "EFComp",
        0xD1D8: "LensName",
        0xD1D9: "AEB",
        0xD1DA: "StroboSetting",
        0xD1DB: "StroboWirelessSetting",
        0xD1DC: "StroboFiring",
        0xD1DD: "LensID",
        0xD1DE: "LCDBrightness",
        0xD1DF: "CADarkBright",
        0xD201: "CAssistPreset",
        0xD202: "CAssistBrightness",
        0xD203: "CAssistContrast",
        0xD204: "CAssistSaturation",
        0xD205: "CAssistColorBA",
        0xD206: "CAssistColorMG",
        0xD207: "CAssistMonochrome",
        0xD208: "FocusShiftSetting",
        0xD209: "MovieSelfTimer",
        0xD20B: "Clarity",
        0xD20C: "SecondHDRSetting",
        0xD20D: "MovieParam5",
        0xD20E: "HDRViewAssistModeRec",
        0xD214: "PropFinderAFFrame",
        0xD215: "VariableMovieRecSetting",
        0xD216: "PropAutoRotate",
        0xD217: "MFPeakingSetting",
        0xD218: "MovieSpatialOversampling",
        0xD219: "MovieCropMode",
        0xD21A: "ShutterType",
        0xD21B: "WFTBatteryPower",
        0xD21C: "BatteryInfoEx",
    ]
}
