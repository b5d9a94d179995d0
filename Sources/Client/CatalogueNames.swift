import Foundation
package import Shared

extension Catalogue {
    /// Finds by id or alias; throws `.notFound` with the controls there are.
    package func control(named name: String) throws(ClientError) -> Control {
        if let found = control(name) { return found }
        throw .notFound(what: "control in the catalogue", name: name, known: controls.map(\.id))
    }

    /// Throws as for the control; `.invalid` when it has no such platform.
    package func platform(
        _ platform: String, of name: String
    ) throws(ClientError) -> ControlPlatform {
        if let found = try control(named: name).platform(platform) { return found }
        throw .invalid("the catalogue has no \(name) on \(platform)")
    }

    /// The hash of the files that are built in; zero only where Accord's own are wrong.
    static let builtIn = (try? CatalogueLoader.embeddedFiles())?.hash ?? .zero

    /// Reads the `*.yaml` of a folder; nil for the catalogue that is built in.
    package static func read(folder: String?) throws(ClientError) -> Catalogue {
        do throws(CatalogueError) {
            guard let folder else { return try CatalogueLoader.embedded() }
            return try CatalogueLoader.load(try files(in: folder), in: folder)
        } catch {
            throw .catalogue(error)
        }
    }

    private static func files(in folder: String) throws(CatalogueError) -> CatalogueFiles {
        let url = URL(fileURLWithPath: folder, isDirectory: true)
        let found = try? FileManager.default.contentsOfDirectory(
            at: url, includingPropertiesForKeys: nil)
        let files = (found ?? []).filter { $0.pathExtension == "yaml" }
        guard !files.isEmpty else { throw .empty(folder: folder) }
        let contents = try files.map { file throws(CatalogueError) in
            let name = file.lastPathComponent
            if let content = try? Data(contentsOf: file) {
                return CatalogueFiles.File(path: name, content: [UInt8](content))
            }
            throw .file(
                .unreadable(file: "\(folder)/\(name)", line: 1, reason: "it cannot be read"))
        }
        return try CatalogueFiles(contents)
    }
}

extension ControlPlatform {
    package func state(named name: String, of control: String) throws(ClientError) -> ControlState {
        if let found = state(name) { return found }
        throw .notFound(what: "state of \(control) on \(id)", name: name, known: states.map(\.id))
    }

    /// Finds by full or short id what is judged in a state; `enabled` are inferred criteria.
    ///
    /// - Throws: `ClientError.notFound` with near ids; `.invalid` when it is not judged there.
    package func criterion(
        named name: String, in state: ControlState, enabled: Set<String>
    ) throws(ClientError) -> Criterion {
        let judged = criteria(in: state, enabled: enabled)
        if let found = judged.first(where: { $0.id == name || $0.shortID == name }) { return found }
        guard let known = criteria.first(where: { $0.id == name || $0.shortID == name }) else {
            throw .notFound(
                what: "criterion that is judged in the state \(state.id)", name: name,
                known: nearNames(to: name, among: judged.map(\.shortID)))
        }
        if known.applies(in: state) { throw .invalid("\(known.id) is switched off in this audit") }
        let places = states.filter(known.applies(in:)).map(\.id).joined(separator: ", ")
        throw .invalid("\(known.id) is not judged in the state \(state.id), but in: \(places)")
    }
}
