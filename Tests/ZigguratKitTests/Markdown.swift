import Foundation
import TestSupport

/// A document of the repository, and what stands in it.
struct Markdown {
    private let lines: [String]

    init(_ path: String) throws {
        let text = try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
        lines = text.components(separatedBy: "\n")
    }

    /// The blocks of code in a language, in their order.
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

    /// The rows of the table that begins with this cell, its head left out; cells without the marks
    /// of code.
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
