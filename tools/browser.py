"""Open a page in Chromium without a window. The DevTools protocol (JSON that ends in NUL) goes over a pipe."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from typing import Any

PATHS = [path for path in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if path]
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-pipe")
SECONDS = "120"  # after these, the browser is ended, so nothing waits for ever


class Browser:
    """A browser with one page: `with Browser(address) as browser`. `sent` lists the addresses that it asked for."""

    def __init__(self, address: str) -> None:
        self._address, self._count = address, 0
        self.sent: list[str] = []

    def __enter__(self) -> Browser:
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        (theirs, mine), (answers, out) = os.pipe(), os.pipe()
        start = f'exec timeout {SECONDS} "$0" "$@" 3<&{theirs} 4>&{out}'  # the browser reads from 3 and writes to 4
        line = ["bash", "-c", start, PATHS[0], *FLAGS, f"--user-data-dir={self._profile.name}", "about:blank"]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self._process = subprocess.Popen(line, pass_fds=(theirs, out), **quiet)
        os.close(theirs)
        os.close(out)
        self._out, self._in = os.fdopen(mine, "wb"), os.fdopen(answers, "rb")
        self._rest = b""
        self._session: dict[str, str] = {}
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = {"sessionId": self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]}
        for domain in ("Network", "Runtime", "Page"):
            self.call(f"{domain}.enable")
        self.call("Page.navigate", url=self._address)
        self._until(lambda message: message.get("method") == "Page.loadEventFired")
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait()
        self._out.close()
        self._in.close()
        self._profile.cleanup()

    def call(self, method: str, **given: object) -> dict[str, Any]:
        """Send a command to the browser; wait for its answer and return it."""
        self._count += 1
        message = {"id": self._count, "method": method, "params": given, **self._session}
        self._out.write(json.dumps(message).encode() + b"\0")
        self._out.flush()
        answer = self._until(lambda message, mine=self._count: message.get("id") == mine)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        found: dict[str, Any] = answer["result"]
        return found

    def run(self, script: str) -> Any:
        """Evaluate an expression in the page, await it if it is a promise, and return its value."""
        found = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in found:
            raise RuntimeError(found["exceptionDetails"]["exception"].get("description", "it failed"))
        return found["result"].get("value")

    def choose(self, selector: str, paths: list[str]) -> None:
        """Choose files in the page's file input, which the CSS selector finds."""
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        node = self.call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.call("DOM.setFileInputFiles", files=paths, nodeId=node)

    def _until(self, wanted: Any) -> dict[str, Any]:
        """Return the next message for which `wanted(message)` is true. Add addresses requested before it to `sent`."""
        while True:
            while b"\0" not in self._rest:
                some = os.read(self._in.fileno(), 1 << 16)
                if not some:
                    raise RuntimeError("the browser has ended")
                self._rest += some
            text, _, self._rest = self._rest.partition(b"\0")
            message: dict[str, Any] = json.loads(text)
            if message.get("method") == "Network.requestWillBeSent":
                self.sent.append(message["params"]["request"]["url"])
            if wanted(message):
                return message
