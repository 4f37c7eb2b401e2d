import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ImagingTestSupport

/// Plans state the memory of decoders that hold the whole image.
@Suite struct HeldMemoryTests {
    @Test(arguments: [
        ("plain.jpg", nil), ("progressive.jpg[interlace]", 30720 / 8400), ("plain.png", nil),
        ("interlaced.png[interlace]", 3), ("plain.tif", nil), ("plain.webp", 3.125),
        ("lossless.webp[lossless]", 8.5),
        ("plain.avif", 7.8), ("plain.heic[compression=hevc]", 4.65), ("plain.gif", 4.3),
        ("plain.jxl", 6.6), ("lossless.jxl[lossless]", 4.5), ("plain.bmp", nil),
    ])
    func `A plan states the bytes that the decoder holds`(_ file: String, _ bytesPerPixel: Double?)
        async throws
    {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: 120, height: 70).write(to: folder["picture.v"])
            try await Vips.run("copy", "picture.v", file, in: folder)
            let name = String(file.prefix { $0 != "[" })
            let options = Exporter.Options(
                trust: SourceRequest.Trust(allowsUntrusted: true), layouts: [.dzi], viewer: .none)
            var exporter = Exporter(destination: folder["Output"].path, options: options)
            let plan = try exporter.plan(folder[name].path)
            let bytes = bytesPerPixel.map { Int($0 * 120 * 70) }
            #expect(plan.header.decoderBytes == bytes)
            #expect(plan.memory.decoder == bytes ?? 0)
            #expect(
                plan.memory.total
                    == plan.memory.program + plan.memory.rows + plan.memory.decoder)
            // Rows are padded to whole words.
            #expect(plan.memory.rows >= 120 * 70 * 3)
            exporter.options.memoryLimit = plan.memory.total - 1
            let error = #expect(throws: ZigguratError.self) {
                try exporter.plan(folder[name].path)
            }
            #expect(
                error?.reason as? OptionError
                    == .memoryLimit(plan.memory, limit: plan.memory.total - 1))
        }
    }
}
