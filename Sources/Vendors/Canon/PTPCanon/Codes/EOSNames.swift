package import PTP

extension VendorNames {
    /// Canon's names of the codes of EOS bodies. Codes and names: observed behaviour.
    package static let eos = VendorNames(
        operations: """
            9101 GetStorageIDs 9102 GetStorageInfo 9103 GetObjectInfo 9104 GetObject 9105 DeleteObject 9106 FormatStore
            9107 GetPartialObject 9108 GetDeviceInfoEx 9109 GetObjectInfoEx 910A GetThumbEx 910B SendPartialObject
            910C SetObjectAttributes 910D GetObjectTime 910E SetObjectTime 910F RemoteRelease 9110 SetDevicePropValueEx
            9113 GetRemoteMode 9114 SetRemoteMode 9115 SetEventMode 9116 GetEvent 9117 TransferComplete 9118 CancelTransfer
            9119 ResetTransfer 911A PCHDDCapacity 911B SetUILock 911C ResetUILock 911D KeepDeviceOn 911E SetNullPacketMode
            911F UpdateFirmware 9120 TransferCompleteDT 9121 CancelTransferDT 9122 SetWftProfile 9123 GetWftProfile
            9124 SetProfileToWft 9125 BulbStart 9126 BulbEnd 9127 RequestDevicePropValue 9128 RemoteReleaseOn
            9129 RemoteReleaseOff 912A RegistBackgroundImage 912B ChangePhotoStudioMode 912C GetPartialObjectEx
            9130 ResetMirrorLockupState 9131 PopupBuiltinFlash 9132 EndGetPartialObjectEx 9133 MovieSelectSWOn
            9134 MovieSelectSWOff 9135 GetCTGInfo 9136 GetLensAdjust 9137 SetLensAdjust 9138 ReadyToSendMusic 9139 CreateHandle
            913A SendPartialObjectEx 913B EndSendPartialObjectEx 913C SetCTGInfo 913D SetRequestOLCInfoGroup
            913E SetRequestRollingPitchingLevel 913F GetCameraSupport 9140 SetRating 9141 RequestInnerDevelopStart
            9142 RequestInnerDevelopParamChange 9143 RequestInnerDevelopEnd 9144 GpsLoggingDataMode 9145 GetGpsLogCurrentHandle
            9146 SetImageRecoveryData 9147 GetImageRecoveryList 9148 FormatImageRecoveryData 9149 GetPresetLensAdjustParam
            914A GetRawDispImage 914B SaveImageRecoveryData 914C RequestBLE 914D DrivePowerZoom 914F GetIptcData
            9150 SetIptcData 9151 InitiateViewfinder 9152 TerminateViewfinder 9153 GetViewFinderData 9154 DoAf 9155 DriveLens
            9156 DepthOfFieldPreview 9157 ClickWB 9158 Zoom 9159 ZoomPosition 915A SetLiveAfFrame 915B TouchAfPosition
            915C SetLvPcFlavorEditMode 915D SetLvPcFlavorEditParam 915E RequestSensorCleaning 9160 AfCancel
            9166 SetManipulationToggleImageSide 9167 GetLensSerialNumHistory 916B SetImageRecoveryDataEx
            916C GetImageRecoveryListEx 916D CompleteAutoSendImages 916E NotifyAutoTransferStatus 916F GetReducedObject
            9170 GetObjectInfo64 9171 GetObject64 9172 GetPartialObject64 9173 GetObjectInfoEx64 9174 GetPartialObjectEx64
            9175 CreateHandle64 9177 NotifySaveComplete 9178 GetTranscodedBlock 9179 TransferCompleteTranscodedBlock
            917B SetRemoteErrLogMode 917C GetRemoteErrLogMode 917D GetDebugLogEx 9182 NotifyEstimateNumberOfImport
            9183 NotifyNumberOfImported 9184 NotifySizeOfPartialDataTransfer 9185 NotifyFinish 9186 GetWFTData 9187 SetWFTData
            9188 ChangeWFTSettingNumber 9189 GetPictureStylePCFlavorParam 918A SetPictureStylePCFlavorParam 91AB GetObjectURL
            91AC SetCAssistMode 91AD GetCAssistPresetThumb 91B1 SendWifiSetting 91B2 SendWifiDetailSetting 91B9 SetFELock
            91BA DeleteWFTSettingNumber 91BE SetDefaultCameraSetting 91BF GetAEData 91E4 SendHostInfo 91E8 NotifyNetworkError
            91E9 AdapterTransferProgress 91F0 TransferCompleteFTP 91F1 CancelTransferFTP 91F9 NotifyBtStatus
            91FD SetAdapterBatteryReport 91FE FAPIMessageTX 91FF FAPIMessageRX 9200 EdgeFocusPosition 9201 DriveFocusToEdge
            9202 DriveFocus 9401 DVGetWavInfo 9402 DVOverwriteContentsXML 9403 DVGetTemplateXML
            """,
        events: """
            C101 RequestGetEvent C180 RequestCancelTransferMA C181 ObjectAddedEx C182 ObjectRemoved C183 RequestGetObjectInfoEx
            C184 StorageStatusChanged C185 StorageInfoChanged C186 RequestObjectTransfer C187 ObjectInfoChangedEx
            C188 ObjectContentChanged C189 PropValueChanged C18A AvailListChanged C18B CameraStatusChanged
            C18D WillSoonShutdown C18E ShutdownTimerUpdated C18F RequestCancelTransfer C190 RequestObjectTransferDT
            C191 RequestCancelTransferDT C192 StoreAdded C193 StoreRemoved C194 BulbExposureTime C195 RecordingTime
            C196 InnerDevelopParam C197 RequestObjectTransferDevelop C198 GPSLogOutputProgress C199 GPSLogOutputComplete
            C19A TouchTrans C19B RequestObjectTransferExInfo C19D PowerZoomInfoChanged C19F RequestPushMode
            C1A2 RequestObjectTransferTS C1A3 AfResult C1A4 CTGInfoCheckComplete C1A5 OLCInfoChanged C1A7 ObjectAddedEx64
            C1A8 ObjectInfoChangedEx64 C1A9 RequestObjectTransfer64 C1AA RequestObjectTransferDT64
            C1AB RequestObjectTransferFTP64 C1AC RequestObjectTransferInfoEx64 C1AD RequestObjectTransferMA64 C1AF ImportError
            C1B0 BlePairing C1B1 RequestAutoSendImages C1B2 RequestTranscodedBlockTransfer C1B4 RequestCAssistImage
            C1B5 HiFreqFlickerlessAutodetectResult C1B6 ObjectAddedEx64LFN C1B7 ObjectInfoChangedEx64LFN
            C1B8 RequestObjectTransfer64LFN C1F1 RequestObjectTransferFTP
            """,
        responses: """
            A001 UnknownCommand A005 OperationRefused A006 LensCoverClosed A101 LowBattery A102 ObjectNotReady
            A104 CannotMakeObject A106 MemoryStatusNotReady
            """,
        properties: """
            D055 PowerZoomPosition D056 StrobeSettingSimple D058 ConnectTrigger D059 ChangeCameraMode D101 Aperture
            D102 ShutterSpeed D103 ISOSpeed D104 ExpCompensation D105 AutoExposureMode D106 DriveMode D107 MeteringMode
            D108 FocusMode D109 WhiteBalance D10A ColorTemperature D10B WhiteBalanceAdjustA D10C WhiteBalanceAdjustB
            D10D WhiteBalanceXA D10E WhiteBalanceXB D10F ColorSpace D110 PictureStyle D111 BatteryPower D112 BatterySelect
            D113 CameraTime D114 AutoPowerOff D115 Owner D116 ModelID D119 PTPExtensionVersion D11A DPOFVersion
            D11B AvailableShots D11C CaptureDestination D11D BracketMode D11E CurrentStorage D11F CurrentFolder
            D120 ImageFormat D121 ImageFormatCF D122 ImageFormatSD D123 ImageFormatExtHD D124 RefocusState D125 CameraNickname
            D126 StroboExpCompositionControl D127 ConnectStatus D128 LensBarrelStatus D129 SilentShutterSetting
            D12C LvAFEyeDetect D12D AutoTransMobile D12E URLSupportFormat D12F SpecialAcc D130 CompressionS D131 CompressionM1
            D132 CompressionM2 D133 CompressionL D134 IntervalShootSetting D135 IntervalShootState D136 PushMode
            D137 LvCFilterKind D138 AEModeDial D139 AEModeCustom D13A MirrorUpSetting D13B HighlightTonePriority
            D13C AFSelectFocusArea D13D HDRSetting D13E TimeShootSetting D13F NFCApplicationInfo D140 PCWhiteBalance1
            D141 PCWhiteBalance2 D142 PCWhiteBalance3 D143 PCWhiteBalance4 D144 PCWhiteBalance5 D145 MWhiteBalance
            D146 MWhiteBalanceEx D149 PowerZoomSpeed D14A NetworkServerRegion D14B GPSLogCtrl D14C GPSLogListNum
            D150 PictureStyleStandard D151 PictureStylePortrait D152 PictureStyleLandscape D153 PictureStyleNeutral
            D154 PictureStyleFaithful D155 PictureStyleBlackWhite D156 PictureStyleAuto D157 PictureStyleExStandard
            D158 PictureStyleExPortrait D159 PictureStyleExLandscape D15A PictureStyleExNeutral D15B PictureStyleExFaithful
            D15C PictureStyleExBlackWhite D15D PictureStyleExAuto D15E PictureStyleExFineDetail D160 PictureStyleUserSet1
            D161 PictureStyleUserSet2 D162 PictureStyleUserSet3 D163 PictureStyleExUserSet1 D164 PictureStyleExUserSet2
            D165 PictureStyleExUserSet3 D166 MovieAVModeFine D167 ShutterReleaseCounter D168 AvailableImageSize
            D169 ErrorHistory D16A LensExchangeHistory D16B StroboExchangeHistory D170 PictureStyleParam1
            D171 PictureStyleParam2 D172 PictureStyleParam3 D174 MovieRecordVolumeLine D175 NetworkCommunicationMode
            D176 CanonLogGamma D177 SmartphoneShowImageConfig D178 HighISONoiseReduction D179 MovieServoAF
            D17A ContinuousAFValid D17B Attenuator D17C UTCTime D17D Timezone D17E Summertime D17F FlavorLUTParams
            D180 CustomFunc1 D181 CustomFunc2 D182 CustomFunc3 D183 CustomFunc4 D184 CustomFunc5 D185 CustomFunc6
            D186 CustomFunc7 D187 CustomFunc8 D188 CustomFunc9 D189 CustomFunc10 D18A CustomFunc11 D18B CustomFunc12
            D18C CustomFunc13 D18D CustomFunc14 D18E CustomFunc15 D18F CustomFunc16 D190 CustomFunc17 D191 CustomFunc18
            D192 CustomFunc19 D193 InnerDevelop D194 MultiAspect D195 MovieSoundRecord D196 MovieRecordVolume D197 WindCut
            D198 ExtenderType D199 OLCInfoVersion D19F GPSDeviceActive D1A0 CustomFuncEx D1A1 MyMenu D1A2 MyMenuList
            D1A3 WftStatus D1A4 WftInputTransmission D1A5 HDDirectoryStructure D1A6 BatteryInfo D1A7 AdapterInfo
            D1A8 LensStatus D1A9 QuickReviewTime D1AA CardExtension D1AB TempStatus D1AC ShutterCounter D1AD SpecialOption
            D1AE PhotoStudioMode D1AF SerialNumber D1B0 EVFOutputDevice D1B1 EVFMode D1B2 DepthOfFieldPreview D1B3 EVFSharpness
            D1B4 EVFWBMode D1B5 EVFClickWBCoeffs D1B6 EVFColorTemp D1B7 ExposureSimMode D1B8 EVFRecordStatus D1BA LvAfSystem
            D1BB MovSize D1BC LvViewTypeSelect D1BD MirrorDownStatus D1BE MovieParam D1BF MirrorLockupState
            D1C0 FlashChargingState D1C1 AloMode D1C2 FixedMovie D1C3 OneShotRawOn D1C4 ErrorForDisplay D1C5 AEModeMovie
            D1C6 BuiltinStroboMode D1C7 StroboDispState D1C8 StroboETTL2Metering D1C9 ContinuousAFMode D1CA MovieParam2
            D1CB StroboExpComposition D1CC MovieParam3 D1CD MovieParam4 D1CF LVMedicalRotate D1D0 Artist D1D1 Copyright
            D1D2 BracketValue D1D3 FocusInfoEx D1D4 DepthOfField D1D5 Brightness D1D6 LensAdjustParams D1D7 EFComp
            D1D8 LensName D1D9 AEB D1DA StroboSetting D1DB StroboWirelessSetting D1DC StroboFiring D1DD LensID
            D1DE LCDBrightness D1DF CADarkBright D201 CAssistPreset D202 CAssistBrightness D203 CAssistContrast
            D204 CAssistSaturation D205 CAssistColorBA D206 CAssistColorMG D207 CAssistMonochrome D208 FocusShiftSetting
            D209 MovieSelfTimer D20B Clarity D20C SecondHDRSetting D20D MovieParam5 D20E HDRViewAssistModeRec
            D214 PropFinderAFFrame D215 VariableMovieRecSetting D216 PropAutoRotate D217 MFPeakingSetting
            D218 MovieSpatialOversampling D219 MovieCropMode D21A ShutterType D21B WFTBatteryPower D21C BatteryInfoEx
            """
    )
}
