#!/bin/sh
# What a person does with the packages on a bare system, run by packaging/installer/trials.py as root inside one.
# usage: trial.sh PREVIOUS.deb NEW.deb NEW.run NEW.tar.gz    Prints a line for each step; ends at the first that fails.
set -eu
previous=/trial/$1
new=/trial/$2
run=/trial/$3
portable=/trial/$4
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8

step() {
    began=$(date +%s)
    name=$1
    shift
    # Not as a condition: in one, the shell would go on after a command that fails.
    set +e
    (
        set -e
        "$@"
    ) >/trial/said 2>&1
    status=$?
    set -e
    if [ "$status" != 0 ]; then
        echo "FAILED  $name"
        tail -n 25 /trial/said
        exit 1
    fi
    echo "ok      $name  $(($(date +%s) - began)) s"
}

apt_install() {
    apt-get -qq -y --no-install-recommends install "$@"
}

# as_user COMMAND...: as somebody who is not root, in a home of their own, with no display
as_user() {
    runuser -u ann -- env -i HOME=/home/ann PATH=/usr/bin:/bin LANG="${language:-en_GB.UTF-8}" \
        ${display:+DISPLAY=$display} ${platform:+QT_QPA_PLATFORM=$platform} XDG_RUNTIME_DIR=/run/ann "$@"
}

keepsake() {
    as_user keepsake "$@" --vault /home/ann/vault --passphrase-file /home/ann/pass
}

no_network() {
    # One interface, the loopback, and no way out of it.
    [ "$(grep -c : /proc/net/dev)" = 1 ]
    if bash -c 'exec 3<>/dev/tcp/192.0.2.1/53'; then return 1; fi
}

self_test() {
    as_user keepsake self-test --json >/trial/said-self-test || { cat /trial/said-self-test; return 1; }
    grep -q '"ok": true, "checks"' /trial/said-self-test
    grep -q "\"window\", \"ok\": true, \"detail\": \"$1" /trial/said-self-test
    grep -q '"chinese", "ok": true' /trial/said-self-test
}

# says LANGUAGE QUESTION WORD: one turn with no endpoint answers from the vault, with its source
says() {
    keepsake ask "$2" --lang "$1" --json >/trial/said-answer
    cat /trial/said-answer
    grep -q "\"answer\": \"[^\"]*$3" /trial/said-answer
    grep -q '"supported": true' /trial/said-answer
    grep -q '"receipts": \[\]' /trial/said-answer
}

memory() {
    keepsake vault create
    keepsake memory add --claim "My dentist is Dr. Okafor on Mill Lane."
    keepsake memory add --claim "我的车牌号码写在玻璃下面的小卡片上。"
}

still_there() {
    says en "Who is my dentist?" Okafor
    says zh "我的车牌号码写在哪里？" 小卡片
    keepsake vault verify
}

x_server() {
    Xvfb :7 -screen 0 1280x900x24 -nolisten tcp -noreset >/trial/said-xvfb 2>&1 &
    for _ in $(seq 100); do
        if DISPLAY=:7 xdotool getdisplaygeometry >/dev/null 2>&1; then return; fi
        sleep 0.1
    done
    return 1
}

# window TITLE: its number, as soon as it is there
window() {
    for _ in $(seq 300); do
        found=$(DISPLAY=:7 xdotool search --onlyvisible --name "^$1\$" 2>/dev/null | head -n 1)
        if [ -n "$found" ]; then echo "$found"; return; fi
        sleep 0.1
    done
    DISPLAY=:7 xwininfo -root -tree
    return 1
}

# The number of the one process that runs the program.
running() {
    for process in /proc/[0-9]*; do
        if [ "$(readlink "$process/exe")" = /usr/lib/keepsake/keepsake ]; then echo "${process#/proc/}"; fi
    done
}

gone() {
    for _ in $(seq 100); do
        if ! kill -0 "$1" 2>/dev/null; then return; fi
        sleep 0.1
    done
    return 1
}

