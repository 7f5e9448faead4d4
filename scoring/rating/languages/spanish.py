"""Spanish translations of English texts."""

TEXTS = {
    "source": "el original",
    "reference": "la referencia",
    "source and reference": "el original y la referencia",
    "Source": "Original",
    "Reference": "Referencia",
    "Reference {}": "Referencia {}",
    "Translation": "Traducción",
    "Translations": "Traducciones",
    "How much of the meaning expressed in the {text} is also in the translation?": (
        "¿Cuánto del significado que hay en {text} está también en la traducción?"
    ),
    "All": "Todo",
    "Most": "La mayor parte",
    "Much": "Mucho",
    "Little": "Poco",
    "None": "Nada",
    "How do you judge the fluency of this translation?": "¿Qué fluidez tiene esta traducción?",
    "Flawless": "Impecable",
    "Good": "Buena",
    "Non-native": "No nativa",
    "Disfluent": "Poco fluida",
    "Incomprehensible": "Incomprensible",
    "Rank the translations from best to worst; ties are allowed.": (
        "Ordene las traducciones de la mejor a la peor; se permiten empates."
    ),
    "Best": "La mejor",
    "Worst": "La peor",
    "All say the same": "Todas dicen lo mismo",
    "How much do you agree that the translation adequately expresses the meaning of the {text}?": (
        "¿Hasta qué punto está de acuerdo en que la traducción expresa bien el significado que hay en {text}?"
    ),
    "Agree fully": "Totalmente de acuerdo",
    "Do not agree at all": "Nada de acuerdo",
    "How good is the translation as a whole?": "¿Qué calidad tiene la traducción en conjunto?",
    "Perfect": "Perfecta",
    "Meaning and grammar are completely consistent with the {text}.": (
        "El significado y la gramática concuerdan del todo con {text}."
    ),
    "Most meaning preserved": "Significado conservado en su mayor parte",
    "There may be some grammar mistakes or minor inconsistencies.": (
        "Puede haber errores de gramática o pequeñas incoherencias."
    ),
    "Some meaning preserved": "Significado conservado en parte",
    "Significant parts are missing; errors make it hard to follow.": (
        "Faltan partes importantes; los errores dificultan seguir el texto."
    ),
    "No meaning preserved": "Significado no conservado",
    "Nearly all information is lost.": "Casi toda la información se ha perdido.",
    "Compare each translation with the {text}. Judge its meaning first, then its language.": (
        "Compare cada traducción con {text}. Valore primero el significado y luego la lengua."
    ),
    "Compare with the {text}: which translation is best? Ties are allowed.": (
        "Compare las traducciones con {text}: ¿cuál es la mejor? Se permiten empates."
    ),
    "Compare with the {text}. Mark what is wrong in the translation, then score it as a whole.": (
        "Compare la traducción con {text}, marque lo que está mal y puntúela después en conjunto."
    ),
    "Compare with the {text}. Mark every error in the translation. There is no score to give.": (
        "Compare la traducción con {text} y marque todos los errores. No hay que poner nota."
    ),
    "Compare the translations with the {text} and with each other, and score each one.": (
        "Compare las traducciones con {text} y entre sí, y puntúe cada una."
    ),
    "minor": "leve",
    "major": "grave",
    "The meaning is right, but grammar, style or a choice of words could be better.": (
        "El significado es correcto, pero la gramática, el estilo o la elección de palabras podrían ser mejores."
    ),
    "The meaning is changed, or readers cannot understand it.": "El significado cambia o el texto no se entiende.",
    "heavy rain": "lluvia fuerte",
    "strong rain": "lluvia pesada",
    "an unusual word": "una palabra poco usual",
    "She was born in May.": "Nació en mayo.",
    "She is born in May.": "Nace en mayo.",
    "a wrong tense": "un tiempo verbal equivocado",
    "The shop closes at nine.": "La tienda cierra a las nueve.",
    "The shop opens at nine.": "La tienda abre a las nueve.",
    "the opposite": "lo contrario",
    "Take 2 tablets.": "Tome 2 comprimidos.",
    "Take 20 tablets.": "Tome 20 comprimidos.",
    "a wrong number": "un número equivocado",
    "The museum closes at six on Sundays.": "El museo cierra a las seis los domingos.",
    "The museum opens at six on Sundays.": "El museo abre a las seis los domingos.",
    "The museum it close on six at Sundays.": "El museo él cerrar en seis a domingos.",
    "On Sundays the museum closes at six.": "Los domingos el museo cierra a las seis.",
    "The museum opens at six on sundays.": "El museo abre a las seis los Domingos.",
    "opens": "abre",
    "it says the opposite": "dice lo contrario",
    "sundays": "Domingos",
    "it needs a capital letter": "se escribe con mayúscula",
    "it needs a small letter": "se escribe con minúscula",
    "a score of at most {most} fits": "corresponde una nota de {most} como máximo",
    "It says the opposite, so little of the meaning is there: 1 or 2 fits adequacy.": (
        "Dice lo contrario, así que queda poco del significado: en significado corresponde un 1 o un 2."
    ),
    "There is no error in its grammar or style: 5 fits fluency, however wrong the meaning is.": (
        "Ni la gramática ni el estilo tienen errores: en lengua corresponde un 5, por equivocado que esté el"
        " significado."
    ),
    "Where a translation says the opposite, {fits}.": "Si una traducción dice lo contrario, {fits}.",
    "The translation reads well, but says the opposite: {fits}.": (
        "La traducción se lee bien, pero dice lo contrario: {fits}."
    ),
    "One major error changes the meaning: {fits}.": "Un error grave cambia el significado: {fits}.",
    "“{best}” is best: only its words are in another order.": (
        "«{best}» es la mejor: solo cambia el orden de las palabras."
    ),
    "“{worst}” is worst: it says the opposite. “{middle}” has bad grammar, but its meaning is right.": (
        "«{worst}» es la peor: dice lo contrario. «{middle}» tiene mala gramática, pero el significado es correcto."
    ),
    "You gave {score}.": "Usted ha puesto {score}.",
    "You gave it {worst}, and the one with bad grammar {middle}.": (
        "Usted le ha puesto {worst}, y {middle} a la de mala gramática."
    ),
    "“{word}” is a minor error ({why}).": "«{word}» es un error leve ({why}).",
    "“{word}” is a major error ({why}).": "«{word}» es un error grave ({why}).",
    "“{word}” is right: mark only what is wrong.": "«{word}» está bien: marque solo lo que está mal.",
    "Nothing is missing here: every part is translated.": ("Aquí no falta nada: cada parte está traducida."),
    "Missed:": "No marcado:",
    "Not quite.": "No del todo.",
    "Well done": "Muy bien",
    "Your marks": "Sus marcas",
    "Our marks": "Nuestras marcas",
    "What we would say": "Nuestra valoración",
    "Start rating": "Empezar a evaluar",
    "Practise again": "Practicar otra vez",
    "This item was practice: your answer to it is not kept. The next one counts.": (
        "Esto era una práctica: su respuesta no se guarda. La siguiente ya cuenta."
    ),
    "Language": "Idioma",
    "Rate translations": "Evaluar traducciones",
    "Type in the code that you were given, or open the link that came with it.": (
        "Escriba el código que le dieron o abra el enlace que lo acompañaba."
    ),
    "Code": "Código",
    "Go on": "Continuar",
    "Closed: no more answers are taken. Yours are kept.": (
        "Cerrada: ya no se admiten respuestas. Las suyas están guardadas."
    ),
    "See what others said": "Ver lo que dijeron otros",
    "Your name": "Su nombre",
    "Begin": "Empezar",
    "The person who invited you, and everyone they share the results with, sees your answers with this name. You do"
    " not see which system wrote what. Each answer is kept at once: you can pause at any time and go on another"
    " day.": (
        "La persona que le invitó y todas aquellas con quienes comparta los resultados verán sus respuestas con este"
        " nombre. Usted no sabrá qué sistema escribió cada traducción. Cada respuesta se guarda al momento:"
        " puede parar cuando quiera y seguir otro día."
    ),
    "How to rate": "Cómo evaluar",
    "for": "en lugar de",
    "Paused": "En pausa",
    "You have rated {done} of {all}. All of it is kept.": "Ha evaluado {done} de {all}. Todo está guardado.",
    "Somebody else wants to rate here": "Otra persona quiere evaluar aquí",
    "This browser knows you again. To go on elsewhere, open this address there:": (
        "Este navegador le reconoce. Para seguir en otro sitio, abra allí esta dirección:"
    ),
    "Keep it to yourself: anyone who has it can answer in your name.": (
        "No la comparta: quien la tenga puede responder en su nombre."
    ),
    "All {all} are rated": "Las {all} están evaluadas",
    "It is rated": "Está evaluada",
    "You can still go back and change answers. Once you finish you cannot; you then see a summary of what others"
    " said.": (
        "Todavía puede volver y cambiar respuestas. Cuando termine ya no podrá, y verá un resumen de lo que dijeron"
        " otros."
    ),
    "Finish": "Terminar",
    "Back to the last one": "Volver a la última",
    "Thank you": "Gracias",
    "{name}, you have rated all of “{campaign}”.": "{name}, ha evaluado todo en «{campaign}».",
    "Nobody else has rated these translations so far. Come back later to compare.": (
        "Nadie más ha evaluado todavía estas traducciones. Vuelva más tarde para comparar."
    ),
    "{n} of your answers can be compared with those of others.": (
        "{n} de sus respuestas se pueden comparar con las de otros."
    ),
    "You and others put {share} of the pairs of translations in the same order.": (
        "Usted y los demás ordenaron igual {share} de los pares de traducciones."
    ),
    "Mean": "Media",
    "You": "Usted",
    "Others": "Otros",
    "Adequacy, 1 to 5": "Significado, de 1 a 5",
    "Fluency, 1 to 5": "Lengua, de 1 a 5",
    "Score, 0 to 100": "Nota, de 0 a 100",
    "Penalty: minor errors 1, major ones 5": "Penalización: errores leves 1, graves 5",
    "Errors per translation": "Errores por traducción",
    "The texts of this campaign cannot be read on this server: what is kept of them is damaged. Your answers are"
    " kept. Tell the person who invited you.": (
        "Los textos de esta campaña no se pueden leer en este servidor: lo guardado está dañado. Sus respuestas"
        " están guardadas. Avise a quien le invitó."
    ),
    "The campaign in which you rated here does not exist any more. Ask the person who invited you.": (
        "La campaña en la que evaluó aquí ya no existe. Pregunte a quien le invitó."
    ),
    "The campaign does not exist any more. Ask the person who invited you.": (
        "La campaña ya no existe. Pregunte a quien le invitó."
    ),
    "You had answered item {} in another tab, too. What you said here has taken the place of that.": (
        "También había respondido a la tarea {} en otra pestaña. Vale lo que ha dicho aquí."
    ),
    "You go on as {}. If you are somebody else, press Pause.": "Continúa como {}. Si es otra persona, pulse Pausa.",
    "Say your name first, as the person who invited you knows you.": (
        "Escriba primero el nombre por el que le conoce quien le invitó."
    ),
    "This place is not yours any more; ask the person who invited you.": (
        "Este puesto ya no es suyo; pregunte a quien le invitó."
    ),
    "This answer was not kept. {}": "Esta respuesta no se ha guardado. {}",
    "This is not kept. {}": "Esto no se guarda. {}",
    "No campaign takes answers here: it was closed or deleted, or the address or code is incomplete. Ask the person"
    " who invited you. Answers given before a campaign was closed are kept.": (
        "Aquí ninguna campaña admite respuestas: está cerrada o ya no existe, o la dirección o el código no están"
        " completos. Pregunte a quien le invitó; lo respondido antes de cerrarse una campaña está guardado."
    ),
    "{} is closed: no more answers are taken. What you answered before is kept. Ask the person who invited you if"
    " you want to go on.": (
        "{} está cerrada: ya no se admiten respuestas. Lo que respondió antes está guardado. Si quiere seguir,"
        " pregunte a quien le invitó."
    ),
    "Your place in {} was released: somebody else may go on there. What you answered before is kept. To go on, open"
    " the link, or type in the code, that you were given: you get a place if one is free.": (
        "Su puesto en {} quedó libre: otra persona puede seguir allí. Lo que respondió antes está guardado. Para"
        " continuar, abra el enlace o escriba el código que le dieron: tendrá un puesto si hay uno libre."
    ),
    "You have finished; your answers cannot be changed any more.": (
        "Ya ha terminado; sus respuestas no se pueden cambiar."
    ),
    "All places of this campaign are taken; ask the person who invited you for one.": (
        "Todos los puestos de esta campaña están ocupados; pida uno a quien le invitó."
    ),
    "Next": "Siguiente",
    "Try again": "Reintentar",
    "Back": "Atrás",
    "Skip": "Omitir",
    "Pause": "Pausa",
    "(empty)": "(vacío)",
    "Before it": "Antes",
    "After it": "Después",
    "Show the document around it": "Mostrar el contexto",
    "Hide the document around it": "Ocultar el contexto",
    "Rated so far": "Evaluado hasta ahora",
    "{at} of {all}": "{at} de {all}",
    "Rank of translation {at} of {all}": "Puesto de la traducción {at} de {all}",
    "Score of translation {at} of {all}": "Nota de la traducción {at} de {all}",
    "not set": "sin elegir",
    "Minor": "Leve",
    "Major": "Grave",
    "Shift+M": "Mayús+M",
    "Del": "Supr",
    "Remove": "Quitar",
    "Missing, minor": "Falta algo (leve)",
    "Missing, major": "Falta algo (grave)",
    "{what}: remove": "{what}: quitar",
    "Category": "Tipo de error",
    "Category of the error": "Tipo de error",
    "Translation: mark what is wrong": "Traducción: marque lo que está mal",
    "Not saved yet: the server does not answer. What you have done is kept here and sent as soon as it does.": (
        "Aún sin guardar: el servidor no responde. Lo que ha hecho se conserva aquí y se enviará en cuanto responda."
    ),
    "Errors were marked here beforehand. Remove marks that are wrong, and mark what was overlooked.": (
        "Aquí ya había errores marcados. Quite las marcas equivocadas y marque lo que se pasó por alto."
    ),
    "Select words with the mouse or ← →, then 1 for a minor error, 2 for a major one. ↓ goes to the score.": (
        "Seleccione palabras con el ratón o con ← →, luego pulse 1 si el error es leve o 2 si es grave."
        " ↓ lleva a la nota."
    ),
    "Select words with the mouse or ← →, then 1 for a minor error, 2 for a major one. Enter goes on.": (
        "Seleccione palabras con el ratón o con ← →, luego pulse 1 si el error es leve o 2 si es grave. Intro continúa."
    ),
    "Tap the first and the last word of an error, then Minor or Major. Tap a mark to change it.": (
        "Toque la primera y la última palabra de un error, luego Leve o Grave. Toque una marca para cambiarla."
    ),
    "Type a number, or use ← →.": "Escriba un número o use ← →.",
    "Touch the line where your score is.": "Toque la línea en el punto de su nota.",
    "Type a digit.": "Escriba una cifra.",
    "Keys: ← → go from word to word, with Shift they take more, with Alt they go by letters; 1 and 2 mark, Delete"
    " removes, M says that something is missing.": (
        "Teclas: ← → pasan de palabra en palabra, con Mayús amplían la selección, con Alt avanzan letra a letra; 1 y 2"
        " marcan, Supr quita, M indica que falta algo."
    ),
    "Keys: a digit answers, ↑ ↓ go to the other question, Enter goes on, U goes back.": (
        "Teclas: una cifra responde, ↑ ↓ pasan a la otra pregunta, Intro continúa, U vuelve."
    ),
    "Equal ranks are ties. Keys: a digit ranks, ↑ ↓ go to another translation, Enter goes on, U goes back.": (
        "Los puestos iguales son empates. Teclas: una cifra da el puesto, ↑ ↓ pasan a otra traducción, Intro"
        " continúa, U vuelve."
    ),
    "Equal scores are ties. Keys: type a number or use the arrows, Enter goes to the next translation and on, U"
    " goes back.": (
        "Las notas iguales son empates. Teclas: escriba un número o use las flechas, Intro pasa a la traducción"
        " siguiente y continúa, U vuelve."
    ),
    "Keys: type a number or use the arrows, Enter goes on, U goes back.": (
        "Teclas: escriba un número o use las flechas, Intro continúa, U vuelve."
    ),
    "↓ or Enter goes to the score, where you type digits; Enter goes on, U goes back.": (
        "↓ o Intro lleva a la nota, donde se escriben cifras; Intro continúa, U vuelve."
    ),
    "Enter goes on, U goes back.": "Intro continúa, U vuelve.",
    "Each error needs a category: C opens the list, Escape leaves it; the next error gets the same one.": (
        "Cada error necesita un tipo: C abre la lista, Escape sale de ella; el error siguiente recibe el mismo."
    ),
    "1 item": "1 tarea",
    "{n} items": "{n} tareas",
    "about {n} minutes": "unos {n} minutos",
    "about {n} hours": "unas {n} horas",
    "For you: {items}, one after another.": "Para usted: {items}, una tras otra.",
    "Practice": "Práctica",
    "Then {items}: {time}": "Luego {items}: {time}",
    "1 segment": "1 segmento",
    "{n} segments": "{n} segmentos",
    "Ratings of {segments}": "Evaluación de {segments}",
    "Ranking of {segments}": "Clasificación de {segments}",
    "Scores of {segments}": "Notas de {segments}",
    "Errors in {segments}": "Errores en {segments}",
    "MQM of {segments}": "MQM de {segments}",
    "Side-by-side scores of {segments}": "Comparación de {segments}",
}
