#!/bin/sh
# Runs the tests, or those named, where there is no network but loopback: in a network namespace of their own. A guard in
# Python sees no native code; here the kernel counts every attempt to reach another machine, whoever makes it.
# Linux only; needs unshare and ip, and either root or user namespaces.
set -eu
cd "$(dirname "$0")/.."

# Attempts for which there was no route since the namespace exists, IPv4 and IPv6 (RFC 4293, ipSystemStatsOutNoRoutes).
attempts() {
    awk '$1 == "Ip:" && !seen { for (i = 2; i <= NF; i++) if ($i == "OutNoRoutes") at = i; seen = 1; next }
         $1 == "Ip:" { count += $at }
         $1 == "Ip6OutNoRoutes" { count += $2 }
         END { print count + 0 }' /proc/net/snmp /proc/net/snmp6 2>/dev/null
}

if [ "${1:-}" = --inside ]; then
    shift
    ip link set lo up
    # The counter must count: one packet to an address for examples (RFC 5737), which nothing answers anyway.
    .venv/bin/python -c 'import contextlib, socket
with contextlib.suppress(OSError):
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"?", ("203.0.113.1", 9))'
    before=$(attempts)
    if [ "$before" -lt 1 ]; then
        echo "offline: this system does not count attempts, so the run would prove nothing" >&2
        exit 2
    fi
    # The whole suite as `make test` runs it: the workers live in this namespace too, so the kernel counts theirs.
    [ "$#" -gt 0 ] || set -- --numprocesses auto --maxprocesses 4 --dist loadfile
    status=0
    QT_QPA_PLATFORM=offscreen .venv/bin/python -m pytest -q "$@" || status=$?
    tried=$(($(attempts) - before))
    echo "attempts to reach another machine: $tried"
    [ "$tried" -eq 0 ] || status=1
    exit "$status"
fi

for tool in unshare ip; do
    if ! command -v "$tool" >/dev/null 2>&1; then
        echo "offline: $tool is missing (Debian packages util-linux and iproute2)" >&2
        exit 2
    fi
done
if [ "$(id -u)" = 0 ]; then
    exec unshare --net -- "$0" --inside "$@"
fi
exec unshare --user --map-root-user --net -- "$0" --inside "$@"
