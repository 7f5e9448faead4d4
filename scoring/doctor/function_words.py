"""The language of a text by its commonest words, for languages with spaces between words."""

from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..counting.arrays import Flags, Ints, numpy_column

FUNCTION_WORDS: Mapping[str, str] = {
    "English": "the of and to in is that it was for with as his he on be at by this had not are but from have they"
    " which she were their been has will would there what we you",
    "German": "der die und das ist nicht sie ein eine mit dem den von zu auf für sich des im auch wird werden war dass"
    " aber nach bei aus wie oder noch nur wir ich es haben sind einen einer",
    "French": "de la le et les des est un une du dans que qui pour pas sur plus avec ce cette il elle nous vous sont au"
    " aux par mais ou ont été être leur ses comme ne se",
    "Spanish": "de la que el en los las un una por con para es del se lo como más pero sus al ha este esta fue son"
    " también entre cuando muy sin sobre hay todo desde porque ya",
    "Italian": "di che la il un una per non è con del della sono dei si le da al alla più anche come nel nella gli ha"
    " questo questa ma delle dal ed essere stato lo se",
    "Portuguese": "de que do da em um para com não uma os no se na por mais as dos como mas ao das ele à seu sua ou"
    " quando muito nos já está também só pelo pela até isso foi são",
    "Dutch": "de het een van en in is dat op te zijn met voor niet aan er om ook als bij maar hij door nog over uit"
    " naar wordt deze heeft worden werd ze wij ik je",
    "Swedish": "och att det som en på är av för med till den har de inte om ett men var jag sig från vi så kan när"
    " man hade nu eller ska skulle också efter han",
    "Danish": "og at det er en til af på med for den de der som ikke et har jeg han var men om fra vi så kan efter"
    " blev også ved eller hvor være nu når",
    "Norwegian": "og det er en til av på med for den de som ikke et har jeg han var men om fra vi så kan etter ble"
    " også ved eller hvor være nå når å",
    "Finnish": "ja on ei se että oli hän ovat mutta kun joka myös niin kuin ole tai sen mukaan ovat jos olla sitä jo"
    " vain nyt mitä minä ollut hänen",
    "Estonian": "ja on ei et see oli kui ta ka aga mis seda oma kes või nii siis kuid ning pole olid mida veel juba"
    " selle ma olema peab väga",
    "Czech": "a se na je v že to s z do o i jako ale by jeho za pro jsem byl které který po jsou tak podle už jen k od"
    " která může při také než nebo bylo aby však",
    "Slovak": "a sa na je v že to s z do o aj ako ale by jeho za pre som bol ktoré ktorý po sú tak podľa už len k od"
    " ktorá môže pri tiež než alebo bolo aby však",
    "Polish": "i w na z się nie do to że jest o jak po ale za co od tak przez przy dla są był jego już tylko być może"
    " które który oraz jako ma było czy także jej ich",
    "Slovenian": "in je v se na da so za ki pa z bi s tudi po ne kot ali od bil to pri še iz do kar bo več tem jih"
    " lahko bila le ker če samo",
    "Croatian": "i je u se na da su za od koji s što a kao ne to iz o sam bi ili koja nije ali biti po bio do koje"
    " samo kako više bilo te",
    "Hungarian": "a az és hogy nem is egy ez volt csak meg de van már még mint ha el azt ki vagy lesz be fel ezt"
    " között után amely minden kell pedig szerint",
    "Romanian": "de și în a la cu pe nu că un o din care pentru mai este sunt ce fi se au fost prin sau dar ca lui"
    " această acest după când cel îi",
    "Turkish": "ve bir bu da de için ile çok ne olarak daha gibi olan en kadar sonra var ama o ya değil her ise ben"
    " onun göre bunu diye kendi",
    "Lithuanian": "ir kad yra į su iš tai kaip bet buvo ar jis nuo po už apie ne jo tik per dar jau bei taip gali"
    " savo jų buvo ji kai",
    "Latvian": "un ir ka no ar par uz kas bet tas arī lai kā tika ir viņš bija pēc tā vai nav pie līdz gan tikai jau"
    " savu šo var",
    "Indonesian": "yang dan di itu dengan untuk tidak ini dari dalam akan pada juga saya ke karena ada mereka oleh"
    " adalah bisa telah atau sudah kami lebih kita",
    "Vietnamese": "và của là có không được cho một những trong với các này đã người để khi đến cũng về như ra từ lại"
    " nhưng nhiều tôi",
    "Icelandic": "og að í á er það sem til við um en hann ekki með af var ég fyrir eru hún þá hefur því þetta verið"
    " frá eins eftir mér",
    "Russian": "и в не на что с он как это по но его из у за от так же она для был было или они бы к только если уже"
    " когда мы все был быть",
    "Ukrainian": "і в не на що з як це та до але його за від він у для про його була було або вони тільки якщо вже"
    " коли ми все які який є й",
    "Bulgarian": "и на да не за се от в с че по е са това като до при ще но си към му който които или след беше има"
    " така само ако",
}
"""Commonest words of each language. Only words count, so that a text of another language scores near 0."""
SIMILAR_LANGUAGES = (
    {"Swedish", "Danish", "Norwegian"},
    {"Czech", "Slovak"},
    {"Slovenian", "Croatian"},
    {"Spanish", "Portuguese", "Italian"},
    {"Russian", "Bulgarian"},
)
"""Groups of languages that share too many words to be distinguished by single lines."""
MIN_SHARE = 0.12
"""Smallest share of a text's words that must be a language's commonest, for the text to be in it."""
MIN_IN_TEXT = 20
"""Fewest common words of a language in different lines of a text that may be in it."""
MIN_WORDS = 4
"""Fewest common words of another language that put a line in that language, if the line has none of its own."""
NAMES = tuple(FUNCTION_WORDS)
_WORD = r"[^\p{L}\p{M}']+"


