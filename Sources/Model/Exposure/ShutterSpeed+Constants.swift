extension ShutterSpeed {
    /// 1/32000 s.
    public static let s1_32000 = ShutterSpeed(1, over: 32000)
    /// 1/16000 s.
    public static let s1_16000 = ShutterSpeed(1, over: 16000)
    /// 1/8000 s.
    public static let s1_8000 = ShutterSpeed(1, over: 8000)
    /// 1/4000 s.
    public static let s1_4000 = ShutterSpeed(1, over: 4000)
    /// 1/2000 s.
    public static let s1_2000 = ShutterSpeed(1, over: 2000)
    /// 1/1000 s.
    public static let s1_1000 = ShutterSpeed(1, over: 1000)
    /// 1/500 s.
    public static let s1_500 = ShutterSpeed(1, over: 500)
    /// 1/250 s.
    public static let s1_250 = ShutterSpeed(1, over: 250)
    /// 1/125 s.
    public static let s1_125 = ShutterSpeed(1, over: 125)
    /// 1/60 s.
    public static let s1_60 = ShutterSpeed(1, over: 60)
    /// 1/30 s.
    public static let s1_30 = ShutterSpeed(1, over: 30)
    /// 1/15 s.
    public static let s1_15 = ShutterSpeed(1, over: 15)
    /// 1/8 s.
    public static let s1_8 = ShutterSpeed(1, over: 8)
    /// 1/4 s.
    public static let s1_4 = ShutterSpeed(1, over: 4)
    /// 1/2 s.
    public static let s1_2 = ShutterSpeed(1, over: 2)
    /// 1 s.
    public static let s1 = ShutterSpeed(1, over: 1)
    /// 2 s.
    public static let s2 = ShutterSpeed(2, over: 1)
    /// 4 s.
    public static let s4 = ShutterSpeed(4, over: 1)
    /// 8 s.
    public static let s8 = ShutterSpeed(8, over: 1)
    /// 15 s.
    public static let s15 = ShutterSpeed(15, over: 1)
    /// 30 s.
    public static let s30 = ShutterSpeed(30, over: 1)
    /// One minute.
    public static let s60 = ShutterSpeed(60, over: 1)
    /// Two minutes.
    public static let s120 = ShutterSpeed(120, over: 1)
    /// Four minutes.
    public static let s240 = ShutterSpeed(240, over: 1)
    /// Eight minutes.
    public static let s480 = ShutterSpeed(480, over: 1)
    /// A quarter of an hour.
    public static let s900 = ShutterSpeed(900, over: 1)
    /// Half an hour.
    public static let s1800 = ShutterSpeed(1800, over: 1)
    /// An hour, the longest nominal speed.
    public static let s3600 = ShutterSpeed(3600, over: 1)
}
