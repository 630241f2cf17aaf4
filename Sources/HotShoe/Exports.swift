// What a program needs comes with one import.
@_exported public import CameraModel
@_exported public import Exposure
@_exported public import HotShoeSupport
