"""The page in a real browser: Chromium, without a window. Skipped where that is not installed."""

from __future__ import annotations

import base64
import io
import shutil

import pytest
from PIL import Image

from pyramid_stats.report.page import html_page
from tests.report.made_up import grid, make_row, make_summary

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
pytestmark = pytest.mark.skipif(
    not (CHROMIUM and DRIVER), reason="needs chromium and chromium-driver"
)
PHONE, DESK = (390, 844), (1200, 900)


@pytest.fixture(scope="module")
def browser():
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options, webdriver.ChromeService(DRIVER))
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """The address of a page with everything on it."""
    rows = [
        make_row(variant, strategy, 10_000, wins, honest=honest)
        for variant, part in [("classic", 1), ("two", 10)]
        for strategy, wins, honest in [
            ("random", 9 * part, True),
            ("greedy", 100 * part, True),
            ("cautious", 50 * part, True),
            ("thoughtful", 300 * part, False),
        ]
    ]
    rules = {"classic": {"passes": 1}, "two": {"passes": 2}}
    summary = make_summary(*rows, parameters=rules, nested=True, title="Eins & zwei <3")
    path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_text(html_page(summary), encoding="utf-8")
    return path.as_uri()


def show(browser, page, size=DESK, **media):
    width, height = size
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == PHONE},
    )
    features = [{"name": name.replace("_", "-"), "value": value} for name, value in media.items()]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    browser.get(page)


def picture(browser):
    shot = browser.execute_cdp_cmd("Page.captureScreenshot", {})["data"]
    return Image.open(io.BytesIO(base64.b64decode(shot))).convert("RGB")


def column(browser, table, number):
    cells = browser.find_elements("css selector", f"#{table} tbody td:nth-child({number})")
    return [cell.get_attribute("textContent") for cell in cells]


def test_nothing_is_asked_of_the_network_and_nothing_is_complained_of(browser, page):
    browser.get_log("performance")
    show(browser, page)
    asked = browser.execute_script("return performance.getEntriesByType('resource').length")
    assert asked == 0
    assert browser.get_log("browser") == []
    requests = [
        entry["message"]
        for entry in browser.get_log("performance")
        if "requestWillBeSent" in entry["message"]
    ]
    assert not [message for message in requests if '"url":"http' in message]
    assert browser.title == "Eins & zwei <3"


def test_the_head_of_a_column_sorts(browser, page):
    from selenium.webdriver.common.keys import Keys

    show(browser, page)
    before = column(browser, "results", 6)
    head = browser.find_element("css selector", "#results th:nth-child(6)")
    button = head.find_element("css selector", "button")
    button.click()
    assert column(browser, "results", 6) == sorted(before, key=_number, reverse=True)
    assert head.get_attribute("aria-sort") == "descending"
    button.send_keys(Keys.ENTER)
    assert column(browser, "results", 6) == sorted(before, key=_number)
    assert head.get_attribute("aria-sort") == "ascending"
    browser.find_element("css selector", "#results th:nth-child(2) button").click()
    names = column(browser, "results", 2)
    assert names == sorted(names)
    assert head.get_attribute("aria-sort") is None


def _number(text):
    return int(text.replace(",", ""))


@pytest.mark.parametrize("size", [(320, 640), PHONE, (768, 1024), DESK])
def test_only_tables_and_figures_scroll_sideways(browser, page, size):
    show(browser, page, size)
    width, inner = browser.execute_script(
        "return [document.documentElement.scrollWidth, window.innerWidth]"
    )
    assert width <= inner
    small = browser.execute_script(
        "return Math.min(...[...document.querySelectorAll('p, li, td, th, dd')]"
        ".map(each => parseFloat(getComputedStyle(each).fontSize)))"
    )
    assert small >= 13


def test_a_large_grid_fits_a_phone(browser, tmp_path):
    path = tmp_path / "large.html"
    path.write_text(html_page(grid(12, 8)), encoding="utf-8")
    show(browser, path.as_uri(), PHONE)
    width, inner = browser.execute_script(
        "return [document.documentElement.scrollWidth, window.innerWidth]"
    )
    assert width <= inner


def test_light_and_dark(browser, page):
    found = {}
    for scheme in ("light", "dark"):
        show(browser, page, prefers_color_scheme=scheme)
        browser.execute_script("document.querySelector('#figures').scrollIntoView()")
        colours = picture(browser).getcolors(10**7)
        (_, paper) = max(colours)
        found[scheme] = paper
        ink = browser.execute_script("return getComputedStyle(document.body).color")
        assert _contrast(paper, _channels(ink)) >= 7
        # Text within a figure is drawn as paths; its colour has to turn round, too.
        drawn = ".drawing svg [style*='--ink']"
        fill = f'return getComputedStyle(document.querySelector("{drawn}")).fill'
        assert _contrast(paper, _channels(browser.execute_script(fill))) >= 7
    assert sum(found["light"]) > 600
    assert sum(found["dark"]) < 150


def _channels(text):
    return tuple(int(part) for part in text[text.index("(") + 1 : -1].split(",")[:3])


def _contrast(one, other):
    """Return the contrast of two colours as WCAG 2 defines it."""

    def luminance(colour):
        parts = [c / 255 for c in colour]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    dark, light = sorted([luminance(one), luminance(other)])
    return (light + 0.05) / (dark + 0.05)


def test_it_prints_black_on_white(browser, page):
    show(browser, page, prefers_color_scheme="dark")
    printed = browser.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})["data"]
    assert base64.b64decode(printed).startswith(b"%PDF")
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    background = browser.execute_script("return getComputedStyle(document.body).backgroundColor")
    assert _channels(background) == (255, 255, 255)
    hidden = browser.execute_script(
        "return getComputedStyle(document.querySelector('nav')).display"
    )
    assert hidden == "none"
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_figures_are_named_for_those_who_hear_them(browser, page):
    show(browser, page)
    figures = browser.find_elements("css selector", ".drawing svg")
    assert figures
    for figure in figures:
        assert figure.get_attribute("role") == "img"
        assert figure.get_attribute("aria-label")
        assert figure.size["width"] > 300
