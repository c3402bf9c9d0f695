#!/bin/sh
# The installer of Keepsake @VERSION@: this script, and behind it a compressed archive. It checks itself before it writes.
# Installs for everybody when root runs it, else for this user. Uses no network.
set -u
version='@VERSION@'
header_bytes=@HEADER_BYTES@
payload_bytes=@PAYLOAD_BYTES@
payload_sha256='@PAYLOAD_SHA256@'
unpacked_kib=@UNPACKED_KIB@

# say ENGLISH CHINESE
say() {
    case "${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}" in
    zh*) printf '%s\n' "$2" ;;
    *) printf '%s\n' "$1" ;;
    esac
}

fail() {
    say "keepsake: $1" "keepsake：$2" >&2
    exit 1
}

usage() {
    say "usage: sh keepsake-$version.run [--check | --extract DIR | --uninstall] [--prefix DIR]
  (nothing)      check, then install into the prefix: /usr/local as root, else ~/.local
  --check        only check that this file is complete and unchanged
  --extract DIR  only unpack into DIR, install nothing
  --uninstall    remove what was installed into the prefix; vaults stay
  --prefix DIR   another prefix" "用法：sh keepsake-$version.run [--check | --extract 目录 | --uninstall] [--prefix 目录]
  （不带参数）    先检查，再安装：root 装到 /usr/local，否则装到 ~/.local
  --check        只检查这个文件是否完整、未被改动
  --extract 目录 只解压到该目录，不安装
  --uninstall    移除装到该前缀下的内容；保险库不受影响
  --prefix 目录  换一个安装前缀"
}

