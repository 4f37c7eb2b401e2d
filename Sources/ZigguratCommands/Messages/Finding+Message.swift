internal import ZigguratKit

extension Verification.Finding {
    /// The message for the fault. If the reason has no hint, the hint says how to repair the
    /// pyramid.
    var message: Message {
        let words = error.message
        return words.hint.isEmpty ? Message(words.problem, hint: advice.hint) : words
    }

    /// The file, and the tile if the finding concerns one.
    var subject: String { tile.map { "\(place) (\($0))" } ?? place }
}

extension Verification.Finding.Advice {
    fileprivate var hint: String {
        switch self {
        case .exportAgain: "export the image again with --force"
        case .replace: "get a good copy, or create the pyramid again"
        case .updateGallery(let destination):
            "“ziggurat gallery \(destination)” writes it again"
        }
    }
}
