#!/bin/sh
# Makes the disk image from the application that the spec builds on a Mac. Not yet run on a Mac: see docs/INSTALL.md.
# usage: packaging/macos/make_dmg.sh Keepsake.app TARGET.dmg
# Signs where KEEPSAKE_SIGN names an identity of the keychain; without one the application is signed for this Mac only.
# With KEEPSAKE_DMG_TOOL=genisoimage it lays out the same image on other systems, to check this script.
set -eu
[ $# = 2 ] || { echo "usage: $0 Keepsake.app TARGET.dmg" >&2; exit 2; }
application=$1
target=$2
here=$(cd "$(dirname "$0")" && pwd)
[ -x "$application/Contents/MacOS/keepsake" ] || { echo "$application is not the application that the spec builds" >&2; exit 1; }
staged=$(mktemp -d)
trap 'rm -rf "$staged"' EXIT
cp -R "$application" "$staged/Keepsake.app"
ln -s /Applications "$staged/Applications"
if [ "${KEEPSAKE_DMG_TOOL:-hdiutil}" = genisoimage ]; then
    genisoimage -quiet -V Keepsake -D -R -apple -no-pad -o "$target" "$staged"
    exit 0
fi
codesign --force --deep --options runtime --entitlements "$here/entitlements.plist" --sign "${KEEPSAKE_SIGN:--}" "$staged/Keepsake.app"
codesign --verify --deep --strict "$staged/Keepsake.app"
hdiutil create -quiet -ov -volname Keepsake -fs HFS+ -format UDZO -srcfolder "$staged" "$target"
if [ -n "${KEEPSAKE_SIGN:-}" ]; then
    codesign --sign "$KEEPSAKE_SIGN" "$target"
fi
