public import ZigguratCore
public import ZigguratStore
public import ZigguratSystem

extension Verification {
    /// A fault of a pyramid or an export, with its place.
    public struct Finding: Hashable, Sendable {
        /// The kind of a fault, for programs.
        public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
            /// A tile, or the alias of a tile, is missing.
            case missingTile
            /// A tile is empty or truncated, cannot be decoded, or differs from its alias.
            case damagedTile
            /// The width or height of a tile does not match its address.
            case wrongSize
            /// The format of a tile differs from the format of its pyramid.
            case wrongFormat
            /// A file other than a tile is missing or empty.
            case missingFile
            case extraFile
            /// A descriptor is damaged, or contradicts the tiles.
            case descriptor
            /// The export's manifest contradicts the files.
            case manifest
            /// A file does not match its checksum.
            case checksum
            /// The archive or tile database itself is damaged.
            case container
        }

        /// How the user can repair a fault.
        public enum Advice: Hashable, Sendable {
            case exportAgain
            /// Restore an intact copy, or create the pyramid again.
            case replace
            /// Write the comparison again.
            case compareAgain(comparison: String)
            /// Write the collections and the gallery of a destination again.
            case updateGallery(destination: String)
        }

        public let kind: Kind
        /// The fault, the file that has the fault, and the cause.
        public let error: ZigguratError
        /// The tile that has the fault; `nil` if the fault does not belong to a tile.
        public let tile: Tile.Address?
        public let advice: Advice

        /// The path of the file, or the place in a file.
        public var place: String { error.subject }
        /// The fault: a `VerificationError`, or the reason why a file cannot be read.
        public var reason: any ErrorReason { error.reason }

        /// - Parameter kind: the kind of the finding, if its reason is not a
        ///   `VerificationError`.
        init(
            _ error: ZigguratError, as kind: Kind, tile: Tile.Address? = nil, advice: Advice
        ) {
            self.error = error
            self.kind = (error.reason as? VerificationError)?.kind ?? kind
            self.tile = tile
            self.advice = advice
        }
    }
}

extension VerificationError {
    public var kind: Verification.Finding.Kind {
        switch self {
        case .missing(.tile), .missing(.wholeImage), .missingAlias, .tooManyFaults: .missingTile
        case .tooManyTiles: .descriptor
        case .empty(.tile), .empty(.wholeImage), .differentAlias: .damagedTile
        case .missing, .empty, .missingListed, .missingFiles: .missingFile
        case .wrongFormat: .wrongFormat
        case .wrongSize: .wrongSize
        case .unexpectedFile, .unexpectedFolder, .leftover: .extraFile
        case .contradiction, .invalidJSON, .invalidXML, .invalidBagVersion, .invalidBagEncoding,
            .outdatedCollection, .outdatedThumbnails, .outdatedGallery,
            .outdatedCover, .outdatedComparison:
            .descriptor
        case .invalidManifest, .wrongCount, .wrongOriginalSize: .manifest
        case .changed, .checksumMismatch, .unlisted, .invalidChecksumLine, .emptyChecksumList,
            .wrongPayload, .damagedHashes:
            .checksum
        }
    }
}
