"""Work without a mouse, by accessible names alone."""


class Hand:
    """Somebody without a mouse: she finds things by role and name; what she does is counted."""

    def __init__(self, page, tabs_max=80):
        self.page = page
        self.tabs_max = tabs_max  # on any page
        self.steps = []

    def reach(self, role, name):
        """Tab by Tab to what has that role and that name."""
        wanted = self.page.get_by_role(role, name=name, exact=True)
        wanted.first.wait_for()
        for _ in range(self.tabs_max):
            self.page.keyboard.press("Tab")
            if wanted.evaluate_all("all => all.includes(document.activeElement)"):
                return
        raise AssertionError(f"Tab does not reach the {role} “{name}” on {self.page.url}")

    def fill(self, name, text):
        self.reach("textbox", name)
        self.page.keyboard.insert_text(text)
        self.steps.append(f"fill {name}")

    def tick(self, name):
        self.reach("checkbox", name)
        self.page.keyboard.press("Space")
        self.steps.append(f"tick {name}")

    def press(self, role, name, key="Enter"):
        """Presses a button or follows a link; what it leads to is loaded."""
        self.reach(role, name)
        with self.page.expect_navigation():
            self.page.keyboard.press(key)
        self.steps.append(f"press {name}")
