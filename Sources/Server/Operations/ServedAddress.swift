package import Foundation
import Shared
import Storage

/// `DIR/address`: where the data folder is served, or was served last, for commands beside it.
package struct ServedAddress {
    private let file: URL

    package init(in dataFolder: URL) { file = dataFolder.appending(path: "address") }

    /// The address, such as `http://127.0.0.1:8437`; nil before it was served.
    package var text: String? {
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
        let address = text.trimmed
        return address.isEmpty ? nil : address
    }

    /// Leaves the address; where that cannot be written, an invite has to be told it.
    func write(_ address: String) {
        try? DurableFolder.write(Array("\(address)\n".utf8), to: file.path)
    }
}