check() {
    command -v sha256sum >/dev/null 2>&1 || fail "sha256sum is missing; install coreutils." "缺少 sha256sum；请安装 coreutils。"
    size=$(wc -c <"$0" | tr -d ' ')
    expected=$((${header_bytes#"${header_bytes%%[!0]*}"} + payload_bytes))
    if [ "$size" -ne "$expected" ]; then
        fail "This file is not complete: $size of $expected bytes. Download it again. Nothing was installed." \
            "文件不完整：应有 $expected 字节，只有 $size 字节。请重新下载。没有安装任何内容。"
    fi
    found=$(payload | sha256sum | cut -d' ' -f1)
    if [ "$found" != "$payload_sha256" ]; then
        fail "This file was changed or damaged: its SHA-256 does not match. Download it again. Nothing was installed." \
            "文件被改动或损坏：SHA-256 不符。请重新下载。没有安装任何内容。"
    fi
}

payload() {
    tail -c "$payload_bytes" "$0"
}

# need_space DIR: DIR exists
need_space() {
    free_kib=$(df -Pk "$1" | awk 'NR == 2 { print $4 }')
    if [ "$free_kib" -lt "$unpacked_kib" ]; then
        fail "Not enough space in $1: $((unpacked_kib / 1024)) MB are needed, $((free_kib / 1024)) MB are free. Nothing was installed." \
            "$1 空间不足：需要 $((unpacked_kib / 1024)) MB，剩余 $((free_kib / 1024)) MB。没有安装任何内容。"
    fi
}

# unpack DIR: into DIR, whole or not at all
unpack() {
    mkdir -p "$1" 2>/dev/null || fail "The folder $1 cannot be made." "无法创建文件夹 $1。"
    need_space "$1"
    new="$1/.keepsake-new.$$"
    trap 'rm -rf "$new"' EXIT
    trap 'exit 1' HUP INT TERM
    mkdir "$new" 2>/dev/null || fail "The folder $1 cannot be written." "无法写入文件夹 $1。"
    payload | tar -xzf - -C "$new" --no-same-owner 2>/dev/null ||
        fail "Unpacking failed; is there enough space in $1? Nothing was installed." \
            "解压失败；$1 空间是否足够？没有安装任何内容。"
}

refresh() {
    if command -v update-desktop-database >/dev/null 2>&1; then update-desktop-database -q "$1/share/applications"; fi
    if command -v update-mime-database >/dev/null 2>&1 && [ -d "$1/share/mime" ]; then update-mime-database "$1/share/mime"; fi
    if command -v gtk-update-icon-cache >/dev/null 2>&1; then gtk-update-icon-cache -q -t "$1/share/icons/hicolor"; fi
} >/dev/null 2>&1

remove() {
    list="$prefix/lib/keepsake/installed-files"
    [ -f "$list" ] || fail "Nothing is installed in $prefix." "$prefix 下没有安装过。"
    while IFS= read -r file; do
        rm -f "${prefix:?}/$file"
    done <"$list"
    rm -rf "${prefix:?}/lib/keepsake"
    refresh "$prefix"
}

# The program must start from a menu even where the prefix is not in the PATH.
install_share() {
    (cd "$1" && find share -type f) | sort >"$app/installed-files"
    while IFS= read -r file; do
        mkdir -p "$prefix/$(dirname "$file")"
        cp "$1/$file" "$prefix/$file"
    done <"$app/installed-files"
    echo bin/keepsake >>"$app/installed-files"
    entry="$prefix/share/applications/keepsake.desktop"
    quoted=$(printf '%s' "$app/keepsake" | sed 's/[\\&|]/\\&/g')
    sed "s|^Exec=keepsake|Exec=\"$quoted\"|" "$entry" >"$entry.new" && mv "$entry.new" "$entry"
}

install() {
    check
    [ ! -e "$prefix/lib/keepsake" ] || [ -f "$prefix/lib/keepsake/installed-files" ] ||
        fail "$prefix/lib/keepsake is there and was not made by this installer. Nothing was installed." \
            "$prefix/lib/keepsake 已存在，且不是由本安装程序创建的。没有安装任何内容。"
    unpack "$prefix/lib"
    [ ! -f "$prefix/lib/keepsake/installed-files" ] || remove
    app="$prefix/lib/keepsake"
    mv "$new/keepsake-$version" "$app"
    install_share "$app"
    mkdir -p "$prefix/bin"
    ln -sf ../lib/keepsake/keepsake "$prefix/bin/keepsake"
    refresh "$prefix"
    say "Keepsake $version is installed: $prefix/bin/keepsake" "忆匣 $version 已安装：$prefix/bin/keepsake"
    say "To remove it: sh $0 --uninstall --prefix $prefix" "移除：sh $0 --uninstall --prefix $prefix"
}

action=install
if [ "$(id -u)" = 0 ]; then prefix=/usr/local; else prefix="${HOME:-}/.local"; fi
while [ $# -gt 0 ]; do
    case "$1" in
    --check) action=check ;;
    --uninstall) action=uninstall ;;
    --extract | --prefix)
        [ $# -ge 2 ] || { usage >&2; exit 2; }
        [ "$1" = --prefix ] || action=extract
        mkdir -p "$2" 2>/dev/null
        folder=$(cd "$2" 2>/dev/null && pwd) || fail "The folder $2 cannot be made." "无法创建文件夹 $2。"
        [ "$1" = --prefix ] && prefix=$folder
        shift
        ;;
    --help | -h) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
    esac
    shift
done

case "$action" in
check)
    check
    say "The file is complete and unchanged." "文件完整，未被改动。"
    ;;
extract)
    check
    unpack "$folder"
    [ ! -e "$folder/keepsake-$version" ] || fail "$folder/keepsake-$version is there already." "$folder/keepsake-$version 已存在。"
    mv "$new/keepsake-$version" "$folder/"
    say "Unpacked: $folder/keepsake-$version" "已解压：$folder/keepsake-$version"
    ;;
uninstall)
    remove
    say "Keepsake was removed from $prefix. Your vaults are where they were." "忆匣已从 $prefix 移除。你的保险库仍在原处。"
    ;;
install) install ;;
esac
exit 0
