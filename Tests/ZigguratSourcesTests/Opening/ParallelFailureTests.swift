import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// libvips has one error text for the whole process.
@Suite struct ParallelFailureTests {
    /// Truncated and intact files. Each kind has its own decoder with its own messages.
    private static let kinds: [(file: String, options: String)] = [
        ("a.gif", ""), ("b.webp", "lossless"), ("c.heic", ""), ("d.jpg", "interlace"),
        ("e.png", "interlace"), ("f.tif", "tile,tile-height=1024"),
    ]

    @Test func `Parallel failures have the messages of their own images`() async throws {
        try await TemporaryFolder.with { folder in
            var paths: [String] = []
            for kind in Self.kinds {
                let whole = try await TestPicture(width: 300, height: 200)
                    .write(to: folder[kind.file], options: kind.options)
                let bytes = try Data(contentsOf: whole)
                let cut = try folder.write(
                    bytes.prefix(bytes.count * 6 / 10), to: "cut-\(kind.file)")
                paths += [cut.path, whole.path]
            }
            let alone = paths.map(Self.failure)
            #expect(alone.filter { $0 == nil }.count == Self.kinds.count)
            let results = FailureList()
            let repeated = (0..<12).flatMap { _ in paths.indices }
            _ = ConcurrentWork.map(below: repeated.count, threads: 8) { [paths] number in
                results.add(repeated[number], Self.failure(paths[repeated[number]]))
            }
            for (index, failure) in results.all {
                #expect(failure?.reason as? SourceError == alone[index]?.reason as? SourceError)
                // A message that may belong to another image is omitted. Other tests run meanwhile,
                // so a message can also be missing for a single image.
                guard let cause = failure?.cause, let own = alone[index]?.cause else { continue }
                #expect(cause == own, "\(paths[index])")
            }
        }
    }

    private static func failure(_ path: String) -> ZigguratError? {
        do {
            let source = try SourceImage(path: path)
            _ = try RowStrips.samples(
                of: source.readThroughVips(keepsAlpha: false, background: .white))
            return nil
        } catch {
            return error as? ZigguratError
        }
    }
}

private final class FailureList: Sendable {
    private let results = ConditionLocked<[(Int, ZigguratError?)]>([])

    func add(_ number: Int, _ failure: ZigguratError?) {
        results.withLock { $0.append((number, failure)) }
    }

    var all: [(Int, ZigguratError?)] { results.withLock { $0 } }
}
