import Foundation
import TestSupport
import Testing
import ZigguratKit
import ZigguratSystem

@testable import ZigguratExport
@testable import ZigguratStore

/// An export that was cancelled in this process and left its hidden folder.
struct InterruptedRun {
    let exporter: Exporter
    let image: String
    let error: ZigguratError?

    /// - Parameter fraction: the part of the tiles that are done when the export is cancelled.
    init(_ exporter: Exporter, _ image: String, at fraction: Double = 0.6) {
        var exporter = exporter
        exporter.options.journalPixels = 1
        (self.exporter, self.image) = (exporter, image)
        let cancellation = Cancellation()
        do throws(ZigguratError) {
            try exporter.export(image, cancellation: cancellation) { progress in
                if progress.fraction >= fraction { cancellation.cancel() }
            }
            error = nil
        } catch {
            self.error = error
        }
    }

    /// The hidden folders in the destination.
    var drafts: [String] {
        ((try? FileSystem.entries(in: exporter.destination, startingWith: ".ziggurat-")) ?? [])
            .map { "\(exporter.destination)/\($0)" }
    }

    /// The journal of the only hidden folder.
    var journal: String { "\(drafts.first ?? "")/.journal" }

    /// The folder in which the export was written.
    var files: String { "\(drafts.first ?? "")/photo" }

    /// Repeats the export.
    ///
    /// - Returns: the number of tiles that were kept; 0 if the export started over.
    func repeated() throws -> (result: ExportResult, kept: Int) {
        var kept = 0
        let result = try exporter.export(
            exporter.plan(image), Cancellation(),
            noted: { if case .continued(_, let files) = $0 { kept = files } }, progress: { _ in })
        return (result, kept)
    }

    /// The bytes of every file of an export.
    static func contents(_ folder: String) throws -> [String: Data] {
        let files = try FolderListing.files(in: URL(filePath: folder))
        return try Dictionary(
            uniqueKeysWithValues: files.map {
                ($0, try Data(contentsOf: URL(filePath: "\(folder)/\($0)")))
            })
    }

    /// The files that an uninterrupted export of the image writes.
    func reference() throws -> [String: Data] {
        var other = exporter
        other.destination += "-reference"
        return try Self.contents(try other.export(image).folder)
    }
}
