package import ZigguratSystem

/// The reason why a template cannot name tiles. The error's subject is the template.
package struct NamingFailure: FailureReason {
    package enum Problem: Hashable, Sendable {
        case unopenedBrace
        case unclosedBrace
        case emptyName
        /// A folder or file called `.` or `..`.
        case relativeName(String)
        case controlCharacter
        /// A folder or file whose name begins with a full stop. `serve` does not send such files.
        case hiddenName(String)
        case unknownPlaceholder(String)
        case invalidWidth(String, placeholder: String)
        case nameTooLong(bytes: Int, limit: Int)
        case pathTooLong(bytes: Int, limit: Int)
        /// The bundle's page needs this path.
        case reservedPath(String)
        /// Two tiles have the same path. The densities and the placeholder distinguish the tiles.
        case duplicatePath(
            String, [Tile.Address], densities: [Int], placeholder: String, isUsed: Bool)
    }

    package let problem: Problem
    /// The position in the template, in characters from 1.
    package let position: Int

    package init(_ problem: Problem, position: Int) {
        self.problem = problem
        self.position = position
    }

    package var code: ZigguratError.Code { .invalidOptions }
}
