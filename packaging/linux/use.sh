#!/bin/sh
# Drives a frozen program through what people do with it, run by packaging/installer/trials.py. What a bundle lacks
# shows only when it is used: a module that is loaded by name, a table, a certificate, a plugin.
# usage: use.sh PROGRAM FOLDER [COMMANDS]    FOLDER is new; COMMANDS lists every command, one on a line, as `memory add`.
# With a model that answers at KEEPSAKE_TRY_URL, certified by KEEPSAKE_TRY_CA, and tools from KEEPSAKE_TRY_TOOLS, these too.
# Prints a line for each part; ends at the first that fails.
set -eu
program=$1
folder=$2
commands=${3:-}
said=$folder/said

fail() {
    echo "FAILED  $1"
    tail -n 25 "$said"
    exit 1
}

part() {
    echo "ok      $1"
}

# has WORDS...: each of them is in what the last command printed
has() {
    for words in "$@"; do
        grep -qF -e "$words" "$said" || fail "'$words' is not in what it said"
    done
}

plain() {
    "$program" --vault "$folder/vault" --passphrase-file "$folder/pass" --json "$@" >"$said" 2>&1
}

# does ARGUMENTS...: the command succeeds on the vault
does() {
    plain "$@" || fail "keepsake $*"
}

# refuses CODE ARGUMENTS...: it fails with the code that it should, not with one of a broken bundle
refuses() {
    code=$1
    shift
    if plain "$@"; then fail "keepsake $* should have been refused"; fi
    has "\"error\": \"$code\""
}

# id KEY: the first value of a key in what the last command printed
id() {
    grep -o "\"$1\": \"[^\"]*\"" "$said" | head -n 1 | cut -d '"' -f 4
}

mkdir -p "$folder"
echo 'river stone lamp seven' >"$folder/pass"

if [ -n "$commands" ]; then
    while IFS= read -r command; do
        # shellcheck disable=SC2086  # a command and its subcommand
        "$program" $command --help --lang en >"$said" 2>&1 || fail "keepsake $command --help"
        has "usage: keepsake $command" "--passphrase-file"
    done <"$commands"
    "$program" --help --lang zh >"$said" 2>&1 || fail "keepsake --help --lang zh"
    has 记忆
    part "help of $(wc -l <"$commands") commands, and in Chinese"
fi

does vault create
does memory add --claim "My dentist is Dr. Okafor on Mill Lane."
does memory add --claim "我的车牌号码写在玻璃下面的小卡片上。"
does ask "Who is my dentist?" --lang en
has Okafor '"supported": true' '"receipts": []'
does ask "我的车牌号码写在哪里？" --lang zh
has 小卡片 '"supported": true'
does recall "Mill Lane"
has Okafor
printf 'I moved to Utrecht in March.\n/why\n/quit\n' | "$program" chat --vault "$folder/vault" \
    --passphrase-file "$folder/pass" >"$said" 2>&1 || fail "keepsake chat"
does audit verify
has '"intact": true'
part "a vault, memories, answers from it in both languages, chat in the terminal"

printf '%s\n%s\n' '{"time": "2025-05-02T10:00:00Z", "role": "user", "text": "My sister Ilse lives in Graz."}' \
    '{"time": "2025-05-02T10:00:09Z", "role": "assistant", "text": "Noted."}' >"$folder/talk.jsonl"
does import "$folder/talk.jsonl"
does ask "Where does my sister live?" --lang en
has Graz
for format in json markdown; do
    does export "$folder/out.$format" --format $format
    grep -q Okafor "$folder/out.$format" || fail "the export as $format"
done
part "import of a conversation, export"

does memory list --text Okafor
memory=$(id id)
does memory edit "$memory" --claim "My dentist is Dr. Okafor on Mill Street."
does why --memory "$memory" --query "Who is my dentist?"
for action in graph learn; do does memory $action; done
does memory template --email "someone@hospital.example"
does memory form name=Alex
does task list
does settings set language zh
does receipts list
printf 'Call Maria Fernandez at +44 20 7946 0958, or 请转告王建国。\n' >"$folder/letter"
for mode in mask pseudonym; do
    "$program" scrub --mode $mode <"$folder/letter" >"$said" 2>&1 || fail "keepsake scrub --mode $mode"
    if grep -q -e Fernandez -e 7946 -e 王建国 "$said"; then fail "names and numbers are still there"; fi
done
part "the memory list, why, settings, audit, masking in both languages"

does backup "$folder/kept.keepsake-backup"
"$program" restore "$folder/kept.keepsake-backup" "$folder/restored" --passphrase-file "$folder/pass" >"$said" 2>&1 ||
    fail "keepsake restore"
"$program" ask "Who is my dentist?" --json --vault "$folder/restored" --passphrase-file "$folder/pass" >"$said" 2>&1 ||
    fail "an answer from what was restored"
has Okafor
does vault verify
does vault info
does vault change-key
does vault repair
refuses keyring_unavailable vault keyring
part "backup, restore, verify, keys; a keyring that is not there is told"

does endpoint add file --kind gguf --url "$folder/letter"
if plain endpoint test file; then fail "a model file is not run by what is installed"; fi
has endpoint_extra_missing
part "running a model file is refused as not included"

if [ -n "${KEEPSAKE_TRY_URL:-}" ]; then
    does endpoint add near --kind openai --url "$KEEPSAKE_TRY_URL" --model small --default
    if plain endpoint test near; then fail "a certificate that nobody knows was taken"; fi
    has unknown_authority
    does endpoint add near --kind openai --url "$KEEPSAKE_TRY_URL" --model small --default --ca-file "$KEEPSAKE_TRY_CA"
    does endpoint rules near --normal plain --personal masked
    does endpoint test near
    # shellcheck disable=SC2086  # a command and its arguments
    does tools add --trusted parcels -- $KEEPSAKE_TRY_TOOLS
    does ask "Where is parcel 4711?" --lang en
    has shipped
    does receipts list
    receipt=$(id id)
    does receipts show "$receipt"
    has parcel
    part "a model over TLS, a server of tools, receipts of both"
fi
