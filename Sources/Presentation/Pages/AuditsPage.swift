/// The audits of this laptop.
package struct AuditsPage: Page {
    /// `audits.mustache`.
    package static let template = "audits"
    /// With the bars and the way up.
    package let frame: PageFrame
    let audits: [Row]

    package init(frame: PageFrame, audits: [Row]) {
        self.frame = frame
        self.audits = audits
    }

    /// One audit.
    package struct Row: Sendable {
        let href: String
        let title: String
        /// Such as `iOS 8.4.0, Android 8.4.0`.
        let builds: String
        let bar: Bar
        /// Such as `533 of 720 judged`.
        let progress: String
        /// Nil for none.
        let conflicts: Mark?
        let conflictsHref: String
        let sync: Mark

        package init(
            href: String, title: String, builds: String, bar: Bar, progress: String,
            conflicts: Mark?, conflictsHref: String, sync: Mark
        ) {
            self.href = href
            self.title = title
            self.builds = builds
            self.bar = bar
            self.progress = progress
            self.conflicts = conflicts
            self.conflictsHref = conflictsHref
            self.sync = sync
        }
    }
}
