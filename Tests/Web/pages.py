"""The list of all pages that the workbench serves: a page that is not here fails `test_pages`."""

import dataclasses
import re
import urllib.parse

import story


@dataclasses.dataclass(frozen=True)
class Listed:
    """One page as a test or a screenshot asks for it."""

    name: str
    # With {audit}, {empty}, {screen}, and {menu}, {sheet}, {dialog}, {row}: ids of components.
    address: str
    # Whose workbench; `ines` has planned nothing, `guest` has no audits, `newcomer` no home,
    # `player` the example; `stranger` is not in.
    reader: str = "maya"
    status: int = 200
    is_main: bool = False  # shown in every form by scripts/screenshots

    def of(self, team):
        """The address in one team's audit."""
        ids = {key: team.components[name] for key, name in COMPONENTS.items()}
        return self.address.format(
            audit=team.audit, empty=team.empty, evidence=team.evidence,
            screen=urllib.parse.quote(team.names("Accounts"), safe=""), **ids)


COMPONENTS = {"menu": story.MENU, "sheet": story.SHEET, "dialog": story.DIALOG, "row": story.ROW}
STATES = "/audits/{audit}/states"

PAGES = [
    Listed("welcome", "/welcome", reader="newcomer"),
    Listed("example", "/audits", reader="player"),
    Listed("audits", "/audits"),
    Listed("audits-none", "/audits", reader="guest"),
    Listed("join", "/audits/join"),
    Listed("audit", "/audits/{audit}", is_main=True),
    Listed("audit-empty", "/audits/{empty}", reader="ines"),
    Listed("audit-found", "/audits/{audit}?find=options&who=&show=open"),
    Listed("audit-chosen", "/audits/{audit}?show=conflicts&control=menu"),
    Listed("overview", "/audits/{audit}/overview", is_main=True),
    Listed("overview-lead", "/audits/{audit}/overview", reader="tomas"),
    Listed("overview-chosen", "/audits/{audit}/overview?show=failed&control=menu"),
    Listed("overview-nothing", "/audits/{audit}/overview?show=failed&control=table-row"),
    Listed("overview-empty", "/audits/{empty}/overview", reader="ines"),
    Listed("paper", "/audits/{audit}/paper?show=open"),
    Listed("audit-nothing", "/audits/{audit}?show=failed&control=table-row"),
    Listed("state-menu", STATES + f"/{{menu}}/{story.ANDROID}/expanded", is_main=True),
    Listed("state-sheet", STATES + f"/{{sheet}}/{story.IOS}/half-screen"),
    Listed("state-dialog", STATES + f"/{{dialog}}/{story.ANDROID}/open"),
    Listed("state-row", STATES + f"/{{row}}/{story.IOS}/selected"),
    Listed("state-details", STATES + f"/{{menu}}/{story.ANDROID}/expanded"
           "?details=menu.android.state-open"),
    Listed("conflicts", "/audits/{audit}/conflicts", is_main=True),
    Listed("conflicts-lead", "/audits/{audit}/conflicts", reader="tomas", is_main=True),
    Listed("conflicts-nothing", "/audits/{audit}/conflicts?kind=severity&order=screen"),
    Listed("conflicts-resolved", "/audits/{audit}/conflicts?show=resolved"),
    Listed("conflict", f"/audits/{{audit}}/conflicts/{{menu}}/{story.ANDROID}/expanded"),
    Listed(
        "conflict-lead", f"/audits/{{audit}}/conflicts/{{menu}}/{story.ANDROID}/expanded",
        reader="tomas", is_main=True),
    Listed("conflict-component", "/audits/{audit}/conflicts/{row}"),
    Listed("conflict-component-lead", "/audits/{audit}/conflicts/{row}", reader="tomas"),
    Listed("state-withdrawn", STATES + f"/{{row}}/{story.ANDROID}/selected"),
    Listed("rules", "/audits/{audit}/lead/rules", reader="tomas", is_main=True),
    Listed("rules-tester", "/audits/{audit}/lead/rules", status=403),
    Listed("agreement", "/audits/{audit}/lead/agreement", reader="tomas", is_main=True),
    Listed("agreement-all", "/audits/{audit}/lead/agreement?basis=all&control=menu",
           reader="tomas"),
    Listed("agreement-tester", "/audits/{audit}/lead/agreement", status=403),
    Listed("sign-off", "/audits/{audit}/lead/sign-off", reader="tomas", is_main=True),
    Listed("sign-off-tester", "/audits/{audit}/lead/sign-off", status=403),
    Listed("second-opinions", "/audits/{audit}/lead/second-opinions", reader="tomas",
           is_main=True),
    Listed("second-opinions-tester", "/audits/{audit}/lead/second-opinions", status=403),
    Listed("rounds", "/audits/{audit}/lead/rounds", reader="tomas", is_main=True),
    Listed("rounds-tester", "/audits/{audit}/lead/rounds", status=403),
    Listed("field-checks", "/audits/{audit}/lead/checks", reader="tomas", is_main=True),
    Listed("field-checks-tester", "/audits/{audit}/lead/checks", status=403),
    Listed("devices", "/audits/{audit}/lead/devices", reader="tomas", is_main=True),
    Listed("devices-tester", "/audits/{audit}/lead/devices", status=403),
    Listed("devices-own", "/audits/{audit}/devices"),
    Listed("devices-nobodys", "/audits/{audit}/devices/" + "0" * 32, status=404),
    Listed("plan", "/audits/{audit}/plan", reader="tomas", is_main=True),
    Listed("plan-tester", "/audits/{audit}/plan"),
    Listed("plan-nothing", "/audits/{audit}/plan?find=zebra"),
    Listed("plan-component", "/audits/{audit}/plan/components/{menu}", reader="tomas"),
    Listed("plan-component-gone", "/audits/{audit}/plan/components/{row}"),
    Listed("plan-screen", "/audits/{audit}/plan/screen?screen={screen}", reader="tomas"),
    Listed("plan-adding", "/audits/{audit}/plan/add?lines=Cards+%2F+"),
    Listed("states", "/audits/{audit}/states"),
    Listed("states-some", "/audits/{audit}/states?q=menu+expanded"),
    Listed("copy", STATES + f"/{{menu}}/{story.ANDROID}/expanded/copy"),
    Listed("history", STATES + f"/{{menu}}/{story.ANDROID}/expanded/history/state-open"),
    Listed("same-failure", STATES + f"/{{menu}}/{story.ANDROID}/expanded/failure/state-open"),
    Listed("evidence", "/audits/{audit}/evidence/{evidence}", is_main=True),
    Listed("evidence-full", "/audits/{audit}/evidence/{evidence}?zoom=full"),
    Listed("phone-pair", STATES + f"/{{menu}}/{story.ANDROID}/expanded/phone"
           "?criterion=menu.android.state-open"),
    Listed("search", "/audits/{audit}/search?q=grabber"),
    Listed("search-nothing", "/audits/{audit}/search?q=zebra"),
    Listed("catalogue", "/audits/{audit}/catalogue"),
    Listed("catalogue-sheet", "/audits/{audit}/catalogue/sheet/ios"),
    Listed("catalogue-lead", "/audits/{audit}/catalogue/button/ios", reader="tomas"),
    Listed("catalogue-other", "/audits/{audit}/catalogue/other", reader="tomas"),
    Listed("people", "/audits/{audit}/people"),
    Listed("people-lead", "/audits/{audit}/people", reader="tomas", is_main=True),
    Listed("quarantine-lead", "/audits/{audit}/quarantine", reader="tomas"),
    Listed("news", "/audits/{audit}/news", is_main=True),
    Listed("news-seen", "/audits/{audit}/news?show=seen"),
    Listed("session", "/audits/{audit}/session"),
    Listed("sync", "/audits/{audit}/sync", is_main=True),
    Listed("snippets", "/snippets"),
    Listed("keyboard", "/keyboard"),
    Listed("missing", "/audits/{audit}/nothing-here", status=404),
    Listed("locked", "/audits", reader="stranger", status=403),
]

def kind(address):
    """What pages of one template have in common: the path without ids and names."""
    path = address.split("?")[0].split("#")[0]
    path = re.sub(r"/[0-9a-f]{32,64}", "/*", path)
    lead, room, names = re.match(r"(.*?/(states|conflicts|catalogue)|.*)(/.*)?$", path).groups()
    return lead + re.sub(r"/[^/]+", "/*", names or "") if room else path


def template(listed):
    """The kind of a listed address, whatever audit and component it will name."""
    return kind(re.sub(r"\{\w+\}", "0" * 32, listed))
