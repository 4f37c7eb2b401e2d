internal import ZigguratKit

extension Finding: Worded {
    var message: Message { Message(problem, hint: remedy) }

    /// The file, and the tile if the finding concerns one.
    var subject: String { tile.map { "\(place) (\($0))" } ?? place }
}
