export const integrity = {
  'Scripts can read everything visitors type. The evidence names the source: if you did not add it, take the site offline and look for the intruder.':
    'Skripte können alles lesen, was Besucher eintippen. Der Nachweis nennt die Quelle: Wenn sie nicht von dir ' +
    'ist, nimm die Website vom Netz und suche den Eindringling.',
  'Passwords and card numbers may go to strangers. The evidence names the destination: if it is not yours, take the form offline now.':
    'Passwörter und Kartennummern gehen vielleicht an Fremde. Der Nachweis nennt das Ziel: Wenn es nicht deines ' +
    'ist, nimm das Formular jetzt vom Netz.',
  'The page contains words typical of defacement or spam. Check it, restore a clean copy, and find out how it was changed.':
    'Die Seite enthält Wörter, die für Verunstaltungen oder Spam typisch sind. Prüfe sie, stelle eine saubere ' +
    'Kopie wieder her und finde heraus, wie sie geändert wurde.',
  "Visitors end up at another address. If you did not change this, check the server's configuration and look for injected scripts.":
    'Besucher landen auf einer anderen Adresse. Wenn du das nicht geändert hast, prüfe die Konfiguration des ' +
    'Servers und suche eingeschleuste Skripte.',
  'Browsers protect visitors less. The evidence shows before and after; check the last deployment and new proxies.':
    'Browser schützen Besucher weniger. Der Nachweis zeigt vorher und nachher; prüfe die letzte Auslieferung und ' +
    'neue Proxys.',
  'This code runs on your page. The evidence names the script: check whether its vendor released it, or pin it by a hash.':
    'Dieser Code läuft auf deiner Seite. Der Nachweis nennt das Skript: Prüfe, ob sein Anbieter es veröffentlicht ' +
    'hat, oder lege es mit einem Hash fest.',
  'The evidence shows what changed. If you changed it, accept the new baseline; if not, look for the intruder.':
    'Der Nachweis zeigt, was sich geändert hat. Wenn du es warst, nimm den neuen Stand an; wenn nicht, suche den ' +
    'Eindringling.',
  'None is weaker than before. Check whether the change was intended, and accept the new baseline.':
    'Keiner ist schwächer als vorher. Prüfe, ob die Änderung gewollt war, und nimm den neuen Stand an.',
  'A deployment is the usual reason: accept the new baseline. Otherwise, compare the file with your sources.':
    'Meist ist eine Auslieferung der Grund: Nimm den neuen Stand an. Sonst vergleiche die Datei mit deinen Quellen.',
  'The evidence names the destination. If you did not add it, a script may leak visitor data: find out where it comes from.':
    'Der Nachweis nennt das Ziel. Wenn du es nicht hinzugefügt hast, gibt ein Skript vielleicht Daten von ' +
    'Besuchern weiter: Finde heraus, woher es kommt.',
  'The evidence names the source. If you did not embed it, find out where it comes from.':
    'Der Nachweis nennt die Quelle. Wenn du sie nicht eingebettet hast, finde heraus, woher sie kommt.',
  'Many new links at once indicate injected spam. The evidence names them: check the page and who edited it last.':
    'Viele neue Links auf einmal deuten auf eingeschleusten Spam. Der Nachweis nennt sie: Prüfe die Seite und wer ' +
    'sie zuletzt bearbeitet hat.',
  'Check whether these pages were moved or removed, or fail; the evidence has their responses.':
    'Prüfe, ob diese Seiten verschoben oder entfernt wurden oder fehlschlagen; der Nachweis hat ihre Antworten.',
  'The evidence shows before and after. If the change was intended, accept the new baseline.':
    'Der Nachweis zeigt vorher und nachher. Wenn die Änderung gewollt war, nimm den neuen Stand an.',
  'The evidence names them. If they are yours or known releases, accept the new baseline; if not, look for the intruder.':
    'Der Nachweis nennt sie. Wenn sie von dir sind oder bekannte Versionen, nimm den neuen Stand an; wenn nicht, ' +
    'suche den Eindringling.',
  'These pages cannot be compared. Check whether the site is down, and whether they were moved or removed.':
    'Diese Seiten lassen sich nicht vergleichen. Prüfe, ob die Website ausgefallen ist und ob sie verschoben oder ' +
    'entfernt wurden.',
  'The other pages were unreachable or have no baseline yet. Check the evidence.':
    'Die anderen Seiten waren nicht erreichbar oder haben noch keinen Vergleichsstand. Sieh dir den Nachweis an.',
  'Changes on these pages go unnoticed. Check the pages, and accept them as the baseline if they are correct.':
    'Änderungen auf diesen Seiten bleiben unbemerkt. Prüfe die Seiten und nimm sie als Vergleichsstand an, wenn ' +
    'sie stimmen.',
}
