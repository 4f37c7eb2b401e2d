/// JPEG 2000, through libvips, which shows the levels of a file as its pages.
struct JPEG2000Decoder: SourceDecoder {
    let format = "jp2k"
    let extensions = ["jp2", "j2k"]
    let traits = LoaderTraits(pagesMayBeLevels: true)

    /// A signature box, or a bare codestream. Source: ITU-T T.800, I.5.1 and A.4.1.
    func recognises(_ head: [UInt8]) -> Bool {
        head.starts(with: [0, 0, 0, 0x0C] + Array("jP  ".utf8))
            || head.starts(with: [0xFF, 0x4F, 0xFF, 0x51])
    }
}