@cache
def _languages_by_word() -> Mapping[str, Sequence[int]]:
    """Return the places in ``NAMES`` of the languages that have each word, by the word."""
    places_by_word: dict[str, list[int]] = {}
    for place, words in enumerate(FUNCTION_WORDS.values()):
        for word in set(words.split()):
            places_by_word.setdefault(word, []).append(place)
    return places_by_word


def count_function_words(column: pa.StringArray) -> tuple[Ints, Ints]:
    """Return how many words of each line are each language's commonest, (n_lines, n_languages), and all its words."""
    words = pc.split_pattern_regex(pc.utf8_trim_whitespace(pc.utf8_lower(column.fill_null(""))), _WORD)
    counts = numpy_column(pc.list_value_length(words)).astype(np.int64)
    lines = np.repeat(np.arange(len(column)), counts)
    encoded = words.flatten().dictionary_encode()
    members, languages = np.zeros((len(encoded.dictionary) + 1, len(NAMES)), np.int64), _languages_by_word()
    for place, word in enumerate(encoded.dictionary.to_pylist()):
        members[place, languages.get(word, ())] = 1
    has_language: Flags = np.any(members > 0, axis=1)
    counts_by_language = np.zeros((len(column), len(NAMES)), np.int64)
    if len(encoded):
        is_known = has_language[numpy_column(encoded.indices)]
        places, of = numpy_column(encoded.indices)[is_known], lines[is_known]
        for number in range(len(NAMES)):
            counts_by_language[:, number] = np.bincount(of, members[places, number], len(column))
    return counts_by_language, counts


def language_of_counts(counts: Ints, words: Ints) -> str | None:
    """Return the language of a text by its lines' counts; None where no language is clear."""
    totals, n_words = counts.sum(axis=0), int(words.sum())
    best = int(totals.argmax())
    if totals[best] < max(MIN_IN_TEXT, MIN_SHARE * n_words):
        return None
    return NAMES[best]


def lines_of_other_languages(counts: Ints, own: str) -> Sequence[tuple[str, Flags]]:
    """Return each other language with its lines: lines with common words of that language and none of the own.

    The lines are bool (n_lines,). Languages that are too similar to the own are left out.
    """
    alike = {own}.union(*(group for group in SIMILAR_LANGUAGES if own in group))
    others = [number for number, name in enumerate(NAMES) if name not in alike]
    own_counts = counts[:, [number for number, name in enumerate(NAMES) if name in alike]].max(axis=1)
    best = counts[:, others].max(axis=1)
    best_languages = np.array(others)[counts[:, others].argmax(axis=1)]
    is_other = (best >= MIN_WORDS) & (best >= 4 * own_counts)
    return [(NAMES[number], is_other & (best_languages == number)) for number in np.unique(best_languages[is_other])]
