public import ZigguratSystem

/// A layout with files that describe the pyramid to its clients.
public protocol DescriptorWriting: Layout {
    /// The path of the IIIF Presentation manifest among the descriptors; `nil` if there is none.
    var presentationManifest: String? { get }

    /// Returns the descriptors of a bundle.
    func makeDescriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile]
    /// Returns what the publisher of a bundle should know.
    func makeNotes(on bundle: BundleDescription) -> [String]
}

extension DescriptorWriting {
    public var presentationManifest: String? { nil }
    public func makeNotes(on bundle: BundleDescription) -> [String] { [] }
}

extension Layout {
    /// The files that describe the pyramid to its clients.
    public func descriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile] {
        guard let layout = self as? any DescriptorWriting else { return [] }
        return try layout.makeDescriptors(of: bundle)
    }

    /// What the publisher of a bundle should know.
    package func notes(on bundle: BundleDescription) -> [String] {
        (self as? any DescriptorWriting)?.makeNotes(on: bundle) ?? []
    }
}
