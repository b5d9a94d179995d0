import Foundation
import SwiftProtobuf

/// What a search feeds that the compiler guides (`scripts/fuzz --guided`).
///
/// Compiled together with `Shared`, so it is no target of the package. `ACCORD_DECODER` names one
/// decoder, else each gets the bytes. A decoder may refuse them; what it takes must have one form,
/// or this traps.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let decoder = FuzzTarget.chosen {
        decoder(bytes)
    } else {
        for decoder in FuzzTarget.decoders.values { decoder(bytes) }
    }
    return 0
}

private enum FuzzTarget {
    static let chosen = ProcessInfo.processInfo.environment["ACCORD_DECODER"].map { name in
        guard let decoder = decoders[name] else {
            preconditionFailure("ACCORD_DECODER is one of \(decoders.keys.sorted()).")
        }
        return decoder
    }

    static let decoders: [String: @Sendable ([UInt8]) -> Void] = [
        "body": { bytes in
            guard let body = try? ChangeBody(decoding: bytes) else { return }
            precondition(
                (try? ChangeBody(decoding: body.encoded())) == body, "A body has one meaning.")
        },
        "record": { bytes in
            guard let record = try? Record(decoding: bytes) else { return }
            precondition(
                (try? Record(decoding: record.encoded()))?.digest == record.digest,
                "A record has one meaning.")
        },
        "key": { bytes in
            guard let key = RecordKey(bytes: bytes) else { return }
            precondition(key.bytes == bytes, "A key has one form.")
        },
        "vector": { bytes in
            guard let vector = VersionVector(bytes: bytes) else { return }
            precondition(vector.bytes == bytes, "A vector has one form.")
        },
        "path": { bytes in
            guard let text = String(validating: bytes, as: UTF8.self),
                let field = FieldID(path: text)
            else { return }
            precondition(Array(field.path.utf8) == bytes, "A path has one form.")
            _ = (field.name, field.segments)
        },
        "frames": { bytes in
            for range in Framing.ranges(in: bytes, bytesMax: 100_000) ?? [] {
                _ = Framing.onlyField(2, in: bytes[range])
            }
        },
        "problem": { bytes in
            guard let problem = Problem(json: bytes) else { return }
            precondition(Problem(json: problem.json) == problem, "A problem has one meaning.")
        },
        "push": { bytes in
            guard let message = try? WirePushRequest(serializedBytes: bytes) else { return }
            precondition(
                (try? WirePushRequest(serializedBytes: message.canonicalBytes())) == message,
                "A message has one meaning.")
        },
        "pull": { bytes in
            guard let item = try? WirePullItem(serializedBytes: bytes) else { return }
            if case .record(let record) = item.item {
                _ = try? Record(decoding: record.canonicalBytes())
            }
        },
        "zstd": { bytes in
            guard let decoded = try? Zstd.decompressed(bytes, limit: 100_000) else { return }
            precondition(decoded.count <= 100_000, "The limit holds.")
        },
        "capture": { bytes in
            for capture in [
                try? PageReader.read(bytes, from: .uiautomator),
                try? PageReader.read(bytes, from: .appium), try? FrameworkReader.read(bytes),
            ].compactMap(\.self) {
                let survey = CaptureAnalysis(capture, by: CatalogueLoader.embedded())
                for sighting in survey.sightings() { _ = survey.facts(of: sighting.element) }
            }
        },
        "catalogue": { bytes in
            let file = CatalogueFiles.File(path: "menu.yaml", content: bytes)
            _ = try? CatalogueLoader.load(CatalogueFiles([file]))
            _ = try? CatalogueFiles(decoding: bytes)
        },
    ]
}
