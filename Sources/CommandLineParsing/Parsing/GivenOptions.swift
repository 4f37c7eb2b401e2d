/// The options of a command line, with those of the environment variable.
package struct GivenOptions: Sendable {
    let parameters: [Parameter]
    let found: [Parameter.Occurrence]

    /// The options as words that mean the same in any folder, without argument files and without
    /// the environment variable: `--output=/data/public`, `--lossless`.
    ///
    /// - Parameters:
    ///   - set: only its options are returned.
    ///   - folder: the folder that relative paths belong to.
    package func words(of set: any ParameterSet, in folder: String) -> [String] {
        let titles = Set(Declarations(of: set).options.map(\.title))
        return found.compactMap { occurrence in
            let parameter = parameters[occurrence.parameter]
            guard titles.contains(parameter.title) else { return nil }
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
