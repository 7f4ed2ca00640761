import Glibc

/// A colour in Oklab (Björn Ottosson, 2020), whose distances are close to those that people perceive. In RGB, a bluish
/// grey is nearer to teal than to grey.
struct PerceivedColor {
    private let lightness: Double
    private let greenRed: Double
    private let blueYellow: Double

    init(_ color: Color) {
        let parts = color.components
        let (red, green, blue) = (Color.linear(parts.red), Color.linear(parts.green), Color.linear(parts.blue))
        let long = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
        let medium = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
        let short = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
        lightness = 0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short
        greenRed = 1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short
        blueYellow = 0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short
    }

    /// Returns the square of the distance.
    func distance(to other: PerceivedColor) -> Double {
        let (x, y, z) = (lightness - other.lightness, greenRed - other.greenRed, blueYellow - other.blueYellow)
        return x * x + y * y + z * z
    }

    /// The 256 colours of a terminal.
    static let palette = (UInt8.min...UInt8.max).map { PerceivedColor(.indexed($0)) }
}
