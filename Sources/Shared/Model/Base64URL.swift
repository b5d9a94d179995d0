import Foundation

extension [UInt8] {
    /// RFC 4648's alphabet for URLs, without padding.
    package var base64URL: String {
        Data(self).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Reads `base64URL` back; nil for anything else.
    package init?(base64URL text: String) {
        let standard = text.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: standard + padding) else { return nil }
        self = [UInt8](data)
    }
}
