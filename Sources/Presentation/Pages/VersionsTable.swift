/// The versions that stand on one finding, as a table and a sentence for every two of them.
package struct VersionsTable: Sendable {
    /// The component state's, such as `{09c1:4, 7f3a:12}`.
    let context: String
    let writes: [Write]
    let relations: [String]

    package init(context: String, writes: [Write], relations: [String]) {
        self.context = context
        self.writes = writes
        self.relations = relations
    }

    /// One live write.
    package struct Write: Sendable {
        let dot: String
        let who: String
        let says: String
        let seen: String
        let knew: String

        package init(dot: String, who: String, says: String, seen: String, knew: String) {
            self.dot = dot
            self.who = who
            self.says = says
            self.seen = seen
            self.knew = knew
        }
    }
}
