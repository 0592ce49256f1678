#!/bin/sh
# analyse on recorded games: every move judged, the games written back, and read again.
. "$(dirname "$0")/tap.inc"

mate='9/G8/9/1L7/3v2K1g/9/1v3a3/9/4A4 w - 0 1'
cat >"$TMP/in.pgn" <<END
[Event "A \"test\""]
[White "Anna"]
[Black "Boris"]
[Variant "belarusian"]
[SetUp "1"]
[FEN "$mate"]

1. Ga8-b8 {overlooks a mate} (1. a8d5) *

[White "C"]
[Variant "tamerlane"]
[Rules "Setup=reflected"]

1. f3f4 f8-f7 {one of each notation} 2. g3g4 1/2-1/2

[Variant "belarusian"]
1. e2e9 *

[Variant "Bashni"]

1. c3-b4 b6-c5 2. b4-a5 a7-b6 3. b2-c3 c5-b4 4. a3:c5:a7 c7-b6 5. a5:c7:e5 *
END
run analyse --file "$TMP/in.pgn" --depth 4 --json --games "$TMP/out.pgn"
expect 2 err 'in.pgn, game 3, line 17, column 4: .e2e9. is not a legal move here' 'a bad game is told'
count_is 16 '"type":"result"' 'all positions of the others'
count_is 13 '"type":"move"' 'all moves'
has '"type":"result","number":1,"ply":0,.*"best":"a8d5"' 'a position of a game'
has '"type":"move","number":1,"ply":0,"side":"white","move":"a8b8","human":"Ga8-b8","before":\{"mate":1\},"after":\{"cp":-[0-9]+\},"loss":[0-9.]+,"mark":"[?!]*","better":\["a8d5"\]\}' \
    'a judgement'
has '"type":"move","number":4,"ply":8,"side":"white","move":"a5c7e5"' 'a move of draughts'
is_json 'valid JSON'
first=$(grep -n '"number":1,"ply":0' "$TMP/out" | head -n 1 | cut -d : -f 1)
last=$(grep -n '"number":1,"ply":1' "$TMP/out" | head -n 1 | cut -d : -f 1)
[ "$last" -lt "$first" ]
report $? 'from the end to the beginning'

cp "$TMP/out.pgn" "$TMP/out"
has '^\[Event "A \\"test\\""\]$' 'written: tags'
has '^\[Rules "Setup=reflected"\]$' 'written: rules'
has '^1\. Ga8-b8\+? (\$[246] )?\{\[%eval -?[0-9.#-]*\]' 'written: scores'
has '\[%eval' 'written: scores of all games'
run analyse --file "$TMP/out.pgn" --depth 4 --json --games "$TMP/again.pgn"
expect 0 out '"type":"move"' 'read again'
count_is 13 '"type":"move"' 'read again: all moves'
cmp -s "$TMP/out.pgn" "$TMP/again.pgn"
report $? 'and written again the same'

# Marks: the loss that makes them is an option.
run analyse --file "$TMP/in.pgn" --depth 4 --marks 1,2,3
expect 2 out '^played: 1\. Ga8-b8\+?\?\?$' 'a blunder by strict marks'
run analyse --file "$TMP/in.pgn" --depth 4 --marks 98,99,100 --games "$TMP/out.pgn"
cp "$TMP/out.pgn" "$TMP/out"
has '^1\. Ga8-b8 \$6 ' 'by lenient ones, dubious'
has_not '\$[24]' 'and no worse'
for marks in '' 1 1,2 1,2,3,4 3,2,1 0,1,2 1,2,101 a,b,c 1,2, ; do
    run analyse --file "$TMP/in.pgn" --depth 1 --marks "$marks"
    expect 2 err "option --marks: '$marks' is not three rising percentages" "--marks '$marks'"
done

