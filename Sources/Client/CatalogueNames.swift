import Foundation
package import Shared

extension Catalogue {
    /// Finds a control by id or alias.
    ///
    /// - Throws: `ClientError.notFound` with the controls there are.
    package func control(named name: String) throws(ClientError) -> Control {
        guard let found = control(name) else {
            throw .notFound(
                what: "control in the catalogue", name: name, known: controls.map(\.id))
        }
        return found
    }

    /// Finds a control's side of a platform.
    ///
    /// - Throws: As for the control; `.invalid` when the control has no such platform.
    package func platform(
        _ platform: String, of name: String
    ) throws(ClientError) -> ControlPlatform {
        guard let found = try control(named: name).platform(platform) else {
            throw .invalid("the catalogue has no \(name) on \(platform)")
        }
        return found
    }

    /// The hash of the files that are built in; zero only where Accord's own are wrong.
    static let builtIn = (try? CatalogueLoader.embeddedFiles())?.hash ?? .zero

    /// Reads the catalogue files of a folder, or the catalogue that is built in.
    ///
    /// - Parameter folder: Its `*.yaml` are read; nil for the built-in catalogue.
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
        var result: [CatalogueFiles.File] = []
        for file in files {
            let name = file.lastPathComponent
            do {
                result.append(
                    CatalogueFiles.File(path: name, content: [UInt8](try Data(contentsOf: file))))
            } catch {
                throw .unreadable(file: "\(folder)/\(name)", line: 1, reason: "it cannot be read")
            }
        }
        return try CatalogueFiles(result)
    }
}

extension ControlPlatform {
    /// Finds a state that the control has here.
    ///
    /// - Throws: `ClientError.notFound` with the states it has.
    package func state(named name: String, of control: String) throws(ClientError) -> ControlState {
        guard let found = state(name) else {
            throw .notFound(
                what: "state of \(control) on \(id)", name: name, known: states.map(\.id))
        }
        return found
    }

    /// Finds a criterion that is judged in a state, by its full or its short id.
    ///
    /// - Parameter enabled: Inferred criteria that the audit switched on.
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
        guard known.applies(in: state) else {
            let places = states.filter(known.applies(in:)).map(\.id).joined(separator: ", ")
            throw .invalid(
                "\(known.id) is not judged in the state \(state.id), but in: \(places)")
        }
        throw .invalid("\(known.id) is switched off in this audit")
    }
}
