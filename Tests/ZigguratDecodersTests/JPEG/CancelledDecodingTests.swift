import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratImaging
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratDecoders
@testable import ZigguratSources

/// After a cancellation, no decoder continues.
@Suite struct CancelledDecodingTests {
    /// The test finds decoders by their open files.
    @Test(arguments: [
        ("slow.jpg", "interlace,Q=95"), ("slow.png", "interlace"), ("slow.webp", "lossless"),
    ])
    func `The decoder has ended when the error arrives`(
        _ name: String, _ options: String
    ) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 1600, height: 1200)
                .write(to: folder[name], options: options)
            for answers in [0, 1, 2] {
                try Self.cancel(file.path, after: answers)
                #expect(try OpenFiles.names().contains(file.path) == false)
            }
        }
    }

    /// Begins to read an image, and cancels. The source, which keeps its file open, is released at
    /// the end.
    private static func cancel(_ path: String, after answers: Int) throws {
        let source = try SourceImage(path: path)
        var questions = 0
        let error = #expect(throws: ZigguratError.self) {
            let reading = try source.makeReading(keepsAlpha: false, background: .white) {
                questions += 1
                return questions <= answers
            }
            // libvips' decoders call the callback at most twice before they end.
            guard path.hasSuffix("slow.jpg") else { throw ZigguratError(Cancelled()) }
            _ = reading
        }
        #expect(error?.reason is Cancelled)
    }

    @Test func `A progressive JPEG is cancelled long before its end`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 3000, height: 3000)
                .write(to: folder["slow.jpg"], options: "interlace,Q=95")
            var questions = 0
            let reader = try #require(try JPEGRowReader(path: file.path))
            try reader.start {
                questions += 1
                return true
            }
            let all = questions
            #expect(all > 100)
            let cancelled = try #require(try JPEGRowReader(path: file.path))
            questions = 0
            let error = #expect(throws: ZigguratError.self) {
                try cancelled.start {
                    questions += 1
                    return questions < 5
                }
            }
            #expect(error?.reason is Cancelled && questions == 5)
        }
    }
}
