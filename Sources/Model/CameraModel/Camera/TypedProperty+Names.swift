public import Exposure

// The types of the handles; in other languages their names too: `hotshoe_aperture_property`.

/// Handle to a property whose values are ISO speeds.
public typealias ISOSpeedProperty = TypedProperty<ISOSpeed>
/// Handle to a property whose values are shutter speeds.
public typealias ShutterSpeedProperty = TypedProperty<ShutterSpeed>
/// Handle to a property whose values are apertures.
public typealias ApertureProperty = TypedProperty<Aperture>
/// Handle to a property whose values are compensations in stops.
public typealias ExposureCompensationProperty = TypedProperty<ExposureCompensation>
/// Handle to a property whose values are battery levels.
public typealias BatteryLevelProperty = TypedProperty<BatteryLevel>
/// Handle to a property whose values are power sources.
public typealias PowerSourceProperty = TypedProperty<PowerSource>
/// Handle to a property whose values are autofocus systems.
public typealias AutoFocusSystemProperty = TypedProperty<AutoFocusSystem>
/// Handle to a property whose values are focus modes.
public typealias FocusModeProperty = TypedProperty<FocusMode>
/// Handle to a property whose values are drive modes.
public typealias DriveModeProperty = TypedProperty<DriveMode>
/// Handle to a property whose values are exposure modes.
public typealias ExposureModeProperty = TypedProperty<ExposureMode>
/// Handle to a property whose values are stages of mirror lock-up.
public typealias MirrorLockupStageProperty = TypedProperty<MirrorLockupStage>
/// Handle to a property whose values are white balances.
public typealias WhiteBalanceProperty = TypedProperty<WhiteBalance>
/// Handle to a property whose values are statuses of the light meter.
public typealias LightMeterStatusProperty = TypedProperty<LightMeterStatus>
/// Handle to a property whose values are destinations of pictures.
public typealias ImageDestinationProperty = TypedProperty<ImageDestination>
/// Handle to a property whose values are flash modes.
public typealias FlashModeProperty = TypedProperty<FlashMode>
/// Handle to a property whose values are on or off.
public typealias BooleanProperty = TypedProperty<Bool>
/// Handle to a property whose values are numbers.
public typealias IntegerProperty = TypedProperty<Int>
/// Handle to a property whose values are video formats.
public typealias VideoFormatProperty = TypedProperty<VideoFormat>
/// Handle to a property whose values are magnifications.
public typealias ZoomProperty = TypedProperty<ZoomLevel>