# The report: one page that needs nothing else.
run analyse --file "$TMP/in.pgn" --depth 4 --multipv 2 --marks 5,20,30 --html "$TMP/report.html"
expect 2 out '^played: ' 'a report beside the text'
cp "$TMP/report.html" "$TMP/out"
has '^<!DOCTYPE html>$' 'report: HTML'
count_is 3 '<figure class="chart"' 'report: a curve for each game'
count_is 16 '<article id="g[0-9]+-[0-9]+"' 'report: all positions'
has '<h2>Anna .+ Boris, \*</h2>' 'report: names'
has '<a class="blunder" href="#g1-1">1\. Ga8-b8\+?\?\?</a>' 'report: a blunder in the list of moves'
has '<td>1</td><td>Ga8xd5#</td><td>win in 1 \(mate\)</td>' 'report: a line'
has '<details><summary>Boards of line 1</summary>' 'report: boards of a line'
has_not '<script|src=|url\(|@import' 'report: nothing from elsewhere'
if command -v python3 >/dev/null 2>&1; then
    python3 - "$TMP/report.html" 2>"$TMP/err" <<'END'
import html.parser, sys
class Page(html.parser.HTMLParser):
    empty = {'meta', 'link', 'br', 'hr', 'img'}
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links = [], [], []
    def handle_starttag(self, tag, attributes, closed=False):
        a = dict(attributes)
        if 'id' in a:
            self.ids.append(a['id'])
        for name in ('href', 'xlink:href'):
            if name in a and tag != 'link':
                assert a[name].startswith('#'), a
                self.links.append(a[name][1:])
        if not closed and tag not in self.empty:
            self.open.append(tag)
    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes, True)
    def handle_endtag(self, tag):
        assert self.open.pop() == tag, (tag, self.getpos())
page = Page()
page.feed(open(sys.argv[1], encoding='utf-8').read())
page.close()
assert page.open == [], page.open
assert len(set(page.ids)) == len(page.ids)
assert set(page.links) <= set(page.ids), set(page.links) - set(page.ids)
END
    report $? 'report: tags are closed, links and men are there'
else
    skip 'report: tags are closed, links and men are there' 'no python3'
fi
printf '%s ;id "<b>&"\n' "$mate" >"$TMP/in.epd"
run analyse --file "$TMP/in.epd" --depth 3 --html "$TMP/report.html"
cp "$TMP/report.html" "$TMP/out"
has '<h3>Line 1: &lt;b&gt;&amp;</h3>' 'report of positions: markup is escaped'
run analyse --depth 1 --html "$TMP/no/such/folder"
expect 3 err 'no/such/folder: No such file' 'a report that cannot be written'

# Kinds of files.
printf '1. e2-e4 e8-e6 *\n' >"$TMP/bare.PGN"
run analyse --file "$TMP/bare.PGN" --depth 1 --json
count_is 2 '"type":"move"' 'a game without tags, by the name of the file'
printf '1. c3-b4 b6-c5 *\n' >"$TMP/bare.pdn"
run analyse --game bashni --file "$TMP/bare.pdn" --depth 1 --json
count_is 3 '"game":"bashni"' 'the usual game by --game'
feed analyse --file - --depth 1 --json <"$TMP/out.pgn"
count_is 13 '"type":"move"' 'games on the input'
run analyse --games "$TMP/x" --depth 1
expect 2 err '--games writes the games of --file' '--games without --file'
printf '%s\n' "$mate" >"$TMP/in.epd"
run analyse --file "$TMP/in.epd" --games "$TMP/x" --depth 1
expect 2 err 'in.epd: there are no games' '--games of a file of positions'
printf '[Variant "belarusian"]\n\n1. e2e4 e2e4 *\n' >"$TMP/faulty.pgn"
run analyse --file "$TMP/faulty.pgn" --depth 1 --games "$TMP/games"
expect 2 err "column 9: 'e2e4' is not a legal move" 'a game with an illegal move'
[ "$(wc -l <"$TMP/err")" = 1 ]
report $? 'and nothing else is said of it'
run analyse --file "$TMP/out.pgn" --epd "$TMP/out.epd" --depth 1
cp "$TMP/out.epd" "$TMP/out"
count_is 16 ' ;set=[a-z]+ .*;id "game [0-9] ply [0-9]+"' '--epd of games: a line a position'
has ' ;set=tamerlane ;Setup=reflected ;id "game 2 ply 0" ;acd 1 ' '--epd of games: rules'
run analyse --file "$TMP/out.epd" --depth 1 --json
count_is 16 '"type":"result"' '--epd of games: read again'
run analyse --file "$TMP/out.pgn" --games "$TMP/no/such/folder" --depth 1
expect 3 err 'no/such/folder: No such file' 'games that cannot be written'
finish