# starts LOCALE TITLE: the window, by the locale alone
starts() {
    language=$1 display=:7 platform=xcb as_user keepsake >/trial/said-window 2>&1 &
    shown=$(window "$2") || { cat /trial/said-window; return 1; }
    pid=$(running)
    kill "$pid"
    gone "$pid"
}

# Unlock as a person does, show from a second start, lock: the same process begins anew at the unlock window.
locks() {
    display=:7 platform=xcb as_user keepsake --vault /home/ann/vault >/trial/said-window 2>&1 &
    shown=$(window Keepsake)
    pid=$(running)
    DISPLAY=:7 xdotool windowfocus "$shown" type --delay 20 "$(cat /home/ann/pass)"
    DISPLAY=:7 xdotool key Return
    for _ in $(seq 300); do
        if as_user keepsake show --vault /home/ann/vault >/dev/null 2>&1; then break; fi
        sleep 0.1
    done
    keepsake memory list --json | grep -q Okafor
    display=:7 platform=xcb as_user keepsake --vault /home/ann/vault
    as_user keepsake lock --vault /home/ann/vault
    for _ in $(seq 300); do
        if ! as_user keepsake show --vault /home/ann/vault >/dev/null 2>&1; then break; fi
        sleep 0.1
    done
    window Keepsake
    [ "$(running)" = "$pid" ]
    still_there
    kill "$pid"
    gone "$pid"
}

no_display() {
    if as_user keepsake 2>/trial/said-no-display; then return 1; fi
    grep -q "no display here" /trial/said-no-display
    if language=zh_CN.UTF-8 as_user keepsake 2>/trial/said-no-display; then return 1; fi
    grep -q "没有显示器" /trial/said-no-display
}

double_click() {
    saved=/home/ann/kept.keepsake-backup
    keepsake backup "$saved"
    as_user gio info -a standard::content-type "$saved" | grep -q application/x-keepsake-backup
    as_user gio mime application/x-keepsake-backup | grep -q keepsake.desktop
    display=:7 platform=xcb as_user keepsake "$saved" >/trial/said-window 2>&1 &
    shown=$(window "Restore a backup")
    pid=$(running)
    DISPLAY=:7 xdotool windowfocus "$shown" type --delay 20 "$(cat /home/ann/pass)"
    DISPLAY=:7 xdotool key Return
    for _ in $(seq 300); do
        if [ -f /home/ann/.local/share/keepsake/my.keepsake/header ]; then break; fi
        sleep 0.1
    done
    kill "$pid"
    gone "$pid"
    as_user keepsake ask "Who is my dentist?" --json --vault /home/ann/.local/share/keepsake/my.keepsake \
        --passphrase-file /home/ann/pass | grep -q Okafor
}

upgrade() {
    before=$(dpkg-query --show --showformat='${Version}' keepsake)
    apt_install "$new"
    after=$(dpkg-query --show --showformat='${Version}' keepsake)
    echo "$before -> $after"
    dpkg --compare-versions "$before" lt "$after"
}

nothing_left() {
    # /run holds what runs, and of a user only until they log out.
    ! find / -xdev \( -path /home -o -path /run -o -path /proc -o -path /trial -o -path /tmp \) -prune -o -iname '*keepsake*' -print |
        grep -v -e '^/var/lib/apt' -e '^/var/cache' -e '^/var/log' | grep .
}

removed() {
    apt-get -qq -y remove keepsake
    [ ! -e /usr/bin/keepsake ]
    [ -f /home/ann/vault/header ]
}

purged() {
    dpkg --purge keepsake
    nothing_left
    [ -f /home/ann/vault/header ]
}

