/// The tags of the directories of TIFF files.
///
/// Source: TIFF 6.0, appendix A; TIFF 6.0 supplement 2 (JPEG tables); GeoTIFF 1.1, section 7 and
/// annex B.
enum TIFFTag: UInt16 {
    case subfileType = 254
    case imageWidth = 256
    case imageLength = 257
    case bitsPerSample = 258
    case compression = 259
    case photometric = 262
    case imageDescription = 270
    case stripOffsets = 273
    case samplesPerPixel = 277
    case rowsPerStrip = 278
    case stripByteCounts = 279
    case xResolution = 282
    case yResolution = 283
    case planarConfiguration = 284
    case resolutionUnit = 296
    case software = 305
    case artist = 315
    case predictor = 317
    case tileWidth = 322
    case tileLength = 323
    case tileOffsets = 324
    case tileByteCounts = 325
    case extraSamples = 338
    case jpegTables = 347
    case chromaSubsampling = 530
    case copyright = 33_432
    case modelPixelScale = 33_550
    case modelTiePoint = 33_922
    case modelTransformation = 34_264
    case iccProfile = 34_675
    case geoKeyDirectory = 34_735
}
