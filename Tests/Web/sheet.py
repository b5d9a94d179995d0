"""The form of a component state as a tester uses it, and what is known to be saved."""

import patience
import story

SAVED = "Number(document.querySelector('#findings')?.dataset.saved ?? 0)"
TROUBLE = "document.querySelector('#findings').dataset.trouble"

# Arrow keys are to rest before they save, for which tests have no time. The page's own script runs
# after the document is parsed.
NO_REST = """document.addEventListener('readystatechange', () => {
    document.querySelector('#findings')?.setAttribute('data-rest', '0');
})"""


def until(page, condition, milliseconds=patience.PAGE_MILLISECONDS):
    """Waits in the page; Playwright's own way needs what the policy of our pages forbids."""
    held = page.evaluate(
        f"""async (end) => {{
            const start = performance.now();
            while (!({condition}) && performance.now() - start < end)
                await new Promise((go) => setTimeout(go, 2));
            return Boolean({condition});
        }}""", milliseconds)
    assert held, f"did not come true: {condition}"


class Sheet:
    """An open page of a component state. Script saves; a save ends when the page says so."""

    def __init__(self, page, workbench, laptop, component=story.MENU, state="expanded"):
        self.page, self.laptop = page, laptop
        self.spoken = story.spoken(component, story.IOS, state)
        self.address = (
            f"{workbench.address}/audits/{laptop.audit}/states/"
            f"{laptop.components[component]}/{story.IOS}/{state}")

    def open(self):
        self.page.add_init_script(NO_REST)
        self.page.goto(self.address)
        return self

    def criteria(self):
        """The short names of all criteria, in the order of the page."""
        return self.page.eval_on_selector_all(
            ".criterion", "all => all.map((one) => one.dataset.criterion.split('.').at(-1))")

    def box(self, criterion):
        """The part of the page that one criterion has."""
        return self.page.locator(f"[data-criterion$='.{criterion}']")

    def open_details(self, criterion, script=True):
        """Opens what comes when it is opened; without a script its button saves the form first."""
        self.box(criterion).locator("details.more > summary").first.click()
        if not script:
            with self.page.expect_navigation():
                self.box(criterion).get_by_role("button", name="Fields and how to test").click()
        self.box(criterion).locator("[data-part='note']").wait_for()

    def outcome(self, criterion):
        """What the page shows as chosen."""
        return self.box(criterion).locator("input[name^='outcome']:checked").get_attribute("value")

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def saves(self):
        """How often the page has said that something is saved."""
        return self.page.evaluate(SAVED)

    def saving(self, act):
        """Does what must end in a save, and waits for the page to say so."""
        before = self.saves()
        act()
        until(self.page, f"{SAVED} > {before} || {TROUBLE}")
        trouble = self.page.get_attribute("#findings", "data-trouble")
        assert trouble is None, trouble

    def saving_keys(self, *keys):
        self.saving(lambda: self.press(*keys))

    def focused(self):
        """The criterion that has the focus; nothing where it is elsewhere or lost."""
        return self.page.evaluate(
            "document.activeElement.closest('.criterion')?.dataset.criterion.split('.').at(-1)")

    def has_focus(self):
        """Whether anything has the focus; a page that lost it leaves a reader at its top."""
        return self.page.evaluate("document.activeElement !== document.body")

    def says(self):
        """What a screen reader is told."""
        until(self.page, "document.querySelector('#live').textContent")
        return self.page.inner_text("#live")

    def recorded(self):
        """What another process finds in the home, at once."""
        return self.laptop.findings(self.spoken)


def untested(laptop):
    """How many findings nobody has judged."""
    return len(laptop.asked("list", "--untested"))
