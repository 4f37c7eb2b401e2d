import ZigguratCore

@testable import ZigguratImaging
@testable import ZigguratSources

extension FuzzTarget {
    /// Targets for the header and the pixels of formats that this process decodes.
    static let decoders = [
        "jpeg", "png", "tiff", "webp", "bmp", "ppm", "psd", "qoi", "ico", "tga", "pmtiles",
    ].map(decoder)

    /// The largest number of pixels that a target decodes.
    private static let pixelLimit = 1 << 18

    private static func decoder(_ name: String) -> FuzzTarget {
        FuzzTarget("decode-\(name)") { folder in
            let decoder = Decoders.named(name)
            let path = "\(folder.path)/photo"
            return { input in
                folder.write(input, to: "photo")
                guard !input.isEmpty, let file = try? SourceFile(path: path),
                    decoder.recognises(file.bytes(18, at: 0))
                else { return }
                let image = decoder.open(file)
                _ = image.isTruncated
                decode(image)
            }
        }
    }

    private static func decode(_ image: any OpenedImage) {
        let trust = SourceRequest.Trust(allowsUntrusted: true, pixelLimit: pixelLimit)
        for request in [SourceRequest(), SourceRequest(rotation: .quarter, sampleBits: 16)] {
            guard let (header, plan) = image.header(request, trust) else { continue }
            let target = ReadingTarget(
                sampleBytes: request.sampleBits / 8, keepsAlpha: request.sampleBits == 8,
                appliesProfile: header.hasProfile)
            guard
                let reading = try? image.read(plan, target, isWanted: { true }),
                let rows = try? reading.makeRowReader()
            else { continue }
            read(rows)
        }
    }

    static func read(_ reader: any RowReader) {
        let length = reader.size.width * reader.bytesPerPixel
        let row = UnsafeMutablePointer<UInt8>.allocate(capacity: length)
        defer { row.deallocate() }
        for _ in 0..<reader.size.height {
            var rows = [row]
            let isRead = rows.withUnsafeMutableBufferPointer { rows in
                (try? reader.read(into: UnsafeBufferPointer(rows))) != nil
            }
            guard isRead else { return }
        }
    }
}
