extension Program {
    /// The options of a command line as words that mean the same in any folder, without argument
    /// files and without the environment variable: `--output=/data/public`, `--lossless`.
    ///
    /// - Parameters:
    ///   - words: the words after the program's name, which can be parsed.
    ///   - defaults: the value of the environment variable with options.
    ///   - folder: the folder that relative paths belong to.
    package func optionWords(
        of words: [ArgumentText], defaults: ArgumentText?, in folder: String
    ) throws(CommandLineError) -> [String] {
        let (parameters, found) = try occurrences(in: words, defaults: defaults)
        return found.compactMap { occurrence in
            let parameter = parameters[occurrence.parameter]
            guard parameter.kind != .argument else { return nil }
            guard let value = occurrence.value?.text else { return parameter.title }
            let isRelative = parameter.isPath && value.utf8.first != UInt8(ascii: "/")
            return "\(parameter.title)=\(isRelative ? "\(folder)/" : "")\(value)"
        }
    }
}

extension Parameter {
    /// Whether its value is the path of a file or a folder.
    fileprivate var isPath: Bool {
        switch value?.completion {
        case .files, .folders: true
        default: false
        }
    }
}
