#!/bin/sh
# Makes every machine translation of these sample sets again, from their sources, with Apertium, and the lists of candidates.
# Same versions of the language data, same bytes. The references are written by hand and are not touched.
set -eu
cd "$(dirname "$0")"
export LC_ALL=C.UTF-8

stop() { echo "remake.sh: $*" >&2; exit 1; }

command -v apertium >/dev/null || stop "no apertium here: apt-get install apertium"
[ -d /usr/share/games/fortunes/es ] || stop "no Spanish proverbs here: apt-get install fortunes-es"
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || stop "no Python 3.11 here, or a newer one"
available=$(apertium -l | tr -d ' ')

# need MODE PACKAGE
need() {
    printf '%s\n' "$available" | grep -qx -- "$1" ||
        stop "Apertium has no mode $1: apt-get install $2"
}

need hbs-slv apertium-hbs-slv
need eng-spa apertium-eng-spa
need en-gl   apertium-en-gl
need gl-es   apertium-es-gl
need eng-cat apertium-eng-cat
need cat-spa apertium-spa-cat

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# translate FROM TO MODE...
# Through one mode after another. An empty line after each segment makes it a paragraph of its own, so that no rule
# reaches over a segment's end; the empty lines are taken out again, and the count must be what it was.
translate() {
    from=$1 to=$2
    shift 2
    [ -s "$from" ] || stop "$from is missing or empty"
    ! grep -q '^[[:space:]]*$' "$from" || stop "$from has a blank line, which would be lost"
    lines=$(wc -l < "$from")
    cp "$from" "$work/text"
    for mode; do
        sed G "$work/text" | apertium -u "$mode" > "$work/spaced" || stop "apertium $mode failed on $from"
        awk 'NR % 2 == 0 && /[^[:space:]]/ { exit 1 }' "$work/spaced" ||
            stop "apertium $mode moved the line ends of $from"
        awk 'NR % 2 == 1 { gsub(/[ \t]+/, " "); gsub(/^ | $/, ""); print }' "$work/spaced" > "$work/text"
        got=$(wc -l < "$work/text")
        [ "$got" -eq "$lines" ] || stop "apertium $mode made $got lines of the $lines in $from"
        ! grep -q '^$' "$work/text" || stop "apertium $mode left a segment of $from empty"
    done
    cp "$work/text" "$to"
    echo "$to: $lines segments"
}

hr=inflection-hr-sl
translate "$hr/source.hr.txt" "$hr/system.apertium.sl.txt" hbs-slv
cp "$hr/source.hr.txt" "$hr/system.source-copy.sl.txt"
echo "$hr/system.source-copy.sl.txt: copied"

es=news-en-es
translate "$es/source.en.txt" "$es/system.apertium-direct.es.txt" eng-spa
translate "$es/source.en.txt" "$es/system.apertium-galician.es.txt" en-gl gl-es
translate "$es/source.en.txt" "$es/system.apertium-catalan.es.txt" eng-cat cat-spa

lists=$es/lists/apertium.moses.gz
python3 remake_lists.py > "$work/lists" || stop "remake_lists.py failed"
gzip -9n < "$work/lists" > "$lists"
echo "$lists: $(wc -l < "$work/lists") candidates"
