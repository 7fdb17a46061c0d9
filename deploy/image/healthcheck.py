"""Exit with 0 if the bot in this container is healthy, for HEALTHCHECK."""

import os
import sys
import urllib.error
import urllib.request

port = os.environ.get("FLIPFOUR_HEALTH_PORT") or "8080"
try:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=8) as answer:
        print(answer.read().decode())
except urllib.error.HTTPError as error:
    print(error.read().decode())
    sys.exit(1)
except OSError as error:
    print(f"the health page does not respond: {error}")
    sys.exit(1)
