"""The browser of these tests: one on PATH; else, as root with apt, Debian's; else Playwright's own. Never none."""

import os
import shutil
import subprocess
import sys

# The first one has no window around its page, and takes a third less time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
# Playwright's own (the last list counts), and what else a browser window would draw for each person: the menus of an
# address bar that nobody sees, a page each.
NOT_WANTED = (
    "AimEnabled,AudioServiceOutOfProcess,AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,"
    "DestroyProfileOnBrowserClose,HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,LensOverlay,MediaRouter,"
    "NetworkTimeServiceQuerying,OptimizationHints,PaintHolding,PreconnectToSearch,SpareRendererForSitePerProcess,"
    "ThirdPartyStoragePartitioning,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup"
)
FLAGS = [
    f"--disable-features={NOT_WANTED}",
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",  # what draws is no process of its own: a tenth less
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-audio-output",  # else every page mixes silence all the time
]
INSTALL = (
    "No browser for the tests. Install one (apt-get install chromium-headless-shell), or: playwright install chromium"
)


def on_path() -> str | None:
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def playwrights_own() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if os.path.exists(path) else None  # noqa: PTH110


def found() -> str | None:
    return on_path() or playwrights_own()


def whole() -> str | None:
    """One that has notifications: the shell refuses them always."""
    return next((found for name in NAMES[1:] if (found := shutil.which(name))), None) or playwrights_own()


def get() -> None:
    if whole():
        return
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        print("Installing Debian's chromium …", flush=True)
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        for package in NAMES[:2]:
            if not (found() if package == NAMES[0] else whole()):
                subprocess.run(["apt-get", "install", "-y", "-qq", package], check=False, stdout=subprocess.DEVNULL)
    else:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)
    if not found() or not whole():
        raise SystemExit(INSTALL)


if __name__ == "__main__":
    get()
