#!/bin/sh
# Looks for what Qt and the window tests need from the system: shared libraries, an X server without a screen and a
# font with Chinese. As root on Debian or Ubuntu it installs what is missing; elsewhere it names it. It fails only
# when a library that offscreen Qt cannot load without is missing. With --name-only it never installs.
set -eu
install=yes
[ "${1:-}" != --name-only ] || install=no

missing=""       # Debian packages to install
essential=""     # those among them without which no test can run

# want PACKAGE ESSENTIAL CHECK...
want() {
    package=$1
    needed=$2
    shift 2
    if "$@" >/dev/null 2>&1; then
        return
    fi
    missing="$missing $package"
    if [ "$needed" = yes ]; then
        essential="$essential $package"
    fi
}

library() {
    # ldconfig is often outside a plain user's PATH.
    PATH="$PATH:/sbin:/usr/sbin" ldconfig -p | grep -F -q "	$1 "
}

chinese_font() {
    fc-list :lang=zh family | grep -q .
}

survey() {
    missing=""
    essential=""
    # Loaded by QtCore, QtGui, QtWidgets or QtNetwork on any platform.
    want libegl1 yes library libEGL.so.1
    want libgl1 yes library libGL.so.1
    want libx11-6 yes library libX11.so.6
    want libfontconfig1 yes library libfontconfig.so.1
    want libfreetype6 yes library libfreetype.so.6
    want libglib2.0-0 yes library libglib-2.0.so.0
    want libdbus-1-3 yes library libdbus-1.so.3
    want libxkbcommon0 yes library libxkbcommon.so.0
    want libgssapi-krb5-2 yes library libgssapi_krb5.so.2
    want libgomp1 yes library libgomp.so.1
    # Loaded by the xcb platform, for a real window.
    want libx11-xcb1 no library libX11-xcb.so.1
    want libxkbcommon-x11-0 no library libxkbcommon-x11.so.0
    want libxcb1 no library libxcb.so.1
    want libxcb-cursor0 no library libxcb-cursor.so.0
    want libxcb-icccm4 no library libxcb-icccm.so.4
    want libxcb-image0 no library libxcb-image.so.0
    want libxcb-keysyms1 no library libxcb-keysyms.so.1
    want libxcb-randr0 no library libxcb-randr.so.0
    want libxcb-render0 no library libxcb-render.so.0
    want libxcb-render-util0 no library libxcb-render-util.so.0
    want libxcb-shape0 no library libxcb-shape.so.0
    want libxcb-shm0 no library libxcb-shm.so.0
    want libxcb-sync1 no library libxcb-sync.so.1
    want libxcb-util1 no library libxcb-util.so.1
    want libxcb-xfixes0 no library libxcb-xfixes.so.0
    want libxcb-xkb1 no library libxcb-xkb.so.1
    # A window under a virtual X server, and text that is not boxes.
    [ "$install" = no ] || want xvfb no command -v Xvfb
    [ "$install" = no ] || want xauth no command -v xauth
    want fontconfig no command -v fc-list
    want fonts-dejavu-core no test -d /usr/share/fonts/truetype/dejavu
    want fonts-wqy-microhei no chinese_font
}

[ "$(uname -s)" = Linux ] || exit 0
survey
[ -n "$missing" ] || exit 0

if [ "$install" = yes ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing system packages:$missing"
    # What could not be installed is named below by the second survey; apt's own words are shown only then.
    # shellcheck disable=SC2086  # a list of words
    said=$(apt-get -qq update 2>&1 &&
        DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install $missing 2>&1) ||
        printf '%s\n' "$said" >&2
    fc-cache >/dev/null 2>&1 || true
    survey
    [ -n "$missing" ] || exit 0
fi

echo "Missing on this system:$missing" >&2
echo "On Debian or Ubuntu: sudo apt install$missing" >&2
if [ -n "$essential" ]; then
    echo "Qt cannot start without:$essential" >&2
    exit 1
fi
