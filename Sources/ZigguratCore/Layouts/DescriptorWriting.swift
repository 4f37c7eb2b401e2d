public import ZigguratSystem

/// A layout with files that describe the pyramid to its clients.
public protocol DescriptorWriting: Layout {
    /// The path of the IIIF Presentation manifest among the descriptors; `nil` without one.
    var presentationManifest: String? { get }

    /// Returns the descriptors of a bundle.
    func makeDescriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile]
}

extension DescriptorWriting {
    public var presentationManifest: String? { nil }
}

extension Layout {
    /// Returns the files that describe the pyramid to its clients.
    public func descriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile] {
        guard let layout = self as? any DescriptorWriting else { return [] }
        return try layout.makeDescriptors(of: bundle)
    }
}
