public import Foundation

/// A PDF in plain text. Each page has a bar whose height grows with the page's number.
public enum PDFDocument {
    /// - Parameters:
    ///   - width: the width of a page in points of 1/72 inch.
    ///   - height: the height of a page in points.
    public static func bytes(pages: Int, width: Int = 200, height: Int = 100) -> Data {
        let kids = (0..<pages).map { "\(3 + 2 * $0) 0 R" }.joined(separator: " ")
        var objects = [
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids [\(kids)] /Count \(pages) >>",
        ]
        for page in 1...pages {
            let drawing =
                "0.2 0.6 0.\(page) rg 10 10 90 \(10 + 15 * page) re f 1 0 0 RG 20 5 m 190 95 l S"
            objects += [
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 \(width) \(height)] "
                    + "/Contents \(objects.count + 2) 0 R >>",
                "<< /Length \(drawing.utf8.count) >>\nstream\n\(drawing)\nendstream",
            ]
        }
        return bytes(of: objects)
    }

    /// Returns a document of these objects. The first object is the catalogue.
    public static func bytes(of objects: [String]) -> Data {
        var text = "%PDF-1.4\n"
        var table = "0000000000 65535 f \n"
        for (index, object) in objects.enumerated() {
            table += String(format: "%010d 00000 n \n", text.utf8.count)
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = text.utf8.count
        text += "xref\n0 \(objects.count + 1)\n\(table)"
        text += "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\n"
        text += "startxref\n\(start)\n%%EOF\n"
        return Data(text.utf8)
    }
}
