import Client
import Foundation
import HTTPTypes
import Hummingbird
import Reading
import Shared
import Site

/// What one request of a phone brings, bounded piece by piece.
struct PhoneSending: Sendable {
    let pass: PhonePass
    private let request: Request
    private let secret: String?
    private let passes: PhonePasses
    private let site: Site
    private static let fieldBytesMax = 16 * 1024

    /// - Throws: `PhoneError` before a byte of the body is read.
    init(
        _ request: Request, _ context: SiteContext, _ passes: PhonePasses, _ site: Site
    ) throws {
        self.request = request
        self.passes = passes
        self.site = site
        secret = request.phoneSecret
        // A form has a little around its file.
        let most = PhonePass.fileBytesMax + UInt64(Self.fieldBytesMax)
        pass = try passes.begin(context.parameters.get("code") ?? "", secret: secret)
        let length = request.headers[.contentLength].map { UInt64($0) ?? .max } ?? 0
        guard length <= (request.method == .put ? PhonePass.fileBytesMax : most * 4)
        else { throw PhoneError.tooLarge }
    }

    /// - Returns: What the page says of the file, which is durable and attached.
    func takeFile() async throws -> String {
        var file = Incoming(name: request.uri.queryParameters.get("name") ?? "")
        for try await piece in request.body {
            try await take(Array(piece.readableBytesView), into: &file)
        }
        return try await attach(file, shows: request.uri.queryParameters.get("shows") ?? "")
    }

    /// Files of a form are attached one by one, with what was said of them.
    func takeForm() async throws {
        var field: (name: String, bytes: [UInt8])?
        var file: Incoming?
        var files: [Incoming] = []
        var shows = ""
        var fieldBytes = 0
        try await request.readParts { event in
            switch event {
            case .begin(let part):
                field = (part.name, [])
                file = part.file.map { Incoming(name: $0) }
                if file != nil, !files.isEmpty { _ = try passes.begin(pass.code, secret: secret) }
            case .bytes(let bytes):
                if var incoming = file {
                    try await take(bytes, into: &incoming)
                    file = incoming
                    return
                }
                fieldBytes += bytes.count
                guard fieldBytes <= Self.fieldBytesMax else { throw PageError.badForm }
                field?.bytes += bytes
            case .end:
                if let file, file.intake != nil || !file.name.isEmpty { files.append(file) }
                if file == nil, field?.name == "shows" {
                    shows = String(decoding: field?.bytes ?? [], as: UTF8.self)
                }
                field = nil
                file = nil
            }
        }
        guard !files.isEmpty else { throw AuditError.invalid("no file was chosen") }
        for file in files { _ = try await attach(file, shows: shows) }
    }

    /// A file that comes; nothing refers to it yet.
    private struct Incoming: Sendable {
        let name: String
        var intake: EvidenceIntake?
        var size: UInt64 = 0
    }

    private func take(_ bytes: [UInt8], into file: inout Incoming) async throws {
        guard !bytes.isEmpty else { return }
        guard UInt64(bytes.count) <= PhonePass.fileBytesMax - file.size
        else { throw PhoneError.tooLarge }
        try passes.take(bytes.count, pass.code, secret: secret)
        let known = file.intake
        file.intake = try await site.run(isAside: true) { context in
            let intake = try known ?? context.client.evidence.folder.receive()
            try bytes.withUnsafeBytes { try intake.take($0) }
            return intake
        }
        file.size += UInt64(bytes.count)
    }

    private func attach(_ file: Incoming, shows: String) async throws -> String {
        let name = file.name
        let known = file.intake
        let pass = pass
        let taken = try await site.run(isAside: true) {
            try (known ?? $0.client.evidence.folder.receive()).complete(
                name: name.isEmpty ? nil : name, location: .removeWherePossible)
        }
        // What was closed while the last bytes came attaches nothing.
        try passes.take(0, pass.code, secret: secret)
        let arrived = try await site.run { context in
            let view = try context.view(of: pass.audit)
            let place = try StatePlace(pass.state, of: view, in: context)
            let attaching = Attaching(context: context, place: place)
            let answer = try attaching.attach(
                [taken], to: attaching.criterion(pass.criterion), saying: [.evidenceShows: shows])
            return PhonePass.Arrived(
                name: taken.name ?? "A file", words: "\(answer.says ?? "").", at: context.now)
        }
        passes.note(arrived, pass.code)
        site.noteSaved(pass.audit)
        return arrived.words
    }
}
