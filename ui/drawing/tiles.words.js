// What words look like, as tiles and in a text that is typed over, and what their colours mean. After it come
// tiles.drag.js, tiles.row.js and tiles.js, as one script.

const MEANING = ["in no reference", "single word", "2 words", "3 words", "4 words or more"];
const VERDICTS = { right: ["✓", "right"], missed: ["○", "missed"], wrong: ["✗", "wrong"] };

function node(tag, classes = "", text = "", attributes = {}) {
    const made = document.createElement(tag);
    made.className = classes;
    made.textContent = text;
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    return made;
}

const split = (text) => text.split(/\s+/u).filter(Boolean);
const plain = (text) => ({ text, shade: null, is_clipped: false });
const wordsOf = (tiles) => tiles.flatMap(({ words }) => words);
const textOf = (tiles) =>
    wordsOf(tiles)
        .map(({ text }) => text)
        .join(" ");

// Words that are typed keep their colours, until the server has heard of them.
function recolored(text, tiles) {
    const [known, typed] = [wordsOf(tiles), split(text)];
    const late = known.length - typed.length;
    const like = (word, at) => [known[at], known[at + late]].find((found) => found?.text === word) ?? plain(word);
    return typed.map((word, at) => ({ words: [like(word, at)], verdict: "" }));
}

const looks = ({ shade, is_clipped: isClipped }) => `${shade === null ? "" : `n${shade}`} ${isClipped ? "cut" : ""}`;
const drawWord = (word) => node("span", `word ${looks(word)}`, word.text);

function drawLegend(rows, isClose) {
    const words = rows.flatMap(({ tiles }) => wordsOf(tiles));
    const legend = node("div", "legend");
    const shades = [1, 2, 3, 4, 0].filter((shade) => words.some((word) => word.shade === shade && !word.is_clipped));
    for (const shade of shades) legend.append(node("span", `word n${shade}`, MEANING[shade]));
    if (words.some((word) => word.is_clipped)) legend.append(node("span", "word n0 cut", "clipped away"));
    if (legend.childElementCount && !isClose) legend.append("Colour: the longest match that the word is part of.");
    return legend;
}