# What a desktop's keyring is to the program: a service on the user's own bus.
key_ring() {
    as_user dbus-run-session -- sh -c 'printf %s "$0" | gnome-keyring-daemon --unlock --components=secrets &&
        keepsake vault keyring --vault /home/ann/vault --passphrase-file /home/ann/pass --json &&
        keepsake vault keyring --off --vault /home/ann/vault --passphrase-file /home/ann/pass --json' login >/trial/said-keyring
    cat /trial/said-keyring
    grep -q '"label": "Secret Service"' /trial/said-keyring
}

portable_archive() {
    as_user tar -xzf "$portable" -C /home/ann
    as_user sh -c 'exec /home/ann/keepsake-*/keepsake self-test --json' | grep -q '"ok": true, "checks"'
    as_user sh -c 'exec /home/ann/keepsake-*/keepsake ask "Who is my dentist?" --json --vault /home/ann/vault \
        --passphrase-file /home/ann/pass' | grep -q Okafor
    rm -r /home/ann/keepsake-*
}

run_file() {
    as_user sh "$run" --check
    as_user sh "$run"
    as_user /home/ann/.local/bin/keepsake self-test --json | grep -q '"ok": true, "checks"'
    as_user /home/ann/.local/bin/keepsake ask "Who is my dentist?" --json --vault /home/ann/vault \
        --passphrase-file /home/ann/pass | grep -q Okafor
    as_user sh "$run"
    as_user sh "$run" --uninstall
    if find /home/ann/.local/lib /home/ann/.local/bin /home/ann/.local/share/applications \
        /home/ann/.local/share/icons /home/ann/.local/share/mime/packages /home/ann/.local/share/metainfo \
        -iname '*keepsake*' 2>/dev/null | grep .; then return 1; fi
    [ -f /home/ann/vault/header ]
}

run_file_without_space() {
    if as_user sh "$run" --extract /mnt/ann 2>/trial/said-no-space; then return 1; fi
    grep -q "Not enough space" /trial/said-no-space
    [ -z "$(ls -A /mnt/ann)" ]
}

full_disk() {
    # The program itself on a full disk: says so and leaves no half-made vault.
    head -c 70000000 /dev/zero >/mnt/ann/full 2>/dev/null || true
    if as_user keepsake vault create /mnt/ann/v --passphrase-file /home/ann/pass --json >/trial/said-full; then return 1; fi
    cat /trial/said-full
    grep -q '"error": "disk_full"' /trial/said-full
    [ ! -e /mnt/ann/v/header ]
    rm /mnt/ann/full
}

useradd --create-home ann
install -d -o ann -m 700 /run/ann /mnt/ann
echo 'river stone lamp seven' >/home/ann/pass
chown ann /home/ann/pass

step "no network in here" no_network
step "install the older package and what it depends on" apt_install "$previous"
step "older package: self-test without a display" self_test offscreen
step "older package: create a vault, two memories" memory
step "older package: a turn from the vault in both languages" still_there
step "install an X server and tools for this trial" apt_install xvfb xauth xdotool x11-utils libglib2.0-bin shared-mime-info desktop-file-utils dbus gnome-keyring
step "upgrade" upgrade
step "the vault of the older package: a turn in both languages, verified" still_there
step "self-test without a display" self_test offscreen
step "everything that people do with it" as_user sh /trial/use.sh keepsake /home/ann/use
step "the keyring of a desktop" key_ring
step "start an X server" x_server
display=:7 platform=xcb step "self-test on the X server, Chinese is drawn" self_test xcb
step "the window in English by locale" starts en_GB.UTF-8 Keepsake
step "the window in Chinese by locale" starts zh_CN.UTF-8 忆匣
step "unlock, second start, command through the window, lock by restart" locks
step "no display: said in words" no_display
step "a backup by double click: kind of file, dialog, restored" double_click
step "remove: the vault stays" removed
step "purge: nothing is left, the vault stays" purged
step ".run: check, install, self-test, again, uninstall" run_file
step ".run: no space" run_file_without_space
step "portable archive: unpack, self-test, the same vault" portable_archive
step "install the new package again" apt_install "$new"
step "a full disk" full_disk
step "the vault after all this" still_there
