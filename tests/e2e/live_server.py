"""Runs a real llama.cpp server with a small model on loopback, one thread, in a process of its own.

`python live_server.py MODEL` prints its address on the first line and serves until its standard input is closed.
"""

from __future__ import annotations

import sys

import xllamacpp


def main() -> None:
    """Start, say where, wait."""
    parameters = xllamacpp.CommonParams()
    parameters.model.path = sys.argv[1]
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = 0
    parameters.n_ctx = 4096
    parameters.n_parallel = 1
    parameters.cpuparams.n_threads = 1
    parameters.cpuparams_batch.n_threads = 1
    parameters.sampling.temp = 0.0
    parameters.warmup = False
    server = xllamacpp.Server(parameters)
    print(server.listening_address, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
