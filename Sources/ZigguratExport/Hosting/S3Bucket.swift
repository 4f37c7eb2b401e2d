internal import ZigguratCore

/// Buckets of Amazon S3 and compatible stores. They need rules for requests from other origins.
struct S3Bucket: StaticHost {
    package let name = "s3"
    let title = "S3"
    let advice = """
        set the rules with aws s3api put-bucket-cors; “ziggurat publish” sets media types and \
        cache times
        """

    package var files: [BundleFile] {
        let exposed = StaticHosts.exposedHeaders.map { "\"\($0)\"" }.joined(separator: ", ")
        let text = """
            {
              "CORSRules": [
                {
                  "ID": "\(StaticHosts.mark)",
                  "AllowedMethods": ["GET", "HEAD"],
                  "AllowedOrigins": ["*"],
                  "AllowedHeaders": ["Range", "If-Match"],
                  "ExposeHeaders": [\(exposed)],
                  "MaxAgeSeconds": 86400
                }
              ]
            }

            """
        return [BundleFile(path: "s3-cors.json", bytes: Array(text.utf8))]
    }
}
