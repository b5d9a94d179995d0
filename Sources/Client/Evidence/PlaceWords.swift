/// The words by which texts that cameras and programs write into files speak of a place.
enum PlaceWords {
    /// They come from Exif, XMP and IPTC; in XMP a prefix may be any.
    private static let all = [
        "GPS", "Latitude", "latitude", "Longitude", "longitude", "geo:lat", "geo:long",
        "wgs84_pos", "Location", "location", ":City", ":Country", "photoshop:State",
    ].map { Array($0.utf8) }

    /// How much two pieces of a text share, so that no word is lost on their border.
    static let sharedBytes = 64

    private static let firstBytes = Set(all.compactMap(\.first))

    /// Whether a text holds such a word, as UTF-8, UTF-16 or UTF-32.
    static func stand(in bytes: some Sequence<UInt8>) -> Bool {
        // The wider forms write the same letters with zeros around them.
        let text = bytes.filter { $0 != 0 }
        return text.indices.contains { index in
            firstBytes.contains(text[index]) && all.contains { text[index...].starts(with: $0) }
        }
    }
}
