package import PTP

extension VendorNames {
    /// Sony's names. Codes and names: observed behaviour (the names are those that open programs use; HotShoe's own for 0x9280 and
    /// 0x9281).
    package static let sony = VendorNames(
        operations: """
            9201 SDIOConnect 9202 SDIOGetExtDeviceInfo 9203 GetDevicePropdesc 9204 GetDevicePropertyValue
            9205 SDIOSetExtDevicePropValue 9206 GetControlDeviceDesc 9207 SDIOControlDevice 9209 SDIOGetAllExtDevicePropInfo
            920D SetContentsTransferMode 9210 SDIOOpenSession 9211 SDIOGetPartialLargeObject
            9212 SDIOSetContentsTransferMode 9215 SDIOGetDisplayStringList 9223 SDIOGetLensInformation
            922F SDIOOperationResultsSupported 9280 SendNetworkMode 9281 GetNetworkMode
            """,
        events: """
            C201 ObjectAdded C202 ObjectRemoved C203 DevicePropChanged C206 CapturedEvent C208 CWBCaptureResult
            C209 CameraSettingReadResult C20A FTPSettingReadResult C20B MediaFormatResult C20C FTPDisplayNameListChanged
            C20D ContentsTransferEvent C20F DisplayListChanged C218 FocusPositionResult C21B LensInformationChanged
            C222 OperationResult C223 AFStatus C224 MovieRecOperationsResult
            """,
        responses: """
            A101 AuthenticationFailed A102 PasswordLengthInvalid A103 PasswordCharacterInvalid A104 VersionNotSupported
            A105 BufferFull A106 CameraStatusError
            """,
        properties: """
            D001 IrisModeSetting D004 FocalDistanceInMeter D005 FocalDistanceInFeet D006 FocalDistanceUnitSetting
            D007 FocusModeSetting D0D9 ImageStabilization D0DB SilentMode D0DF ShutterType D156 ShutterLagTiming
            D200 DPCCompensation D201 DRangeOptimize D203 ImageSize D20D ShutterSpeed D20E BatteryLevelIndicator
            D20F ColorTemp D210 CCFilter D211 AspectRatio D213 FocusFound D214 Zoom D215 ObjectInMemory D216 ExposeIndex
            D217 AELockIndication D218 BatteryLevel D219 SensorCrop D21B PictureEffect D21C ABFilter
            D21D MovieRecordingState D21E ISO D21F FELockIndication D221 LiveViewStatus D222 StillImageStoreDestination
            D223 DateTimeSet D224 ExposureCompensation D226 ISO2 D227 FormatMediaStatus D229 ShutterSpeed2 D22C FocusArea
            D22D FocusMagnifierStatus D22F CurrentFocusMagnifierRatio D230 FocusMagnifierPosition D231 LiveViewSettingEffect
            D235 ManualFocusAdjustEnableStatus D239 PixelShiftShootingMode2 D23A PixelShiftShootingNumber
            D23B PixelShiftShootingInterval D23C PixelShiftShootingStatus D23D PixelShiftShootingProgress
            D23F PictureProfile D240 CreativeStyle D241 FileFormatMovie D242 RecordingSettingMovie D248 MediaSLOT1Status
            D249 MediaSLOT1RemainingShots D24A MediaSLOT1ShootingTime D24C FocalPosition D24E AWBLockIndication
            D24F IntervalRECModel D250 IntervalRECStatus D251 DeviceOverheatStatus D252 JpegQuality D253 CompressionSetting
            D254 FocusMagnifierSetting D255 AFTrackingSensitivity D256 MediaSLOT2Status D257 MediaSLOT2RemainingShots
            D258 MediaSLOT2ShootingTime D25A PriorityMode D25B ZoomEnableStatus D25C ZoomScale D25D ZoomBarInformation
            D25E ZoomSpeedRange D25F ZoomSetting D260 ZoomTypeStatus D262 WirelessFlashSetting D263 RedEyeReduction
            D264 RemoteControlRestrictionStatus D267 LiveViewArea D268 PcSaveImageSize D269 PcSaveImageFormat
            D26A LiveViewImageQuality D26B CustomWBCaptureArea D26C CustomWBCaptureFrameSize
            D26D CustomWBCaptureStandbyEnable D26E CustomWBCaptureStandbyCancelEnable D26F CustomWBCaptureEnable
            D270 CustomWBExecutionState D271 SettingsSaveEnable D272 SettingsReadEnable D273 SettingsSaveReadState
            D274 FTPSettingSaveEnable D275 FTPSettingReadEnable D276 FTPSettingSaveReadState D2C1 ShutterHalfRelease
            D2C2 ShutterRelease D2C3 AELButton D2C4 AFLButton D2C5 ReleaseLock D2C7 RequestOneShooting
            D2C8 MovieRecButtonHold D2C9 FELButton D2CA FormatMedia D2CB FocusMagnifier D2CC FocusMagnifierCancel
            D2CD RemoteKeyUp D2CE RemoteKeyDown D2CF RemoteKeyLeft D2D0 RemoteKeyRight D2D1 ManualFocusAdjust D2D2 AFMFHold
            D2D3 CancelPixelShiftShooting D2D4 PixelShiftShootingMode D2D5 HFRStandby D2D6 HFRRecordingCancel
            D2D7 FocusStepNear D2D8 FocusStepFar D2D9 AWBLButton D2DC AFAreaPosition D2DD ZoomOperation
            D2DF CustomWBCaptureStandby D2E0 CustomWBCaptureStandbyCancel D2E1 CustomWBCapture D2E2 FormatMediaCard
            D2E3 HighResolutionShutterAdjust D2E4 RemoteTouch D2E5 RemoteTouchCancel D2E6 S1S2Button D2E7 CancelMediaFormat
            D2E9 SaveZoomAndFocusPosition D2EA LoadZoomAndFocusPosition D2EB APSCFullSwitching D2EC ColorTempStep
            D2ED WhiteBalanceTintStep D2EF FocusOperation D300 PixelMapping D301 PowerOff D307 StreamButton
            D312 PostViewEnable D313 LiveViewEnable D314 NewFolder D315 CameraStandby D316 PowerOn
            """
    )
}
