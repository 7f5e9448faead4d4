"""Czech translations of English texts; ``{text}`` is in the genitive."""

TEXTS = {
    "source": "zdrojového textu",
    "reference": "reference",
    "source and reference": "zdrojového textu i reference",
    "Source": "Zdrojový text",
    "Reference": "Reference",
    "Reference {}": "Reference {}",
    "Translation": "Překlad",
    "Translations": "Překlady",
    "How much of the meaning expressed in the {text} is also in the translation?": (
        "Kolik z významu {text} je i v překladu?"
    ),
    "All": "Všechno",
    "Most": "Většina",
    "Much": "Hodně",
    "Little": "Málo",
    "None": "Nic",
    "How do you judge the fluency of this translation?": "Jak plynulý je tento překlad?",
    "Flawless": "Bezchybný",
    "Good": "Dobrý",
    "Non-native": "Nerodilý mluvčí",
    "Disfluent": "Kostrbatý",
    "Incomprehensible": "Nesrozumitelný",
    "Rank the translations from best to worst; ties are allowed.": (
        "Seřaďte překlady od nejlepšího po nejhorší; shodné pořadí je dovoleno."
    ),
    "Best": "Nejlepší",
    "Worst": "Nejhorší",
    "All say the same": "Všechny říkají totéž",
    "How much do you agree that the translation adequately expresses the meaning of the {text}?": (
        "Nakolik souhlasíte, že překlad vystihuje význam {text}?"
    ),
    "Agree fully": "Zcela souhlasím",
    "Do not agree at all": "Vůbec nesouhlasím",
    "How good is the translation as a whole?": "Jak dobrý je překlad jako celek?",
    "Perfect": "Dokonalý",
    "Meaning and grammar are completely consistent with the {text}.": (
        "Význam i gramatika jsou podle {text} zcela v pořádku."
    ),
    "Most meaning preserved": "Většina významu zachována",
    "There may be some grammar mistakes or minor inconsistencies.": (
        "Mohou se objevit gramatické chyby nebo drobné nepřesnosti."
    ),
    "Some meaning preserved": "Část významu zachována",
    "Significant parts are missing; errors make it hard to follow.": (
        "Chybí podstatné části; kvůli chybám se text špatně sleduje."
    ),
    "No meaning preserved": "Význam nezachován",
    "Nearly all information is lost.": "Téměř všechny informace se ztratily.",
    "Compare each translation with the {text}. Judge its meaning first, then its language.": (
        "Posuďte každý překlad podle {text}: nejdřív význam, potom jazyk."
    ),
    "Compare with the {text}: which translation is best? Ties are allowed.": (
        "Který překlad je podle {text} nejlepší? Shodné pořadí je dovoleno."
    ),
    "Compare with the {text}. Mark what is wrong in the translation, then score it as a whole.": (
        "Označte podle {text}, co je v překladu špatně, a pak ohodnoťte celek."
    ),
    "Compare with the {text}. Mark every error in the translation. There is no score to give.": (
        "Označte podle {text} každou chybu v překladu. Body se nedávají."
    ),
    "Compare the translations with the {text} and with each other, and score each one.": (
        "Ohodnoťte každý překlad podle {text} a porovnejte překlady mezi sebou."
    ),
    "minor": "drobná",
    "major": "závažná",
    "The meaning is right, but grammar, style or a choice of words could be better.": (
        "Význam je správný, ale gramatika, styl nebo volba slov by mohly být lepší."
    ),
    "The meaning is changed, or readers cannot understand it.": "Význam je změněn, nebo mu čtenáři nerozumějí.",
    "heavy rain": "silný déšť",
    "strong rain": "těžký déšť",
    "an unusual word": "neobvyklé slovo",
    "She was born in May.": "Narodila se v květnu.",
    "She is born in May.": "Narodí se v květnu.",
    "a wrong tense": "nesprávný čas",
    "The shop closes at nine.": "Obchod zavírá v devět.",
    "The shop opens at nine.": "Obchod otevírá v devět.",
    "the opposite": "opak",
    "Take 2 tablets.": "Vezměte si 2 tablety.",
    "Take 20 tablets.": "Vezměte si 20 tablet.",
    "a wrong number": "nesprávné číslo",
    "The museum closes at six on Sundays.": "Muzeum v neděli zavírá v šest.",
    "The museum opens at six on Sundays.": "Muzeum v neděli otevírá v šest.",
    "The museum it close on six at Sundays.": "Muzeum ono zavírat na šest v neděle.",
    "On Sundays the museum closes at six.": "V neděli muzeum zavírá v šest.",
    "The museum opens at six on sundays.": "Muzeum v Neděli otevírá v šest.",
    "opens": "otevírá",
    "it says the opposite": "říká opak",
    "sundays": "Neděli",
    "it needs a capital letter": "píše se s velkým písmenem",
    "it needs a small letter": "píše se s malým písmenem",
    "a score of at most {most} fits": "je přiměřených nejvýše {most} bodů",
    "It says the opposite, so little of the meaning is there: 1 or 2 fits adequacy.": (
        "Říká opak, takže z významu zbývá málo: za význam je přiměřená 1 nebo 2."
    ),
    "There is no error in its grammar or style: 5 fits fluency, however wrong the meaning is.": (
        "V gramatice ani stylu není chyba: za jazyk je přiměřená 5, i když je význam špatně."
    ),
    "Where a translation says the opposite, {fits}.": "Pokud překlad říká opak, {fits}.",
    "The translation reads well, but says the opposite: {fits}.": "Překlad se čte dobře, ale říká opak, proto {fits}.",
    "One major error changes the meaning: {fits}.": "Jedna závažná chyba mění význam, proto {fits}.",
    "“{best}” is best: only its words are in another order.": ("„{best}“ je nejlepší: jen slova jsou v jiném pořadí."),
    "“{worst}” is worst: it says the opposite. “{middle}” has bad grammar, but its meaning is right.": (
        "„{worst}“ je nejhorší: říká opak. „{middle}“ má špatnou gramatiku, ale význam je správný."
    ),
    "You gave {score}.": "Vaše hodnocení: {score}.",
    "You gave it {worst}, and the one with bad grammar {middle}.": (
        "Vaše hodnocení: {worst}, u překladu se špatnou gramatikou {middle}."
    ),
    "“{word}” is a minor error ({why}).": "„{word}“ je drobná chyba ({why}).",
    "“{word}” is a major error ({why}).": "„{word}“ je závažná chyba ({why}).",
    "“{word}” is right: mark only what is wrong.": "„{word}“ je správně: označte jen to, co je špatně.",
    "Nothing is missing here: every part is translated.": ("Nic tu nechybí: každá část je přeložena."),
    "Missed:": "Přehlédnuto:",
    "Not quite.": "Ne tak docela.",
    "Well done": "Výborně",
    "Your marks": "Vaše označení",
    "Our marks": "Naše označení",
    "What we would say": "Naše hodnocení",
    "Start rating": "Začít hodnotit",
    "Practise again": "Cvičit znovu",
    "This item was practice: your answer to it is not kept. The next one counts.": (
        "Toto bylo cvičení: odpověď se neukládá. Další se už počítá."
    ),
    "Language": "Jazyk",
    "Rate translations": "Hodnocení překladů",
    "Type in the code that you were given, or open the link that came with it.": (
        "Zadejte kód z pozvánky, nebo otevřete odkaz, který k němu patří."
    ),
    "Code": "Kód",
    "Go on": "Pokračovat",
    "Closed: no more answers are taken. Yours are kept.": "Uzavřeno: další odpovědi se nepřijímají. Vaše jsou uloženy.",
    "See what others said": "Zobrazit, co řekli ostatní",
    "Your name": "Vaše jméno",
    "Begin": "Začít",
    "The person who invited you, and everyone they share the results with, sees your answers with this name. You do"
    " not see which system wrote what. Each answer is kept at once: you can pause at any time and go on another"
    " day.": (
        "Vaše odpovědi uvidí pod tímto jménem ten, kdo vás pozval, a všichni, s nimiž výsledky sdílí. Vy se"
        " nedozvíte, který systém co napsal. Každá odpověď se hned uloží: kdykoli můžete přestat a pokračovat jiný den."
    ),
    "How to rate": "Jak hodnotit",
    "for": "místo",
    "Paused": "Pauza",
    "You have rated {done} of {all}. All of it is kept.": "Ohodnoceno: {done} z {all}. Všechno je uloženo.",
    "Somebody else wants to rate here": "Chce tu hodnotit někdo jiný",
    "This browser knows you again. To go on elsewhere, open this address there:": (
        "Tento prohlížeč vás pozná. Chcete-li pokračovat jinde, otevřete tam tuto adresu:"
    ),
    "Keep it to yourself: anyone who has it can answer in your name.": (
        "Nechte si ji pro sebe: kdo ji má, může odpovídat vaším jménem."
    ),
    "All {all} are rated": "Všech {all} je ohodnoceno",
    "It is rated": "Je ohodnoceno",
    "You can still go back and change answers. Once you finish you cannot; you then see a summary of what others"
    " said.": (
        "Ještě se můžete vrátit a odpovědi změnit. Po dokončení už ne; pak uvidíte souhrn toho, co řekli ostatní."
    ),
    "Finish": "Dokončit",
    "Back to the last one": "Zpět na poslední",
    "Thank you": "Děkujeme",
    "{name}, you have rated all of “{campaign}”.": "{name}, kampaň „{campaign}“ máte celou ohodnocenou.",
    "Nobody else has rated these translations so far. Come back later to compare.": (
        "Tyto překlady zatím nikdo jiný neohodnotil. Vraťte se později a porovnejte."
    ),
    "{n} of your answers can be compared with those of others.": (
        "Vašich odpovědí, které lze porovnat s odpověďmi ostatních: {n}."
    ),
    "You and others put {share} of the pairs of translations in the same order.": (
        "Vy a ostatní jste stejně seřadili {share} dvojic překladů."
    ),
    "Mean": "Průměr",
    "You": "Vy",
    "Others": "Ostatní",
    "Adequacy, 1 to 5": "Význam, 1 až 5",
    "Fluency, 1 to 5": "Jazyk, 1 až 5",
    "Score, 0 to 100": "Body, 0 až 100",
    "Penalty: minor errors 1, major ones 5": "Trestné body: drobné chyby 1, závažné 5",
    "Errors per translation": "Chyb na překlad",
    "The texts of this campaign cannot be read on this server: what is kept of them is damaged. Your answers are"
    " kept. Tell the person who invited you.": (
        "Texty této kampaně nelze na tomto serveru přečíst: jejich záznam je poškozen. Vaše odpovědi jsou uloženy."
        " Řekněte to tomu, kdo vás pozval."
    ),
    "The campaign in which you rated here does not exist any more. Ask the person who invited you.": (
        "Kampaň, ve které se zde hodnotilo, už neexistuje. Zeptejte se toho, kdo vás pozval."
    ),
    "The campaign does not exist any more. Ask the person who invited you.": (
        "Kampaň už neexistuje. Zeptejte se toho, kdo vás pozval."
    ),
    "You had answered item {} in another tab, too. What you said here has taken the place of that.": (
        "Úkol {} už měl odpověď i z jiné karty prohlížeče. Platí vaše odpověď odsud."
    ),
    "You go on as {}. If you are somebody else, press Pause.": (
        "Pokračujete jako {}. Pokud jste někdo jiný, stiskněte Pauza."
    ),
    "Say your name first, as the person who invited you knows you.": (
        "Nejdřív zadejte své jméno, pod kterým vás zná ten, kdo vás pozval."
    ),
    "This place is not yours any more; ask the person who invited you.": (
        "Toto místo už není vaše; zeptejte se toho, kdo vás pozval."
    ),
    "This answer was not kept. {}": "Tato odpověď se neuložila. {}",
    "This is not kept. {}": "Toto se neukládá. {}",
    "No campaign takes answers here: it was closed or deleted, or the address or code is incomplete. Ask the person"
    " who invited you. Answers given before a campaign was closed are kept.": (
        "Žádná kampaň tu nepřijímá odpovědi: byla uzavřena nebo smazána, nebo adresa či kód nejsou úplné. Zeptejte"
        " se toho,"
        " kdo vás pozval; odpovědi dané před uzavřením kampaně jsou uloženy."
    ),
    "{} is closed: no more answers are taken. What you answered before is kept. Ask the person who invited you if"
    " you want to go on.": (
        "{} je uzavřena: další odpovědi se nepřijímají. Vaše dřívější odpovědi jsou uloženy. Chcete-li pokračovat,"
        " zeptejte se toho, kdo vás pozval."
    ),
    "Your place in {} was released: somebody else may go on there. What you answered before is kept. To go on, open"
    " the link, or type in the code, that you were given: you get a place if one is free.": (
        "Vaše místo v kampani {} bylo uvolněno: může na něm pokračovat někdo jiný. Vaše dřívější odpovědi jsou"
        " uloženy. Chcete-li pokračovat, otevřete odkaz nebo zadejte kód z pozvánky: je-li volné místo, dostanete ho."
    ),
    "You have finished; your answers cannot be changed any more.": "Hodnocení je dokončeno; odpovědi už nelze změnit.",
    "All places of this campaign are taken; ask the person who invited you for one.": (
        "Všechna místa této kampaně jsou obsazena; požádejte o místo toho, kdo vás pozval."
    ),
    "Next": "Další",
    "Try again": "Zkusit znovu",
    "Back": "Zpět",
    "Skip": "Přeskočit",
    "Pause": "Pauza",
    "(empty)": "(prázdné)",
    "Before it": "Předtím",
    "After it": "Potom",
    "Show the document around it": "Zobrazit okolní text",
    "Hide the document around it": "Skrýt okolní text",
    "Rated so far": "Zatím ohodnoceno",
    "{at} of {all}": "{at} z {all}",
    "Rank of translation {at} of {all}": "Pořadí překladu {at} z {all}",
    "Score of translation {at} of {all}": "Body překladu {at} z {all}",
    "not set": "nenastaveno",
    "Minor": "Drobná",
    "Major": "Závažná",
    "Shift+M": "Shift+M",
    "Del": "Delete",
    "Remove": "Odstranit",
    "Missing, minor": "Něco chybí (drobná)",
    "Missing, major": "Něco chybí (závažná)",
    "{what}: remove": "{what}: odstranit",
    "Category": "Druh chyby",
    "Category of the error": "Druh chyby",
    "Translation: mark what is wrong": "Překlad: označte, co je špatně",
    "Not saved yet: the server does not answer. What you have done is kept here and sent as soon as it does.": (
        "Zatím neuloženo: server neodpovídá. Vaše práce zůstává zde a odešle se, jakmile odpoví."
    ),
    "Errors were marked here beforehand. Remove marks that are wrong, and mark what was overlooked.": (
        "Chyby tu byly označeny předem. Nesprávná označení odstraňte a označte, co bylo přehlédnuto."
    ),
    "Select words with the mouse or ← →, then 1 for a minor error, 2 for a major one. ↓ goes to the score.": (
        "Vyberte slova myší nebo klávesami ← → a stiskněte 1 pro drobnou chybu, 2 pro závažnou. ↓ vede k bodům."
    ),
    "Select words with the mouse or ← →, then 1 for a minor error, 2 for a major one. Enter goes on.": (
        "Vyberte slova myší nebo klávesami ← → a stiskněte 1 pro drobnou chybu, 2 pro závažnou. Enter vede dál."
    ),
    "Tap the first and the last word of an error, then Minor or Major. Tap a mark to change it.": (
        "Klepněte na první a poslední slovo chyby, pak na Drobná nebo Závažná. Klepnutím na označení je změníte."
    ),
    "Type a number, or use ← →.": "Napište číslo, nebo použijte ← →.",
    "Touch the line where your score is.": "Dotkněte se čáry v místě svého hodnocení.",
    "Type a digit.": "Napište číslici.",
    "Keys: ← → go from word to word, with Shift they take more, with Alt they go by letters; 1 and 2 mark, Delete"
    " removes, M says that something is missing.": (
        "Klávesy: ← → jdou od slova ke slovu, se Shiftem rozšiřují výběr, s Altem jdou po písmenech; 1 a 2 označí,"
        " Delete odstraní, M říká, že něco chybí."
    ),
    "Keys: a digit answers, ↑ ↓ go to the other question, Enter goes on, U goes back.": (
        "Klávesy: číslice odpovídá, ↑ ↓ vedou k druhé otázce, Enter dál, U zpět."
    ),
    "Equal ranks are ties. Keys: a digit ranks, ↑ ↓ go to another translation, Enter goes on, U goes back.": (
        "Shodné pořadí je dovoleno. Klávesy: číslice dává pořadí, ↑ ↓ vedou k jinému překladu, Enter dál, U zpět."
    ),
    "Equal scores are ties. Keys: type a number or use the arrows, Enter goes to the next translation and on, U"
    " goes back.": (
        "Shodné body jsou dovoleny. Klávesy: napište číslo nebo použijte šipky, Enter vede k dalšímu překladu a"
        " dál, U zpět."
    ),
    "Keys: type a number or use the arrows, Enter goes on, U goes back.": (
        "Klávesy: napište číslo nebo použijte šipky, Enter vede dál, U zpět."
    ),
    "↓ or Enter goes to the score, where you type digits; Enter goes on, U goes back.": (
        "↓ nebo Enter vede k bodům, kde píšete číslice; Enter vede dál, U zpět."
    ),
    "Enter goes on, U goes back.": "Enter vede dál, U zpět.",
    "Each error needs a category: C opens the list, Escape leaves it; the next error gets the same one.": (
        "Každá chyba potřebuje druh: C otevře seznam, Escape ho opustí; další chyba dostane stejný."
    ),
    "1 item": "1 úkol",
    "{n} items": "úkolů: {n}",
    "about {n} minutes": "asi {n} minut",
    "about {n} hours": "asi {n} h",
    "For you: {items}, one after another.": "Čekají na vás úkoly, jeden po druhém ({items}).",
    "Practice": "Cvičení",
    "Then {items}: {time}": "Potom {items}; {time}",
    "1 segment": "1 segmentu",
    "{n} segments": "{n} segmentů",
    "Ratings of {segments}": "Hodnocení {segments}",
    "Ranking of {segments}": "Pořadí {segments}",
    "Scores of {segments}": "Body {segments}",
    "Errors in {segments}": "Chyby {segments}",
    "MQM of {segments}": "MQM {segments}",
    "Side-by-side scores of {segments}": "Srovnání {segments}",
}
