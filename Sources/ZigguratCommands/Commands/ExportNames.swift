internal import CommandLineParsing
internal import ZigguratKit

extension Completion {
    /// The names of the exports in the folder of `--output`.
    static let exportNames = Completion.found(
        WordFinder { option in
            option("--output").map { Exporter(destination: $0).names } ?? []
        }, besides: .nothing)

    /// Completes exports in the default output folder, together with files or folders.
    static func exports(besides others: Completion) -> Completion {
        .found(
            WordFinder { _ in
                let folder = "Output"
                return Exporter(destination: folder).names.map { "\(folder)/\($0)" }
            }, besides: others)
    }
}
