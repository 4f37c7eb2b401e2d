import Foundation
import TestSupport

/// A JPEG 2000 file: a codestream that OpenJPEG's command encodes without loss, and boxes.
struct JPEG2000File: Sendable {
    var width = 301
    var height = 203
    /// The columns and rows that a sample of each component covers.
    var steps = [(1, 1), (1, 1), (1, 1)]
    var bits = 8
    var isSigned = false
    /// Further options of `opj_compress`.
    var options: [String] = []
    /// The boxes in the header after `ihdr`; `nil` writes a bare codestream.
    var boxes: [[UInt8]]?

    /// The value of a component at a position. The darkest value is 0.
    func value(_ component: Int, x: Int, y: Int) -> Int {
        let (stepX, stepY) = steps[component]
        let (column, row) = (x / stepX, y / stepY)
        let wave = column * (component + 2) + row * 3 + column * row / 40
        // Values up to the largest value, which use all bits.
        return bits > 8 ? wave * (1 << bits) / 233 % (1 << bits) : wave % (1 << bits)
    }

    /// The value of a component of a pixel, from 0 to 255.
    func sample(_ component: Int, x: Int, y: Int) -> Int {
        let last = 1 << bits - 1
        return (value(component, x: x, y: y) * 255 + last / 2) / last
    }

    @discardableResult
    func write(to name: String, in folder: TemporaryFolder) async throws -> URL {
        var samples = Data()
        for (component, (stepX, stepY)) in steps.enumerated() {
            for y in stride(from: 0, to: height, by: stepY) {
                for x in stride(from: 0, to: width, by: stepX) {
                    let shift = isSigned ? 1 << (bits - 1) : 0
                    let value = self.value(component, x: x, y: y) - shift
                    if bits > 8 { samples.append(UInt8(truncatingIfNeeded: value >> 8)) }
                    samples.append(UInt8(truncatingIfNeeded: value))
                }
            }
        }
        try folder.write(samples, to: "samples.raw")
        let sampling = steps.map { "\($0)x\($1)" }.joined(separator: ":")
        let kind = "\(width),\(height),\(steps.count),\(bits),\(isSigned ? "s" : "u")@\(sampling)"
        try await Shell.run(
            "opj_compress", ["-i", "samples.raw", "-F", kind, "-o", "samples.j2k"] + options,
            in: folder.url
        ).orThrow()
        let codestream = try Data(contentsOf: folder["samples.j2k"])
        return try folder.write(bytes(around: codestream), to: name)
    }

    private func bytes(around codestream: Data) -> Data {
        guard let boxes else { return codestream }
        let header =
            Self.number(height, 4) + Self.number(width, 4) + Self.number(steps.count, 2)
            + [UInt8(bits - 1), 7, 0, 0]
        return Data(
            Self.box("jP  ", [0x0D, 0x0A, 0x87, 0x0A])
                + Self.box("ftyp", Array("jp2 \0\0\0\0jp2 ".utf8))
                + Self.box("jp2h", Self.box("ihdr", header) + boxes.joined())
                + Self.box("jp2c", [UInt8](codestream)))
    }

    static func number(_ value: Int, _ length: Int) -> [UInt8] {
        (0..<length).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        number(content.count + 8, 4) + Array(name.utf8) + content
    }

    /// The box of a colour space: 12 for CMYK, 16 for sRGB, 17 for grey, 18 for sYCC.
    static func colours(_ number: Int) -> [UInt8] {
        box("colr", [1, 0, 0] + Self.number(number, 4))
    }

    static func profile(_ bytes: [UInt8]) -> [UInt8] { box("colr", [2, 0, 0] + bytes) }

    /// A palette of 8 bits, and a channel for each column.
    static func palette(_ colours: [[UInt8]]) -> [UInt8] {
        let count = colours[0].count
        return box(
            "pclr",
            number(colours.count, 2) + [UInt8(count)] + [UInt8](repeating: 7, count: count)
                + colours.joined())
            + box("cmap", (0..<count).flatMap { [0, 0, 1, UInt8($0)] })
    }

    /// The channels in their order, by the number of the colour; 0 for alpha.
    static func channels(_ numbers: [Int], alphaType: Int = 1) -> [UInt8] {
        box(
            "cdef",
            number(numbers.count, 2)
                + numbers.enumerated().flatMap { index, colour in
                    number(index, 2) + number(colour == 0 ? alphaType : 0, 2) + number(colour, 2)
                })
    }
}
