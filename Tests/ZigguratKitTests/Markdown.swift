import Foundation
import TestSupport

/// A Markdown document of the repository, and its code blocks and tables.
struct Markdown {
    private let lines: [String]

    init(_ path: String) throws {
        let text = try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
        lines = text.components(separatedBy: "\n")
    }

    /// The code blocks in a language, in document order.
    func code(in language: String) -> [String] {
        var blocks: [String] = []
        var block: [String]?
        for line in lines {
            if let open = block {
                block = line == "```" ? nil : open + [line]
                if block == nil { blocks.append(open.joined(separator: "\n") + "\n") }
            } else if line == "```\(language)" {
                block = []
            }
        }
        return blocks
    }

    /// The rows of the table whose first header cell has this text, without the header. Cells are
    /// stripped of code marks.
    func table(headed head: String) -> [[String]] {
        guard let start = lines.firstIndex(where: { $0.hasPrefix("| \(head) |") }) else {
            return []
        }
        return lines.dropFirst(start + 2).prefix { $0.hasPrefix("|") }.map { line in
            line.split(separator: "|").map {
                $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
            }
        }
    }
}
