"""An audit with many components: no page is endless, and any component is a few letters away."""

import large
from programs import Laptop, Workbench

COMPONENTS = 400
KILOBYTES_MAX = 1000


def test_pages_of_many_components_stay_small_and_find_by_typing(browser, tmp_path):
    laptop = Laptop(tmp_path, "Maya Lindqvist")
    audit = large.fill(laptop, 0, COMPONENTS)
    with Workbench(laptop) as workbench:
        pages = large.Pages(workbench)
        sizes = {name: pages.get(path)[1] for name, path in large.paths(laptop, audit).items()}
        assert max(sizes.values()) < KILOBYTES_MAX, sizes
        page = browser.new_context(storage_state={"cookies": [
            {"name": one.name, "value": one.value, "url": workbench.address}
            for one in pages.cookies]}).new_page()
        page.goto(f"{workbench.address}/audits/{audit}")
        page.keyboard.press("t")
        page.get_by_label("Part of a component, screen, state or environment").fill(
            f"control {COMPONENTS - 3:05}")
        label = f"Control {COMPONENTS - 3:05}"
        page.locator("[data-jump-list] a").filter(has_text=label).first.click()
        page.wait_for_url("**/states/*/*/*")
        assert page.locator("h1").inner_text().startswith(f"{label}: ")
        page.context.close()
