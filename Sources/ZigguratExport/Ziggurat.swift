/// The program itself.
public enum Ziggurat {
    public static let version = "0.1.0"
    static let name = "Ziggurat"
    static let generator = "\(name) \(version)"
}
