/// Examples in help that the program itself would refuse, which a test should find.
extension Program {
    /// What is wrong with each such example; empty when all are right.
    var exampleProblems: [String] {
        root.all.flatMap { node in
            node.configuration.examples.compactMap { example in
                problem(with: example.line).map { "“\(example.line)”: \($0)" }
            }
        }
    }

    private func problem(with line: String) -> String? {
        let words = Self.words(of: line)
        guard words.first == root.name else { return "it does not begin with \(root.name)" }
        do throws(CommandLineError) {
            _ = try parse(Array(words.dropFirst()))
            return nil
        } catch {
            return error.description
        }
    }

    /// The words that a shell would hand over, of a line that uses no more of the shell than
    /// quotation marks and a pipe, a redirection or a further command at the end.
    private static func words(of line: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in line + " " {
            if let open = quote {
                if character == open { quote = nil } else { word?.append(character) }
            } else if character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if character == " " {
                if let word { words.append(word) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        return Array(words.prefix { !["|", ">", "&&", ";"].contains($0) })
    }
}
