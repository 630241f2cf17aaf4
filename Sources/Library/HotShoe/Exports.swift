// A program needs only `import HotShoe`.
@_exported public import CameraModel
@_exported public import CameraRigs
@_exported public import Exposure
@_exported public import HotShoeSupport
@_exported public import PictureSaving
