import Foundation
import TestSupport

/// The sample images of the page tests.
enum SamplePicture: String, CaseIterable, Sendable {
    case colour = "colour"
    case odd = "50% #1 ‘ä?’ & <b>"
    case transparent = "transparent"
    case grey = "grey"
    case small = "small"
    case long = "long"
    case strips = "strips"

    func write(to file: URL) async throws {
        switch self {
        case .colour, .odd: try await TestPicture(width: 1027, height: 773).write(to: file)
        case .transparent:
            try await TestPicture(width: 900, height: 700, hasAlpha: true).write(to: file)
        case .small: try await TestPicture(width: 65, height: 33).write(to: file)
        case .long: try await TestPicture(width: 2055, height: 130).write(to: file)
        case .strips: try await TestPicture(width: 9000, height: 300).write(to: file)
        case .grey:
            try await TemporaryFolder.with { folder in
                try await TestPicture(width: 1027, height: 773).write(to: folder["colour.png"])
                try await Shell.run(
                    "vips", ["extract_band", folder["colour.png"].path, file.path, "1"]
                ).orThrow()
            }
        }
    }
}
