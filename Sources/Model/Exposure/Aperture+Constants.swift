extension Aperture {
    /// f/0.95, as on a few very fast lenses.
    public static let f0_95 = Aperture(hundredths: 95)
    /// f/1.
    public static let f1 = Aperture(hundredths: 100)
    /// f/1.2.
    public static let f1_2 = Aperture(hundredths: 120)
    /// f/1.4.
    public static let f1_4 = Aperture(hundredths: 140)
    /// f/1.8.
    public static let f1_8 = Aperture(hundredths: 180)
    /// f/2.
    public static let f2 = Aperture(hundredths: 200)
    /// f/2.8.
    public static let f2_8 = Aperture(hundredths: 280)
    /// f/3.5, where many standard zooms begin.
    public static let f3_5 = Aperture(hundredths: 350)
    /// f/4.
    public static let f4 = Aperture(hundredths: 400)
    /// f/4.5.
    public static let f4_5 = Aperture(hundredths: 450)
    /// f/5.6.
    public static let f5_6 = Aperture(hundredths: 560)
    /// f/6.3, where many telephoto zooms end.
    public static let f6_3 = Aperture(hundredths: 630)
    /// f/8.
    public static let f8 = Aperture(hundredths: 800)
    /// f/11.
    public static let f11 = Aperture(hundredths: 1100)
    /// f/16.
    public static let f16 = Aperture(hundredths: 1600)
    /// f/22.
    public static let f22 = Aperture(hundredths: 2200)
    /// f/32.
    public static let f32 = Aperture(hundredths: 3200)
}
