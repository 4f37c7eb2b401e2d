/// A part of the program that reads untrusted input.
///
/// A fuzzer calls a target with arbitrary bytes. The target may reject them with an error. The
/// target must not crash, and must need little time and memory. To add a target, write one file in
/// this folder, add one line to ``all``, and put small files of the format into
/// `Tests/FuzzSeeds/NAME`.
package struct FuzzTarget: Sendable {
    /// The name of the target, in lower case with hyphens.
    package let name: String
    /// The length of the longest input, in bytes.
    package let longest: Int
    /// Prepares the state that all inputs share, and returns the function that reads one input.
    package let prepare: @Sendable (_ folder: ScratchFolder) throws -> (_ input: [UInt8]) -> Void

    init(
        _ name: String, longest: Int = 4096,
        prepare: @escaping @Sendable (ScratchFolder) throws -> ([UInt8]) -> Void
    ) {
        self.name = name
        self.longest = longest
        self.prepare = prepare
    }

    /// A target without preparation.
    init(
        _ name: String, longest: Int = 4096, reading: @escaping @Sendable ([UInt8]) -> Void
    ) {
        self.init(name, longest: longest) { _ in reading }
    }

    package static let all: [FuzzTarget] = single + descriptors + maps + decoders + headers

    private static let single: [FuzzTarget] = [
        manifest, bundleRecord, hashes, journal,
        pmtiles, zip, mbtiles, pyramidalTIFF,
        naming, annotations, tours, pageTemplate, arguments, request,
        xmp, iptc, exif, profile, tileCheck, vectorTile, lossless, jpegBands,
    ]
}
