package import PTP

extension VendorNames {
    /// Fujifilm's names. Codes and names: observed behaviour (the names are those that open programs use, many of them the names of
    /// functions of Fujifilm's SDK; HotShoe's own for 0x900C, 0x901D, 0xA001 and 0xA002).
    package static let fujifilm = VendorNames(
        operations: """
            900C SendObjectInfo2 900D SendObject2 901D SendObject3 9020 InitiateMovieCapture 9021 TerminateMovieCapture
            9022 GetCapturePreview 9023 StepZoom 9024 StartZoom 9025 StopZoom 9026 LockS1 9027 UnlockS1 902B GetDeviceInfo
            902C StepShutterSpeed 902D StepFNumber 902E StepExposureBias 9030 CancelInitiateCapture 9040 FmSendObjectInfo
            9041 FmSendObject 9042 FmSendPartialObject
            """,
        events: "C001 PreviewAvailable C004 ObjectAdded",
        responses: "A001 WrongState A002 NotNow",
        properties: """
            D001 FilmSimulation D002 FilmSimulationTune D007 DRangeMode D008 ColorMode D00A ColorSpace
            D00B WhitebalanceTune1 D00C WhitebalanceTune2 D017 ColorTemperature D018 Quality D019 RecMode
            D01A LiveViewBrightness D01B ThroughImageZoom D01C NoiseReduction D01D MacroMode D01E LiveViewStyle
            D020 FaceDetectionMode D021 RedEyeCorrectionMode D022 RawCompression D023 GrainEffect D024 SetEyeAFMode
            D025 FocusPoints D026 MFAssistMode D027 InterlockAEAFArea D028 CommandDialMode D029 Shadowing D02A ExposureIndex
            D02B MovieISO D02E WideDynamicRange D02F TNumber D030 ColorChromeBlue D032 ClarityMode D033 ShutterDialStatus
            D034 EVDialStatus D035 ISODialStatus D03C ShutterType D03D CHfps D03E CLfps D042 FlashSettingMode
            D043 FlashCompensation D044 FlashOutputLevel D045 FlashTTLMode D046 FlashSyncMode D047 FlashZoomSetting
            D048 FlashDistribution D049 FlashLEDLightSetting D04A FlashTimes D04B FlashHz D04C FlashRedEyeRemoval
            D04D FlashTTLLockMode D04E FlashCommanderSetting D04F FlashCHSetting D100 Comment D101 SerialMode
            D102 ExposureDelay D103 PreviewTime D104 BlackImageTone D105 Illumination D106 FrameGuideMode
            D107 ViewfinderWarning D108 AutoImageRotation D109 DetectImageRotation D10A ShutterPriorityMode1
            D10B ShutterPriorityMode2 D112 AFIlluminator D113 Beep D114 AELock D115 ISOAutoSetting1 D116 ISOAutoSetting2
            D117 ISOAutoSetting3 D118 ExposureStep D119 CompensationStep D11A ExposureSimpleSet D11B CenterPhotometryRange
            D11C PhotometryLevel1 D11D PhotometryLevel2 D11E PhotometryLevel3 D11F FlashTuneSpeed D120 FlashShutterLimit
            D121 BuiltinFlashMode D122 FlashManualMode D123 FlashRepeatingMode1 D124 FlashRepeatingMode2
            D125 FlashRepeatingMode3 D126 FlashCommanderMode1 D127 FlashCommanderMode2 D128 FlashCommanderMode3
            D129 FlashCommanderMode4 D12A FlashCommanderMode5 D12B FlashCommanderMode6 D12C FlashCommanderMode7
            D12D ModelingFlash D12E BKT D12F BKTChange D130 BKTOrder D131 BKTSelection D132 AEAFLockButton D133 CenterButton
            D134 MultiSelectorButton D136 FunctionLock D145 Password D146 ChangePassword D147 CommandDialSetting1
            D148 CommandDialSetting2 D149 CommandDialSetting3 D14A CommandDialSetting4 D14B ButtonsAndDials
            D14C NonCPULensData D14D NonCPULensData2 D14E MBD200Batteries D14F AFOnForMBD200Batteries D153 FirmwareVersion
            D154 ShotCount D155 ShutterExchangeCount D157 WorldClock D158 TimeDifference1 D159 TimeDifference2 D15A Language
            D15B FrameNumberSequence D15C VideoMode D15D SetUSBMode D15F CropMode1 D160 CropMode2 D161 CommentWriteSetting
            D162 BCRAppendDelimiter D167 CommentEx D168 VideoOutOnOff D169 ExposureProgramMode2 D16A ExposureProgramMode3
            D16E USBConnectionMode D16F CropMode D170 LensZoomPos D171 FocusPosition D173 LiveViewImageQuality
            D174 LiveViewImageSize D175 LiveViewCondition D176 StandbyMode D177 LiveViewExposure D178 LiveViewWhiteBalance
            D179 LiveViewWhiteBalanceGain D17A LiveViewTuning D17C FocusMeteringMode D17D FocusLength D17E CropAreaFrameInfo
            D17F ResetSetting D180 FoldernameSuffix2 D181 FoldernameSuffix3 D182 FoldernameSuffix4 D184 IOPCode
            D185 RAWSettings D186 TetherRawConditionCode D187 TetherRawCompatibilityCode D188 RAWOutputDepth
            D189 SmoothSkinEffect D18A FaceFrame D18B CustomWBArea2 D18C CustomName1 D18D CustomName2 D1B0 PROMData1
            D1B1 PROMData2 D1B2 ImageFormat D1B3 CropZoom D1B4 CustomWBGain2 D1B5 CustomWBGain3 D1B6 SummerTime
            D1B7 FanSetting D1B8 ZoomOperation1 D1B9 ZoomOperation2 D1BA FocusOperation1 D1BB FocusOperation2
            D1BC LiveViewMode D1BD SubjectDetectionMode D1BE LiveViewStatus D1BF ZoomSpeed D1C0 FocusSpeed
            D1C1 TiltShiftLensStatus D1C5 TrackingAfFrameInfo D1C6 BodyTemperatureWarning D1C7 PortraitEnhancer
            D1C9 MaskSetting D1CA CustomDispInfo1 D1CB PlayBackFileFormat D200 LightTune D201 ReleaseMode D202 BKTFrame1
            D203 BKTFrame2 D204 BKTStep D205 ProgramShift D206 FocusAreas D207 PriorityMode D208 ReleaseAction D209 AFStatus
            D20B DeviceName D20C MediaRecord D20D MediaCapacity D20E FreeSDRAMImages D211 MediaStatus D212 CurrentState
            D213 AELock2 D215 Copyright D216 Copyright2 D217 ShutDownReady2 D218 Aperture D219 ShutterSpeed D21B DeviceError
            D21C ApiPreProcess D221 SensitivityFineTune1 D222 SensitivityFineTune1 D223 SensitivityFineTune2
            D225 FocusLimiterPos D226 FocusLimiterIndicator D227 FocusLimiterRange D228 FocusLimiterMode
            D229 CaptureRemaining D22A MovieRemainingTime D22E CameraStatus D22F HistogramData D230 ForceMode
            D231 PixelShiftSettings D232 AFCCustom1 D233 AFCCustom2 D234 HighFrequencyFlickerlessMode D236 CameraRotation
            D237 Artist D238 ElectronicLevelSetting D239 ApertureUnit D23A CustomDispInfo2 D23B PlayBackMedia
            D23C LiveViewImageRatio D23D MovieExposureIndexCurrentValue D23E CameraOperationLock D23F Format3
            D240 ShutterSpeed2 D241 ImageAspectRatio D242 BatteryLevel D246 MovieResolution D247 MovieFrameRate
            D248 MovieBitRate D249 MovieFileFormat D24A HighSpeedRecMode D24B HighSpeedRecResolution
            D24C HighSpeedRecFrameRate D24D HighSpeedRecPlayBackFrameRate D24E MovieMediaRecord D250 MovieMediaRecordProRes
            D251 MovieHDMIOutputRAW D252 MovieHDMIOutputRAWResolution D253 MovieHDMIOutputRAWFrameRate D254 FlogRecording
            D255 MediaEjectWarning D256 MovieCropMagnification D257 MovieHDMIOutputInfoDisplay D258 MovieHDMIRecControl
            D259 MovieIsMode D25A MovieIsModeBoost D25B MovieZebraSetting D25C MovieZebraLevel D25D MovieOptimizedControl
            D25E MovieTallyLight D25F MovieCustomSetting1 D260 CustomSetting1 D261 CustomSetting2 D262 CustomSetting3
            D263 MovieCustomName2 D264 MovieAFCCustom D265 MovieHighFrequencyFlickerlessMode D266 TimeCode
            D267 TimeCodeDisplay D268 TimeCodeStartSetting2 D269 TimeCodeCountUp D26A TimeCodeDropFrame
            D26B TimeCodeHDMIOutput D26C MovieCustomWBArea2 D26D MovieWhiteBalanceTune2 D26E MovieWhiteBalanceTune3
            D270 MovieFilmSimulationMode D273 MovieMonochromaticColor D274 MovieMonochromaticColor2
            D275 MovieDataLevelSetting D276 MovieHighLightTone D277 MovieShadowTone D278 MovieColorMode D279 MovieSharpness
            D27A MovieNoiseReduction D27B InterFrameNR D27C MoviePeripheralLightCorrection D27D MovieFaceDetectionMode
            D27E MovieEyeAFMode D27F MovieSubjectDetectionMode D280 MicLevelIndicator D281 MovieMFAssistMode
            D282 MovieFocusCheckMode D283 MovieFocusCheckLock D284 MovieRecordingTime D285 MovieRemainingTime
            D286 MovieFocusGuide D287 InternalMicLevel D288 InternalMicLevelManual D289 ExternalMicLevel
            D28A ExternalMicLevelManual D28B MicLevelLimiter D28C WindFilter D28D LowCutFilter D28E HeadPhonesVolume
            D28F XLRAdapterMicSource D290 XLRAdapterMoniteringSource D291 XLRAdapterHDMIOutputSource
            D292 TimeCodeCurrentValue D293 MovieCropMagnificationValue D294 MovieFullTimeManual D295 MovieDigitalZoom
            D296 MovieDigitalZoomRange D297 MovieRecVolume D298 MovieImageFormat D29D AfZoomMode D29E MovieProjectFrameRate
            D29F MovieHDMIOutput D2A0 GetFocusMapData D2A1 WaveFormVectorScope D2A2 GetWaveFormData D2A3 GetVectorScopeData
            D2A4 RecFrameIndicator D2A5 MovieCaptureDelay D2A6 AnamorphicDesqueezeDisplay D2A7 AnamorphicMagnification
            D2A8 GetParadeData D2A9 WaveFormSetting D2AA VectorScopeSetting D2AB ParadeSettingDisplay
            D2AC ParadeSettingColor D2B1 FlogDRangePriority D2B2 ATOMOSAirGluConnection D2B3 TimeCodeStatus
            D2B4 MoviePortraitEnhancer D2B5 DirectionalMic D2B6 TransparentFrameInfo D2B7 ShortMovieSecond D2B8 EnvSoundsNR
            D2BA MovieFrameGuideCenterMarkerColor D2BB MovieFrameGuideCenterMarkerThickness D2BC FrameGuideDisplayAll
            D2BD FrameGuideMaskFrame D2BE FrameGuideCenterMarkerPattern D2C3 MovieMediaRecordContainer D2C4 ClipSetting
            D2C7 GenlockSetting D2C8 ReleaseLancSetting D2C9 TimeCodeSyncSetting D2CA MovieFrameGuideDisplay
            D2CB MovieFrameGuideAspect D2CC MovieFrameGuideColor D2CD MovieFrameGuideLineThickness D2CE MovieFrameGuideMask
            D2CF MovieFrameGuideTransparency D2D0 MovieFrameGuideCenterMarker D2D1 MovieFrameGuideCustom
            D2D2 MovieFrameGuideInfo D2D3 BatteryWarningPercent D2D4 BatteryWarningVoltage D2D5 BatteryVoltageInfo
            D2D6 MovieWhiteBalanceCC D2D7 MovieWBColorTuningEx D2D8 MovieWhiteBalancePreset D2D9 MovieShutterDisplay
            D2DA MovieShutterAngle D2DB FanStopDuringRec D2DC ClipDisplay D2DD MovieNDMode D2DE MovieNDUnit
            D2DF MovieNDDisplay D2E0 MovieNDDensity D2E1 MovieNDFactor D2E2 MovieNDPreset D2E3 GetMovieNDPresetList
            D2E4 LUTList D2E5 MovieWhiteBalancePresetList D2E6 SDIOutput D2E7 SDIRecControl D2E8 MovieTNumber
            D2E9 PLLensZoomSetting D2F0 PLLensFocusSetting D2F1 PLLensIrisSetting D2F2 RGBHistogramDisplay
            D2F3 HistogramDisplay D2F4 SDIHDMIOutputFps D2F5 FanHighSpeedOutput D2F6 FanLowSpeedOutput D2F7 LookMode
            D2F8 GenlockStatus D2F9 MovieFNumberCurrentValue D2FA MovieTNumberCurrentValue D2FB MovieMediaCapacity
            D2FC TimeCodeConnector D2FD MovieSensitivityFDGain D2FE MovieFrameGuideMode D2FF MovieFrameGuideScale
            D304 PerformanceSettings D305 MicLineSetting D306 FunctionLockCategory1 D307 CustomSettingAutoUpdate
            D308 C2PAFunction D310 TotalShotCount D312 FrameioFunction D313 FrameioPairingCode D314 FrameioFileType
            D315 FrameioAutoImageFransfer D316 FrameioTransferSuspend D317 FrameioImageTransferWhilePowerOff
            D318 FrameioUploadStatus D319 FrameioTransferQueue D31A FrameioResetTransferOrder D31B FrameioConnectionStatus
            D320 HighLightTone D321 ShadowTone D322 LongExposureNR D323 FullTimeManualFocus D324 SeasawZoomOperation1
            D325 SeasawZoomOperation2 D326 SeasawFocusOperation1 D327 SeasawFocusOperation2 D332 ISODialHn1 D333 ISODialHn2
            D33F ViewMode1 D340 ViewMode2 D343 DispInfoMode D344 DispInfoMode D346 LensISSwitch D347 FocusPoint
            D34A InstantAFMode D34B PreAFMode D34C CustomSetting D34D LMOMode D34E LockButtonMode D34F AFLockMode
            D350 MicJackMode D351 ISMode D352 DateTimeDispFormat D353 AeAfLockKeyAssign D354 CrossKeyAssign D355 SilentMode
            D356 PBSound D358 EVFDispAutoRotate D359 ExposurePreview D35A DispBrightness1 D35B DispBrightness2
            D35C DispChroma1 D35D DispChroma2 D35E FocusCheckMode D35F FocusScaleUnit D361 SetFunctionButton
            D362 FunctionButton D363 SensorCleanTiming D364 CustomAutoPowerOff D365 FileNamePrefix1 D366 FileNamePrefix2
            D368 CustomStudioPowerSave D369 USBPowerSupplyCommunication D36A BatteryInfo1 D36B BatteryInfo2
            D36D LensNameAndSerial D36E CustomDispInfo D36F FunctionLockCategory1 D370 FunctionLockCategory2
            D371 CustomPreviewTime D372 FocusArea1 D373 FocusArea2 D374 FocusArea3 D375 FrameGuideGridInfo1
            D376 FrameGuideGridInfo2 D377 FrameGuideGridInfo3 D378 FrameGuideGridInfo4 D381 AutoPowerOffSetting
            D38A LensUnknownData D38B CheckLensInfo4 D38C LensZoomPosCaps D38D LensFNumberList D38E LensFocalLengthList
            D390 FocusLimiter D395 FocusArea4 D400 SelectedImagesMode2 D401 ObjectCount2 DF00 CameraState DF01 FunctionMode
            DF21 ImageGetVersion DF22 ImageExplorerVersion DF24 RemoteVersion DF25 RemoteImageExplorerVersion
            """
    )
}
