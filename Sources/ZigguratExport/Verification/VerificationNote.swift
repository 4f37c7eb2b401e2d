public import ZigguratCore

/// Information from a verification that is not a fault.
public enum VerificationNote: Note {
    /// A layout that is not known: only its checksums are checked.
    case unknownLayout(String)
    /// A descriptor was edited after the export.
    case editedDescriptor
    /// Some clients request this path, which does not exist.
    case missingPath(String)
    /// A collection was checked.
    case collection(summary: String, items: Int, faults: Int)
    /// A property of the pyramid that was derived from its tiles.
    case assumption(String)
}
