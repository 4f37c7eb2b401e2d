import Foundation
import TestSupport
import Testing

/// The processes of the programs that a test runs.
extension Workshop {
    /// The processes that run in the folder.
    func processes() throws -> [String] {
        let folder = folder.url.resolvingSymlinksInPath().path
        return try FileManager.default.contentsOfDirectory(atPath: "/proc").filter {
            Int($0) != nil && Self.link("\($0)/cwd") == folder
        }
    }

    /// Waits until processes have ended; the kernel may take a moment.
    static func expectEnd(of processes: [String]) async throws {
        try await Patience.wait { !processes.contains { link("\($0)/cwd") != nil } }
    }

    /// The path that a link in `/proc` leads to.
    static func link(_ path: String) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(path)")
    }
}

/// A PDF with nested forms that each draw the next form ten times, which takes hours.
enum EndlessPDF {
    static let bytes: Data = {
        var objects = [
            "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R "
                + "/Resources << /XObject << /A 5 0 R >> >> >>",
            "<< /Length 5 >>\nstream\n/A Do\nendstream",
        ]
        let form = "/Type /XObject /Subtype /Form /BBox [0 0 200 200]"
        let drawing = String(repeating: "/A Do ", count: 10)
        for number in 6..<16 {
            objects.append(
                "<< \(form) /Resources << /XObject << /A \(number) 0 R >> >> "
                    + "/Length \(drawing.count) >>\nstream\n\(drawing)\nendstream")
        }
        objects.append("<< \(form) /Length 16 >>\nstream\n0 0 200 200 re f\nendstream")
        return PDFDocument.bytes(of: objects)
    }()
}
