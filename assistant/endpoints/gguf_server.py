"""Runs one GGUF model and its server on loopback until standard input is closed.

A script of its own and not a thread of the program: loading a model holds Python's lock from beginning to end (1.0 s
for 98 MB, measured), and a damaged file may abort the process. It imports nothing of the program. Standard input begins
with one line of JSON: path, key, name, context_tokens, threads. The answer is one line: the address, or nothing where
the model cannot be loaded.
"""

from __future__ import annotations

import json
import sys


def main() -> int:
    """Load, say where, wait for the end of standard input."""
    import xllamacpp  # start-up time: seconds of libraries, and only in this process

    given = json.loads(sys.stdin.readline())
    parameters = xllamacpp.CommonParams()
    parameters.model.path = given["path"]
    parameters.model_alias = {given["name"]}
    parameters.api_keys = [given["key"]]
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = 0
    parameters.n_ctx = given["context_tokens"]
    parameters.n_parallel = 1
    parameters.cpuparams.n_threads = given["threads"]
    parameters.cpuparams_batch.n_threads = given["threads"]
    parameters.warmup = False
    parameters.ui = False
    parameters.verbosity = -1
    try:
        server = xllamacpp.Server(parameters)
    except RuntimeError:
        return 1
    print(server.listening_address, flush=True)
    sys.stdin.read()
    return 0


if __name__ == "__main__":
    sys.exit(main())
