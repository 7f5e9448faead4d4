"""French translations of English texts."""

import re

_TEXTS = {
    "source": "le texte source",
    "reference": "la référence",
    "source and reference": "le texte source et la référence",
    "Source": "Texte source",
    "Reference": "Référence",
    "Reference {}": "Référence {}",
    "Translation": "Traduction",
    "Translations": "Traductions",
    "How much of the meaning expressed in the {text} is also in the translation?": (
        "Quelle part du sens exprimé dans {text} se retrouve dans la traduction ?"
    ),
    "All": "Tout",
    "Most": "La plus grande part",
    "Much": "Beaucoup",
    "Little": "Peu",
    "None": "Rien",
    "How do you judge the fluency of this translation?": "Comment jugez-vous la fluidité de cette traduction ?",
    "Flawless": "Irréprochable",
    "Good": "Bonne",
    "Non-native": "Non native",
    "Disfluent": "Peu fluide",
    "Incomprehensible": "Incompréhensible",
    "Rank the translations from best to worst; ties are allowed.": (
        "Classez les traductions de la meilleure à la pire ; les ex æquo sont permis."
    ),
    "Best": "La meilleure",
    "Worst": "La pire",
    "All say the same": "Toutes disent la même chose",
    "How much do you agree that the translation adequately expresses the meaning of the {text}?": (
        "À quel point êtes-vous d’accord avec l’idée que la traduction rend bien le sens exprimé dans {text} ?"
    ),
    "Agree fully": "Tout à fait d’accord",
    "Do not agree at all": "Pas du tout d’accord",
    "How good is the translation as a whole?": "Que vaut la traduction dans son ensemble ?",
    "Perfect": "Parfaite",
    "Meaning and grammar are completely consistent with the {text}.": (
        "Le sens et la grammaire concordent tout à fait avec {text}."
    ),
    "Most meaning preserved": "Sens conservé pour l’essentiel",
    "There may be some grammar mistakes or minor inconsistencies.": (
        "Il peut y avoir des fautes de grammaire ou de petites incohérences."
    ),
    "Some meaning preserved": "Sens conservé en partie",
    "Significant parts are missing; errors make it hard to follow.": (
        "Des parties importantes manquent ; les erreurs gênent la lecture."
    ),
    "No meaning preserved": "Sens non conservé",
    "Nearly all information is lost.": "Presque toute l’information est perdue.",
    "Compare each translation with the {text}. Judge its meaning first, then its language.": (
        "Comparez chaque traduction avec {text}. Jugez d’abord le sens, puis la langue."
    ),
    "Compare with the {text}: which translation is best? Ties are allowed.": (
        "Comparez les traductions avec {text} : laquelle est la meilleure ? Les ex æquo sont permis."
    ),
    "Compare with the {text}. Mark what is wrong in the translation, then score it as a whole.": (
        "Comparez la traduction avec {text}, marquez ce qui est faux, puis notez l’ensemble."
    ),
    "Compare with the {text}. Mark every error in the translation. There is no score to give.": (
        "Comparez la traduction avec {text} et marquez chaque erreur. Il n’y a pas de note à donner."
    ),
    "Compare the translations with the {text} and with each other, and score each one.": (
        "Comparez les traductions avec {text} et entre elles, et notez chacune."
    ),
    "minor": "mineure",
    "major": "majeure",
    "The meaning is right, but grammar, style or a choice of words could be better.": (
        "Le sens est juste, mais la grammaire, le style ou le choix des mots pourraient être meilleurs."
    ),
    "The meaning is changed, or readers cannot understand it.": "Le sens est altéré, ou l’on ne comprend pas le texte.",
    "heavy rain": "forte pluie",
    "strong rain": "pluie lourde",
    "an unusual word": "un mot inhabituel",
    "She was born in May.": "Elle est née en mai.",
    "She is born in May.": "Elle naît en mai.",
    "a wrong tense": "le mauvais temps du verbe",
    "The shop closes at nine.": "Le magasin ferme à neuf heures.",
    "The shop opens at nine.": "Le magasin ouvre à neuf heures.",
    "the opposite": "le contraire",
    "Take 2 tablets.": "Prenez 2 comprimés.",
    "Take 20 tablets.": "Prenez 20 comprimés.",
    "a wrong number": "un nombre faux",
    "The museum closes at six on Sundays.": "Le musée ferme à six heures le dimanche.",
    "The museum opens at six on Sundays.": "Le musée ouvre à six heures le dimanche.",
    "The museum it close on six at Sundays.": "Le musée il fermer sur six heures à dimanche.",
    "On Sundays the museum closes at six.": "Le dimanche, le musée ferme à six heures.",
    "The museum opens at six on sundays.": "Le musée ouvre à six heures le Dimanche.",
    "opens": "ouvre",
    "it says the opposite": "cela dit le contraire",
    "sundays": "Dimanche",
    "it needs a capital letter": "il faut une majuscule",
    "it needs a small letter": "il faut une minuscule",
    "a score of at most {most} fits": "la note ne devrait pas dépasser {most}",
    "It says the opposite, so little of the meaning is there: 1 or 2 fits adequacy.": (
        "Elle dit le contraire, il reste donc peu du sens : pour le sens, 1 ou 2 convient."
    ),
    "There is no error in its grammar or style: 5 fits fluency, however wrong the meaning is.": (
        "La grammaire et le style sont sans faute : pour la langue, 5 convient, même si le sens est faux."
    ),
    "Where a translation says the opposite, {fits}.": "Si une traduction dit le contraire, {fits}.",
    "The translation reads well, but says the opposite: {fits}.": (
        "La traduction se lit bien, mais dit le contraire : {fits}."
    ),
    "One major error changes the meaning: {fits}.": "Une erreur majeure change le sens : {fits}.",
    "“{best}” is best: only its words are in another order.": (
        "« {best} » est la meilleure : seul l’ordre des mots change."
    ),
    "“{worst}” is worst: it says the opposite. “{middle}” has bad grammar, but its meaning is right.": (
        "« {worst} » est la pire : elle dit le contraire. « {middle} » a une mauvaise grammaire, mais le sens est"
        " juste."
    ),
    "You gave {score}.": "Vous avez donné {score}.",
    "You gave it {worst}, and the one with bad grammar {middle}.": (
        "Vous lui avez donné {worst}, et {middle} à celle dont la grammaire est mauvaise."
    ),
    "“{word}” is a minor error ({why}).": "« {word} » est une erreur mineure ({why}).",
    "“{word}” is a major error ({why}).": "« {word} » est une erreur majeure ({why}).",
    "“{word}” is right: mark only what is wrong.": "« {word} » est juste : ne marquez que ce qui est faux.",
    "Nothing is missing here: every part is translated.": ("Rien ne manque ici : chaque partie est traduite."),
    "Missed:": "Non repéré :",
    "Not quite.": "Pas tout à fait.",
    "Well done": "Bravo",
    "Your marks": "Vos marques",
    "Our marks": "Nos marques",
    "What we would say": "Notre avis",
    "Start rating": "Commencer à noter",
    "Practise again": "Refaire l’exercice",
    "This item was practice: your answer to it is not kept. The next one counts.": (
        "C’était un exercice : votre réponse n’est pas enregistrée. La suivante compte."
    ),
    "Language": "Langue",
    "Rate translations": "Noter des traductions",
    "Type in the code that you were given, or open the link that came with it.": (
        "Saisissez le code que vous avez reçu, ou ouvrez le lien qui l’accompagnait."
    ),
    "Code": "Code",
    "Go on": "Continuer",
    "Closed: no more answers are taken. Yours are kept.": (
        "Fermée : plus aucune réponse n’est acceptée. Les vôtres sont enregistrées."
    ),
    "See what others said": "Voir les réponses des autres",
    "Your name": "Votre nom",
    "Begin": "Commencer",
    "The person who invited you, and everyone they share the results with, sees your answers with this name. You do"
    " not see which system wrote what. Each answer is kept at once: you can pause at any time and go on another"
    " day.": (
        "La personne qui vous a invité et toutes celles à qui elle montre les résultats voient vos réponses sous ce"
        " nom. Vous ne saurez pas quel système a écrit quelle traduction. Chaque réponse est enregistrée aussitôt :"
        " vous pouvez faire une pause à tout moment et continuer un autre jour."
    ),
    "How to rate": "Comment noter",
    "for": "au lieu de",
    "Paused": "En pause",
    "You have rated {done} of {all}. All of it is kept.": "Noté jusqu’ici : {done} sur {all}. Tout est enregistré.",
    "Somebody else wants to rate here": "Quelqu’un d’autre veut noter ici",
    "This browser knows you again. To go on elsewhere, open this address there:": (
        "Ce navigateur vous reconnaît. Pour continuer ailleurs, ouvrez-y cette adresse :"
    ),
    "Keep it to yourself: anyone who has it can answer in your name.": (
        "Gardez-la pour vous : toute personne qui l’a peut répondre à votre place."
    ),
    "All {all} are rated": "Les {all} sont notées",
    "It is rated": "Tout est noté",
    "You can still go back and change answers. Once you finish you cannot; you then see a summary of what others"
    " said.": (
        "Vous pouvez encore revenir en arrière et changer des réponses. Une fois que vous aurez terminé, ce ne sera"
        " plus possible ; vous verrez alors un résumé des réponses des autres."
    ),
    "Finish": "Terminer",
    "Back to the last one": "Revenir à la dernière",
    "Thank you": "Merci",
    "{name}, you have rated all of “{campaign}”.": "{name}, vous avez tout noté dans « {campaign} ».",
    "Nobody else has rated these translations so far. Come back later to compare.": (
        "Personne d’autre n’a encore noté ces traductions. Revenez plus tard pour comparer."
    ),
    "{n} of your answers can be compared with those of others.": (
        "{n} de vos réponses peuvent être comparées à celles des autres."
    ),
    "You and others put {share} of the pairs of translations in the same order.": (
        "Vous et les autres avez classé de la même façon {share} des paires de traductions."
    ),
    "Mean": "Moyenne",
    "You": "Vous",
    "Others": "Les autres",
    "Adequacy, 1 to 5": "Sens, de 1 à 5",
    "Fluency, 1 to 5": "Langue, de 1 à 5",
    "Score, 0 to 100": "Note, de 0 à 100",
    "Penalty: minor errors 1, major ones 5": "Pénalité : erreurs mineures 1, majeures 5",
    "Errors per translation": "Erreurs par traduction",
    "The texts of this campaign cannot be read on this server: what is kept of them is damaged. Your answers are"
    " kept. Tell the person who invited you.": (
        "Les textes de cette campagne ne peuvent pas être lus sur ce serveur : ce qui en est enregistré est"
        " endommagé. Vos réponses sont enregistrées. Prévenez la personne qui vous a invité."
    ),
    "The campaign in which you rated here does not exist any more. Ask the person who invited you.": (
        "La campagne où vous avez noté n’existe plus. Adressez-vous à la personne qui vous a invité."
    ),
    "The campaign does not exist any more. Ask the person who invited you.": (
        "La campagne n’existe plus. Adressez-vous à la personne qui vous a invité."
    ),
    "You had answered item {} in another tab, too. What you said here has taken the place of that.": (
        "Vous aviez aussi répondu à la tâche {} dans un autre onglet. Ce que vous avez dit ici l’a remplacé."
    ),
    "You go on as {}. If you are somebody else, press Pause.": (
        "Vous continuez en tant que {}. Si vous êtes quelqu’un d’autre, cliquez sur Pause."
    ),
    "Say your name first, as the person who invited you knows you.": (
        "Saisissez d’abord le nom sous lequel la personne qui vous a invité vous connaît."
    ),
    "This place is not yours any more; ask the person who invited you.": (
        "Cette place n’est plus la vôtre ; adressez-vous à la personne qui vous a invité."
    ),
    "This answer was not kept. {}": "Cette réponse n’a pas été enregistrée. {}",
    "This is not kept. {}": "Ceci n’est pas enregistré. {}",
    "No campaign takes answers here: it was closed or deleted, or the address or code is incomplete. Ask the person"
    " who invited you. Answers given before a campaign was closed are kept.": (
        "Aucune campagne n’accepte de réponses ici : elle est fermée ou n’existe plus, ou l’adresse ou le code est"
        " incomplet."
        " Adressez-vous à la personne qui vous a invité ; ce qui a été répondu avant la fermeture d’une campagne"
        " est enregistré."
    ),
    "{} is closed: no more answers are taken. What you answered before is kept. Ask the person who invited you if"
    " you want to go on.": (
        "{} est fermée : plus aucune réponse n’est acceptée. Vos réponses déjà données sont enregistrées. Pour"
        " continuer, adressez-vous à la personne qui vous a invité."
    ),
    "Your place in {} was released: somebody else may go on there. What you answered before is kept. To go on, open"
    " the link, or type in the code, that you were given: you get a place if one is free.": (
        "Votre place dans {} a été libérée : quelqu’un d’autre peut y continuer. Vos réponses déjà données"
        " sont enregistrées. Pour continuer, ouvrez le lien ou saisissez le code que vous avez reçu : vous"
        " aurez une place s’il y en a une libre."
    ),
    "You have finished; your answers cannot be changed any more.": (
        "Vous avez terminé ; vos réponses ne peuvent plus être changées."
    ),
    "All places of this campaign are taken; ask the person who invited you for one.": (
        "Toutes les places de cette campagne sont prises ; demandez-en une à la personne qui vous a invité."
    ),
    "Next": "Suivant",
    "Try again": "Réessayer",
    "Back": "Retour",
    "Skip": "Passer",
    "Pause": "Pause",
    "(empty)": "(vide)",
    "Before it": "Avant",
    "After it": "Après",
    "Show the document around it": "Afficher le contexte",
    "Hide the document around it": "Masquer le contexte",
    "Rated so far": "Noté jusqu’ici",
    "{at} of {all}": "{at} sur {all}",
    "Rank of translation {at} of {all}": "Rang de la traduction {at} sur {all}",
    "Score of translation {at} of {all}": "Note de la traduction {at} sur {all}",
    "not set": "pas encore choisie",
    "Minor": "Mineure",
    "Major": "Majeure",
    "Shift+M": "Maj+M",
    "Del": "Suppr",
    "Remove": "Enlever",
    "Missing, minor": "Omission mineure",
    "Missing, major": "Omission majeure",
    "{what}: remove": "{what} : enlever",
    "Category": "Type d’erreur",
    "Category of the error": "Type d’erreur",
    "Translation: mark what is wrong": "Traduction : marquez ce qui est faux",
    "Not saved yet: the server does not answer. What you have done is kept here and sent as soon as it does.": (
        "Pas encore enregistré : le serveur ne répond pas. Ce que vous avez fait est conservé ici et sera envoyé"
        " dès qu’il répondra."
    ),
    "Errors were marked here beforehand. Remove marks that are wrong, and mark what was overlooked.": (
        "Des erreurs ont été marquées d’avance. Enlevez les marques fausses, et marquez ce qui a été oublié."
    ),
    "Select words with the mouse or ← →, then 1 for a minor error, 2 for a major one. ↓ goes to the score.": (
        "Sélectionnez des mots avec la souris ou avec ← →, puis tapez 1 si l’erreur est mineure, 2 si elle est majeure."
        " ↓ mène à la note."
    ),
    "Select words with the mouse or ← →, then 1 for a minor error, 2 for a major one. Enter goes on.": (
        "Sélectionnez des mots avec la souris ou avec ← →, puis tapez 1 si l’erreur est mineure, 2 si elle est majeure."
        " Entrée continue."
    ),
    "Tap the first and the last word of an error, then Minor or Major. Tap a mark to change it.": (
        "Touchez le premier et le dernier mot d’une erreur, puis Mineure ou Majeure. Touchez une marque pour la"
        " changer."
    ),
    "Type a number, or use ← →.": "Tapez un nombre, ou utilisez ← →.",
    "Touch the line where your score is.": "Touchez la ligne à l’endroit de votre note.",
    "Type a digit.": "Tapez un chiffre.",
    "Keys: ← → go from word to word, with Shift they take more, with Alt they go by letters; 1 and 2 mark, Delete"
    " removes, M says that something is missing.": (
        "Touches : ← → passent de mot en mot, avec Maj elles étendent la sélection, avec Alt elles avancent lettre par"
        " lettre ; 1 et 2 marquent, Suppr enlève, M signale qu’il manque quelque chose."
    ),
    "Keys: a digit answers, ↑ ↓ go to the other question, Enter goes on, U goes back.": (
        "Touches : un chiffre répond, ↑ ↓ passent à l’autre question, Entrée continue, U revient."
    ),
    "Equal ranks are ties. Keys: a digit ranks, ↑ ↓ go to another translation, Enter goes on, U goes back.": (
        "Les rangs égaux sont permis. Touches : un chiffre donne le rang, ↑ ↓ passent à une autre traduction,"
        " Entrée continue, U revient."
    ),
    "Equal scores are ties. Keys: type a number or use the arrows, Enter goes to the next translation and on, U"
    " goes back.": (
        "Les notes égales sont permises. Touches : tapez un nombre ou utilisez les flèches, Entrée passe à la"
        " traduction suivante et continue, U revient."
    ),
    "Keys: type a number or use the arrows, Enter goes on, U goes back.": (
        "Touches : tapez un nombre ou utilisez les flèches, Entrée continue, U revient."
    ),
    "↓ or Enter goes to the score, where you type digits; Enter goes on, U goes back.": (
        "↓ ou Entrée mène à la note, où l’on tape des chiffres ; Entrée continue, U revient."
    ),
    "Enter goes on, U goes back.": "Entrée continue, U revient.",
    "Each error needs a category: C opens the list, Escape leaves it; the next error gets the same one.": (
        "Chaque erreur demande un type : C ouvre la liste, Échap la quitte ; l’erreur suivante reçoit le même."
    ),
    "1 item": "1 tâche",
    "{n} items": "{n} tâches",
    "about {n} minutes": "environ {n} minutes",
    "about {n} hours": "environ {n} heures",
    "For you: {items}, one after another.": "Pour vous : {items}, l’une après l’autre.",
    "Practice": "Exercice",
    "Then {items}: {time}": "Ensuite {items} : {time}",
    "1 segment": "1 segment",
    "{n} segments": "{n} segments",
    "Ratings of {segments}": "Évaluation de {segments}",
    "Ranking of {segments}": "Classement de {segments}",
    "Scores of {segments}": "Notes de {segments}",
    "Errors in {segments}": "Erreurs dans {segments}",
    "MQM of {segments}": "MQM de {segments}",
    "Side-by-side scores of {segments}": "Comparaison de {segments}",
}
TEXTS = {text: re.sub("(?<=«) | (?=[?:;»])", "\u00a0", translation) for text, translation in _TEXTS.items()}
"""Translations with no-break spaces, so that no line ends before a mark that French sets off by a space."""
