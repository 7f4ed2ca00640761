/// Domain names as resolvers and servers know them.
package enum DomainName {
    /// Returns the name, with or without a port, with each label beyond ASCII as an A-label (RFC 5890 §2.3.2.1), unless
    /// it is too long for one: `bücher.example` becomes `xn--bcher-kva.example`. The name must be in lower case; its
    /// letters are not normalised.
    package static func ascii(_ name: String) -> String {
        guard !name.utf8.allSatisfy({ $0 < 0x80 }) else { return name }
        var text = ""
        var label = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            guard let end = dots.contains(scalar) ? "." : scalar == ":" ? ":" : nil else {
                label.append(scalar)
                continue
            }
            text += ascii(label: label) + end
            label = String.UnicodeScalarView()
        }
        return text + ascii(label: label)
    }

    /// The characters that separate labels (UTS #46 §4).
    private static let dots: Set<Unicode.Scalar> = [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"]

    /// No label is longer (RFC 1035 §2.3.4); the encoder's time grows with the square of the length.
    private static let maximumLabelLength = 63

    private static func ascii(label: String.UnicodeScalarView) -> String {
        guard label.contains(where: { !$0.isASCII }), label.count <= maximumLabelLength else { return String(label) }
        return "xn--" + Punycode.encoded(label.map(\.value))
    }
}

/// RFC 3492 §5 and §6: its parameters and its encoder.
private enum Punycode {
    private static let base = 36
    private static let minimumThreshold = 1
    private static let maximumThreshold = 26
    private static let skew = 38
    private static let damp = 700
    private static let firstBias = 72
    private static let firstPoint: UInt32 = 0x80
    private static let digits = Array("abcdefghijklmnopqrstuvwxyz0123456789")

    static func encoded(_ points: [UInt32]) -> String {
        var text = String(
            String.UnicodeScalarView(points.lazy.filter { $0 < firstPoint }.compactMap(Unicode.Scalar.init)))
        let basic = text.utf8.count
        if basic > 0 { text += "-" }
        var (done, delta, bias, reached) = (basic, 0, firstBias, firstPoint)
        while done < points.count, let next = points.lazy.filter({ $0 >= reached }).min() {
            delta += Int(next - reached) * (done + 1)
            for point in points {
                if point < next { delta += 1 }
                guard point == next else { continue }
                text += number(delta, bias)
                bias = adapted(delta, count: done + 1, isFirst: done == basic)
                delta = 0
                done += 1
            }
            delta += 1
            reached = next + 1
        }
        return text
    }

    /// Writes a number of variable length, whose last digit is below the threshold.
    private static func number(_ value: Int, _ bias: Int) -> String {
        var (text, rest, position) = ("", value, base)
        while true {
            let threshold = min(max(minimumThreshold, position - bias), maximumThreshold)
            guard rest >= threshold else { break }
            let (quotient, digit) = (rest - threshold).quotientAndRemainder(dividingBy: base - threshold)
            text.append(digits[threshold + digit])
            rest = quotient
            position += base
        }
        text.append(digits[rest])
        return text
    }

    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / damp : delta / 2
        delta += delta / count
        var steps = 0
        while delta > (base - minimumThreshold) * maximumThreshold / 2 {
            delta /= base - minimumThreshold
            steps += base
        }
        return steps + (base - minimumThreshold + 1) * delta / (delta + skew)
    }
}
