"""Keys while answers take three seconds: no verdict lands where it was not meant."""

import random

import story
from sheet import Sheet, until

DELAY = 3000
VERDICTS = 40
WORDS = {"p": "passed", "f": "failed", "c": "cantTell", "i": "inapplicable"}
WAITING = "'waiting' in document.querySelector('#findings').dataset"
AT = """[location.pathname.split('/').at(-1),
    document.querySelector('.criterion.is-current').dataset.criterion.split('.').at(-1)]"""


class Late:
    """Hands on an answer to a save three seconds after the workbench gave it.

    While `holds` is true it hands on none: a page that waits then waits on any machine."""

    def __init__(self):
        self.holds = False

    def __call__(self, route):
        if route.request.method != "POST":
            route.continue_()
            return
        page, answer = route.request.frame.page, route.fetch()
        page.wait_for_timeout(DELAY)
        while self.holds:
            page.wait_for_timeout(DELAY / 30)
        route.fulfill(response=answer)


def test_no_verdict_lands_on_another_criterion_or_state(page, workbench, maya):
    """A hand that waits for nothing, over two states, twice over the same criteria."""
    late = Late()
    page.route("**/states/**", late)
    dice, meant = random.Random(16), {}
    sheet = Sheet(page, workbench, maya).open()

    def judge(anew=False):
        """A verdict on a criterion; anew, one that it does not have, so that it is saved."""
        sheet.press(dice.choice("jjk"))
        state, criterion = page.evaluate(AT)
        verdicts = meant.setdefault(state, {})
        before = verdicts.get(criterion) if anew else None
        key = dice.choice([key for key, word in WORDS.items() if word != before])
        verdicts[criterion] = WORDS[key]
        sheet.press(key)

    for verdicts in (VERDICTS * 5 // 8, VERDICTS * 3 // 8):
        for _ in range(verdicts):
            judge()
        late.holds = True
        judge(anew=True)
        here = page.url
        sheet.press("]")
        # On its way to the next page: what is pressed now is meant for a page that is not there.
        assert page.url == here
        sheet.press("f", "p")
        assert sheet.says().startswith("Not taken:")
        late.holds = False
        page.wait_for_url(lambda url: url != here)
    assert sum(map(len, meant.values())) > VERDICTS // 4
    for state, verdicts in meant.items():
        found = maya.findings(story.spoken(story.MENU, story.IOS, state))
        assert {name: row["outcome"] for name, row in found.items()} == verdicts
        # Each replaced the one before it: nobody disagrees with herself.
        assert {len(row["siblings"]) for row in found.values()} == {1}


def test_a_late_answer_moves_nobody_and_writes_over_nothing(page, workbench, maya):
    page.route("**/states/**", Late())
    sheet = Sheet(page, workbench, maya).open()
    first, second = sheet.criteria()[:2]
    sheet.press("j", "f", "z", "p", "j", "c")
    until(page, f"!({WAITING})")
    assert sheet.focused() == second
    assert (sheet.outcome(first), sheet.outcome(second)) == ("passed", "cantTell")
    found = sheet.recorded()
    assert (found[first]["outcome"], found[second]["outcome"]) == ("passed", "cantTell")
