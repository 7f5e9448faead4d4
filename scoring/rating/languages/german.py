"""German translations of English texts; ``{text}`` is in the dative."""

TEXTS = {
    # what an output is held against
    "source": "dem Ausgangstext",
    "reference": "der Referenz",
    "source and reference": "dem Ausgangstext und der Referenz",
    "Source": "Ausgangstext",
    "Reference": "Referenz",
    "Reference {}": "Referenz {}",
    "Translation": "Übersetzung",
    "Translations": "Übersetzungen",
    # questions and scales
    "How much of the meaning expressed in the {text} is also in the translation?": (
        "Wie viel von dem, was in {text} steht, gibt auch die Übersetzung wieder?"
    ),
    "All": "Alles",
    "Most": "Das meiste",
    "Much": "Viel",
    "Little": "Wenig",
    "None": "Nichts",
    "How do you judge the fluency of this translation?": "Wie flüssig liest sich diese Übersetzung?",
    "Flawless": "Einwandfrei",
    "Good": "Gut",
    "Non-native": "Nicht muttersprachlich",
    "Disfluent": "Holprig",
    "Incomprehensible": "Unverständlich",
    "Rank the translations from best to worst; ties are allowed.": (
        "Ordnen Sie die Übersetzungen von der besten zur schlechtesten; gleiche Ränge sind erlaubt."
    ),
    "Best": "Beste",
    "Worst": "Schlechteste",
    "All say the same": "Alle sagen dasselbe",
    "How much do you agree that the translation adequately expresses the meaning of the {text}?": (
        "Wie sehr stimmen Sie der Aussage zu: „Die Übersetzung gibt angemessen wieder, was in {text} steht“?"
    ),
    "Agree fully": "Stimme voll zu",
    "Do not agree at all": "Stimme gar nicht zu",
    "How good is the translation as a whole?": "Wie gut ist die Übersetzung insgesamt?",
    "Perfect": "Perfekt",
    "Meaning and grammar are completely consistent with the {text}.": (
        "Bedeutung und Grammatik stimmen vollständig mit {text} überein."
    ),
    "Most meaning preserved": "Bedeutung größtenteils erhalten",
    "There may be some grammar mistakes or minor inconsistencies.": (
        "Es kann einige Grammatikfehler oder kleine Abweichungen geben."
    ),
    "Some meaning preserved": "Bedeutung teilweise erhalten",
    "Significant parts are missing; errors make it hard to follow.": (
        "Wichtige Teile fehlen; Fehler erschweren das Verständnis."
    ),
    "No meaning preserved": "Bedeutung nicht erhalten",
    "Nearly all information is lost.": "Fast alle Informationen sind verloren gegangen.",
    "Compare each translation with the {text}. Judge its meaning first, then its language.": (
        "Vergleichen Sie jede Übersetzung mit {text}. Beurteilen Sie erst die Bedeutung, dann die Sprache."
    ),
    "Compare with the {text}: which translation is best? Ties are allowed.": (
        "Vergleichen Sie die Übersetzungen mit {text}: Welche ist die beste? Gleiche Ränge sind erlaubt."
    ),
    "Compare with the {text}. Mark what is wrong in the translation, then score it as a whole.": (
        "Vergleichen Sie die Übersetzung mit {text}. Markieren Sie, was falsch ist, und bewerten Sie sie dann"
        " als Ganzes."
    ),
    "Compare with the {text}. Mark every error in the translation. There is no score to give.": (
        "Vergleichen Sie die Übersetzung mit {text}. Markieren Sie jeden Fehler. Punkte werden nicht vergeben."
    ),
    "Compare the translations with the {text} and with each other, and score each one.": (
        "Vergleichen Sie die Übersetzungen mit {text} und miteinander, und bewerten Sie jede."
    ),
    # how bad an error is
    "minor": "leicht",
    "major": "schwer",
    "The meaning is right, but grammar, style or a choice of words could be better.": (
        "Die Bedeutung stimmt, aber Grammatik, Stil oder Wortwahl könnten besser sein."
    ),
    "The meaning is changed, or readers cannot understand it.": (
        "Die Bedeutung ist verändert, oder man versteht sie nicht."
    ),
    "heavy rain": "starker Regen",
    "strong rain": "schwerer Regen",
    "an unusual word": "ein ungewöhnliches Wort",
    "She was born in May.": "Sie wurde im Mai geboren.",
    "She is born in May.": "Sie wird im Mai geboren.",
    "a wrong tense": "die falsche Zeitform",
    "The shop closes at nine.": "Der Laden schließt um neun.",
    "The shop opens at nine.": "Der Laden öffnet um neun.",
    "the opposite": "das Gegenteil",
    "Take 2 tablets.": "Nehmen Sie 2 Tabletten.",
    "Take 20 tablets.": "Nehmen Sie 20 Tabletten.",
    "a wrong number": "eine falsche Zahl",
    # practice
    "The museum closes at six on Sundays.": "Das Museum schließt am Sonntag um sechs.",
    "The museum opens at six on Sundays.": "Das Museum öffnet am Sonntag um sechs.",
    "The museum it close on six at Sundays.": "Das Museum es schließen auf sechs an Sonntage.",
    "On Sundays the museum closes at six.": "Am Sonntag schließt das Museum um sechs.",
    "The museum opens at six on sundays.": "Das Museum öffnet am sonntag um sechs.",
    "opens": "öffnet",
    "it says the opposite": "es sagt das Gegenteil",
    "sundays": "sonntag",
    "it needs a capital letter": "es wird großgeschrieben",
    "it needs a small letter": "es wird kleingeschrieben",
    "a score of at most {most} fits": "sind höchstens {most} Punkte angemessen",
    "It says the opposite, so little of the meaning is there: 1 or 2 fits adequacy.": (
        "Sie sagt das Gegenteil, von der Bedeutung bleibt also wenig: Für die Bedeutung ist 1 oder 2 angemessen."
    ),
    "There is no error in its grammar or style: 5 fits fluency, however wrong the meaning is.": (
        "Grammatik und Stil sind fehlerfrei: Für die Sprache ist 5 angemessen, so falsch die Bedeutung auch ist."
    ),
    "Where a translation says the opposite, {fits}.": "Wenn eine Übersetzung das Gegenteil sagt, {fits}.",
    "The translation reads well, but says the opposite: {fits}.": (
        "Die Übersetzung liest sich gut, sagt aber das Gegenteil; deshalb {fits}."
    ),
    "One major error changes the meaning: {fits}.": "Ein schwerer Fehler verändert die Bedeutung; deshalb {fits}.",
    "“{best}” is best: only its words are in another order.": (
        "„{best}“ ist die beste Übersetzung: Nur die Wortfolge ist anders."
    ),
    "“{worst}” is worst: it says the opposite. “{middle}” has bad grammar, but its meaning is right.": (
        "„{worst}“ ist die schlechteste: Sie sagt das Gegenteil. „{middle}“ hat schlechte Grammatik, aber die Bedeutung"
        " stimmt."
    ),
    "You gave {score}.": "Sie haben {score} gegeben.",
    "You gave it {worst}, and the one with bad grammar {middle}.": (
        "Sie haben ihr {worst} gegeben, der mit der schlechten Grammatik {middle}."
    ),
    "“{word}” is a minor error ({why}).": "„{word}“ ist ein leichter Fehler ({why}).",
    "“{word}” is a major error ({why}).": "„{word}“ ist ein schwerer Fehler ({why}).",
    "“{word}” is right: mark only what is wrong.": "„{word}“ ist richtig: Markieren Sie nur, was falsch ist.",
    "Nothing is missing here: every part is translated.": ("Hier fehlt nichts: Jeder Teil ist übersetzt."),
    "Missed:": "Übersehen:",
    "Not quite.": "Nicht ganz.",
    "Well done": "Gut gemacht",
    "Your marks": "Ihre Markierungen",
    "Our marks": "Unsere Markierungen",
    "What we would say": "Unsere Einschätzung",
    "Start rating": "Mit dem Bewerten beginnen",
    "Practise again": "Noch einmal üben",
    "This item was practice: your answer to it is not kept. The next one counts.": (
        "Das war eine Übung: Diese Antwort wird nicht gespeichert. Die nächste zählt."
    ),
    # joining
    "Language": "Sprache",
    "Rate translations": "Übersetzungen bewerten",
    "Type in the code that you were given, or open the link that came with it.": (
        "Geben Sie den Code ein, den Sie bekommen haben, oder öffnen Sie den Link dazu."
    ),
    "Code": "Code",
    "Go on": "Weiter",
    "Closed: no more answers are taken. Yours are kept.": (
        "Geschlossen: Es werden keine Antworten mehr angenommen. Ihre sind gespeichert."
    ),
    "See what others said": "Ansehen, was andere gesagt haben",
    "Your name": "Ihr Name",
    "Begin": "Beginnen",
    "The person who invited you, and everyone they share the results with, sees your answers with this name. You do not"
    " see which system wrote what. Each answer is kept at once: you can pause at any time and go on another day.": (
        "Die Person, die Sie eingeladen hat, und alle, mit denen sie die Ergebnisse teilt, sehen Ihre Antworten unter"
        " diesem Namen. Sie erfahren nicht, welches System was geschrieben hat. Jede"
        " Antwort wird sofort gespeichert: Sie können jederzeit unterbrechen und an einem anderen Tag weitermachen."
    ),
    "How to rate": "So wird bewertet",
    "for": "statt",
    # the end, and pauses
    "Paused": "Pause",
    "You have rated {done} of {all}. All of it is kept.": "Sie haben {done} von {all} bewertet. Alles ist gespeichert.",
    "Somebody else wants to rate here": "Hier möchte jemand anders bewerten",
    "This browser knows you again. To go on elsewhere, open this address there:": (
        "Dieser Browser erkennt Sie wieder. Um anderswo weiterzumachen, öffnen Sie dort diese Adresse:"
    ),
    "Keep it to yourself: anyone who has it can answer in your name.": (
        "Behalten Sie sie für sich: Wer sie hat, kann in Ihrem Namen antworten."
    ),
    "All {all} are rated": "Alle {all} sind bewertet",
    "It is rated": "Alles ist bewertet",
    "You can still go back and change answers. Once you finish you cannot; you then see a summary of what others"
    " said.": (
        "Noch können Sie zurückgehen und Antworten ändern. Nach dem Abschluss geht das nicht mehr; dann sehen Sie in"
        " Kurzform, was andere gesagt haben."
    ),
    "Finish": "Abschließen",
    "Back to the last one": "Zurück zur letzten Aufgabe",
    "Thank you": "Danke",
    "{name}, you have rated all of “{campaign}”.": "{name}, Sie haben „{campaign}“ vollständig bewertet.",
    "Nobody else has rated these translations so far. Come back later to compare.": (
        "Bisher hat sonst niemand diese Übersetzungen bewertet. Schauen Sie später wieder vorbei, um zu vergleichen."
    ),
    "{n} of your answers can be compared with those of others.": (
        "{n} Ihrer Antworten lassen sich mit denen anderer vergleichen."
    ),
    "You and others put {share} of the pairs of translations in the same order.": (
        "Sie und die anderen haben {share} der Übersetzungspaare gleich geordnet."
    ),
    "Mean": "Mittelwert",
    "You": "Sie",
    "Others": "Andere",
    "Adequacy, 1 to 5": "Bedeutung, 1 bis 5",
    "Fluency, 1 to 5": "Sprache, 1 bis 5",
    "Score, 0 to 100": "Punkte, 0 bis 100",
    "Penalty: minor errors 1, major ones 5": "Fehlerpunkte: leichte Fehler 1, schwere 5",
    "Errors per translation": "Fehler je Übersetzung",
    # messages
    "The texts of this campaign cannot be read on this server: what is kept of them is damaged. Your answers are kept."
    " Tell the person who invited you.": (
        "Die Texte dieser Kampagne sind auf diesem Server nicht lesbar: Was von ihnen gespeichert ist, ist beschädigt."
        " Ihre Antworten sind gespeichert. Sagen Sie es der Person, die Sie eingeladen hat."
    ),
    "The campaign in which you rated here does not exist any more. Ask the person who invited you.": (
        "Die Kampagne, in der Sie hier bewertet haben, gibt es nicht mehr. Fragen Sie die Person, die Sie eingeladen"
        " hat."
    ),
    "The campaign does not exist any more. Ask the person who invited you.": (
        "Die Kampagne gibt es nicht mehr. Fragen Sie die Person, die Sie eingeladen hat."
    ),
    "You had answered item {} in another tab, too. What you said here has taken the place of that.": (
        "Aufgabe {} hatten Sie auch in einem anderen Tab beantwortet. Es gilt, was Sie hier gesagt haben."
    ),
    "You go on as {}. If you are somebody else, press Pause.": (
        "Sie machen als {} weiter. Wenn Sie jemand anders sind, drücken Sie Pause."
    ),
    "Say your name first, as the person who invited you knows you.": (
        "Geben Sie zuerst den Namen ein, unter dem die Person Sie kennt, die Sie eingeladen hat."
    ),
    "This place is not yours any more; ask the person who invited you.": (
        "Dieser Platz gehört Ihnen nicht mehr; fragen Sie die Person, die Sie eingeladen hat."
    ),
    "This answer was not kept. {}": "Diese Antwort wurde nicht gespeichert. {}",
    "This is not kept. {}": "Das wird nicht gespeichert. {}",
    "No campaign takes answers here: it was closed or deleted, or the address or code is incomplete. Ask the person"
    " who invited you. Answers given before a campaign was closed are kept.": (
        "Hier nimmt keine Kampagne Antworten an: Sie wurde geschlossen oder gelöscht, oder Adresse oder Code sind nicht"
        " vollständig. Fragen Sie die Person, die Sie eingeladen hat; was vor dem Schließen beantwortet wurde, ist"
        " gespeichert."
    ),
    "{} is closed: no more answers are taken. What you answered before is kept. Ask the person who invited you if you"
    " want to go on.": (
        "{} ist geschlossen: Es werden keine Antworten mehr angenommen. Was Sie vorher geantwortet haben, ist"
        " gespeichert. Fragen Sie die Person, die Sie eingeladen hat, wenn Sie weitermachen möchten."
    ),
    "Your place in {} was released: somebody else may go on there. What you answered before is kept. To go on, open the"
    " link, or type in the code, that you were given: you get a place if one is free.": (
        "Ihr Platz in {} wurde freigegeben: Jemand anders kann dort weitermachen. Was Sie vorher geantwortet haben, ist"
        " gespeichert. Um weiterzumachen, öffnen Sie den Link oder geben Sie den Code ein, den Sie bekommen haben: Sie"
        " bekommen einen Platz, wenn einer frei ist."
    ),
    "You have finished; your answers cannot be changed any more.": (
        "Sie haben abgeschlossen; Ihre Antworten lassen sich nicht mehr ändern."
    ),
    "All places of this campaign are taken; ask the person who invited you for one.": (
        "Alle Plätze dieser Kampagne sind vergeben; bitten Sie die Person, die Sie eingeladen hat, um einen."
    ),
    # the screen of one item
    "Next": "Weiter",
    "Try again": "Noch einmal versuchen",
    "Back": "Zurück",
    "Skip": "Überspringen",
    "Pause": "Pause",
    "(empty)": "(leer)",
    "Before it": "Davor",
    "After it": "Danach",
    "Show the document around it": "Umgebenden Text zeigen",
    "Hide the document around it": "Umgebenden Text ausblenden",
    "Rated so far": "Bisher bewertet",
    "{at} of {all}": "{at} von {all}",
    "Rank of translation {at} of {all}": "Rang der Übersetzung {at} von {all}",
    "Score of translation {at} of {all}": "Punkte der Übersetzung {at} von {all}",
    "not set": "noch nicht gewählt",
    "Minor": "Leicht",
    "Major": "Schwer",
    "Shift+M": "Umschalt+M",
    "Del": "Entf",
    "Remove": "Entfernen",
    "Missing, minor": "Etwas fehlt (leicht)",
    "Missing, major": "Etwas fehlt (schwer)",
    "{what}: remove": "{what}: entfernen",
    "Category": "Fehlerart",
    "Category of the error": "Art des Fehlers",
    "Translation: mark what is wrong": "Übersetzung: Markieren Sie, was falsch ist",
    "Not saved yet: the server does not answer. What you have done is kept here and sent as soon as it does.": (
        "Noch nicht gespeichert: Der Server antwortet nicht. Ihre Eingabe bleibt hier und wird gesendet, sobald er"
        " antwortet."
    ),
    "Errors were marked here beforehand. Remove marks that are wrong, and mark what was overlooked.": (
        "Hier wurden Fehler vorab markiert. Entfernen Sie falsche Markierungen, und markieren Sie, was übersehen wurde."
    ),
    "Select words with the mouse or ← →, then 1 for a minor error, 2 for a major one. ↓ goes to the score.": (
        "Wählen Sie Wörter mit der Maus oder mit ← → aus, dann drücken Sie 1 für einen leichten, 2 für einen schweren"
        " Fehler. ↓ führt zu den Punkten."
    ),
    "Select words with the mouse or ← →, then 1 for a minor error, 2 for a major one. Enter goes on.": (
        "Wählen Sie Wörter mit der Maus oder mit ← → aus, dann drücken Sie 1 für einen leichten, 2 für einen schweren"
        " Fehler. Enter führt weiter."
    ),
    "Tap the first and the last word of an error, then Minor or Major. Tap a mark to change it.": (
        "Tippen Sie auf das erste und das letzte Wort eines Fehlers, dann auf Leicht oder Schwer. Tippen Sie auf eine"
        " Markierung, um sie zu ändern."
    ),
    "Type a number, or use ← →.": "Geben Sie eine Zahl ein oder drücken Sie ← →.",
    "Touch the line where your score is.": "Tippen Sie auf die Stelle der Linie, die Ihrer Punktzahl entspricht.",
    "Type a digit.": "Geben Sie eine Ziffer ein.",
    "Keys: ← → go from word to word, with Shift they take more, with Alt they go by letters; 1 and 2 mark, Delete"
    " removes, M says that something is missing.": (
        "Tasten: ← → springen von Wort zu Wort, mit Umschalt erweitern sie die Auswahl, mit Alt gehen sie Buchstabe für"
        " Buchstabe; 1 und 2 markieren, Entf entfernt, M meldet, dass etwas fehlt."
    ),
    "Keys: a digit answers, ↑ ↓ go to the other question, Enter goes on, U goes back.": (
        "Tasten: Eine Ziffer beantwortet die Frage, ↑ ↓ wechseln zur anderen, Enter führt weiter, U zurück."
    ),
    "Equal ranks are ties. Keys: a digit ranks, ↑ ↓ go to another translation, Enter goes on, U goes back.": (
        "Gleiche Ränge sind erlaubt. Tasten: Eine Ziffer vergibt den Rang, ↑ ↓ wechseln zu einer anderen Übersetzung,"
        " Enter führt weiter, U zurück."
    ),
    "Equal scores are ties. Keys: type a number or use the arrows, Enter goes to the next translation and on, U goes"
    " back.": (
        "Gleiche Punktzahlen sind erlaubt. Tasten: Geben Sie eine Zahl ein oder drücken Sie die Pfeiltasten, Enter"
        " führt zur nächsten Übersetzung und weiter, U zurück."
    ),
    "Keys: type a number or use the arrows, Enter goes on, U goes back.": (
        "Tasten: Geben Sie eine Zahl ein oder drücken Sie die Pfeiltasten, Enter führt weiter, U zurück."
    ),
    "↓ or Enter goes to the score, where you type digits; Enter goes on, U goes back.": (
        "↓ oder Enter führt zu den Punkten, dort geben Sie Ziffern ein; Enter führt weiter, U zurück."
    ),
    "Enter goes on, U goes back.": "Enter führt weiter, U zurück.",
    "Each error needs a category: C opens the list, Escape leaves it; the next error gets the same one.": (
        "Jeder Fehler braucht eine Art: C öffnet die Liste, Esc verlässt sie; der nächste Fehler bekommt dieselbe."
    ),
    # names of campaigns
    "1 item": "1 Aufgabe",
    "{n} items": "{n} Aufgaben",
    "about {n} minutes": "etwa {n} Minuten",
    "about {n} hours": "etwa {n} Stunden",
    "For you: {items}, one after another.": "Für Sie: {items}, eine nach der anderen.",
    "Practice": "Übung",
    "Then {items}: {time}": "Danach {items}: {time}",
    "1 segment": "1 Segment",
    "{n} segments": "{n} Segmenten",
    "Ratings of {segments}": "Bewertung von {segments}",
    "Ranking of {segments}": "Rangfolge von {segments}",
    "Scores of {segments}": "Punktzahlen zu {segments}",
    "Errors in {segments}": "Fehler in {segments}",
    "MQM of {segments}": "MQM von {segments}",
    "Side-by-side scores of {segments}": "Vergleich von {segments}",
}
