/// The program itself.
package enum Ziggurat {
    package static let version = "0.1.0"
    package static let name = "Ziggurat"
    package static let generator = "\(name) \(version)"
}
