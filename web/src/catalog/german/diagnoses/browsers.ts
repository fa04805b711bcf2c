export const browsers = {
  'The page did not finish loading in time. Check the screenshot: it may load endlessly or wait for another service.':
    'Die Seite war nicht rechtzeitig geladen. Prüfe das Bildschirmfoto: Sie lädt vielleicht endlos oder wartet ' +
    'auf einen anderen Dienst.',
  'The page opened, but could not be audited. Check the screenshot and the errors in the evidence.':
    'Die Seite öffnete sich, ließ sich aber nicht prüfen. Sieh dir das Bildschirmfoto und die Fehler im Nachweis an.',
  'The report lists the largest losses first. Check what was deployed since the score was better.':
    'Der Bericht nennt die größten Verluste zuerst. Prüfe, was ausgeliefert wurde, seit der Wert besser war.',
  'Check what delays it: slow responses, large images, blocking scripts and fonts. The report lists them.':
    'Prüfe, was sie verzögert: langsame Antworten, große Bilder, blockierende Skripte und Schriften. Der Bericht ' +
    'zählt sie auf.',
  'Scripts keep the browser busy. The report lists the longest tasks; check which scripts were added last.':
    'Skripte beschäftigen den Browser. Der Bericht nennt die längsten Aufgaben; prüfe, welche Skripte zuletzt ' +
    'hinzukamen.',
  'Content jumps while people read. Set a size for images, ads and embedded content before they load.':
    'Inhalte springen, während Leute lesen. Gib Bildern, Anzeigen und eingebetteten Inhalten eine Größe, bevor ' +
    'sie laden.',
  'The report lists the largest files. Check what was added last and what can be compressed or loaded later.':
    'Der Bericht nennt die größten Dateien. Prüfe, was zuletzt hinzukam und was komprimiert oder später geladen ' +
    'werden kann.',
  'The report lists them. Check which were added last and which can be combined or loaded later.':
    'Der Bericht zählt sie auf. Prüfe, welche zuletzt hinzukamen und welche zusammengefasst oder später geladen ' +
    'werden können.',
  'Large pages render slowly. Split long lists into parts.':
    'Große Seiten werden langsam dargestellt. Teile lange Listen auf.',
  'Something on the page is broken, even if it looks fine. Read the messages in the evidence and check what was deployed last.':
    'Etwas auf der Seite ist kaputt, auch wenn sie gut aussieht. Lies die Meldungen im Nachweis und prüfe, was ' +
    'zuletzt ausgeliefert wurde.',
  'The evidence lists them. Check whether the last deployment lost files or another service is down.':
    'Der Nachweis zählt sie auf. Prüfe, ob bei der letzten Auslieferung Dateien verloren gingen oder ein anderer ' +
    'Dienst ausgefallen ist.',
  'Browsers block them or warn. Change their URLs to https.':
    'Browser blockieren sie oder warnen. Ändere ihre URLs zu https.',
  'The page did not load completely or never became idle. Check the screenshot and the errors in the evidence.':
    'Die Seite wurde nicht ganz geladen oder kam nie zur Ruhe. Sieh dir das Bildschirmfoto und die Fehler im ' +
    'Nachweis an.',
  'Something made the page slower. Check what was deployed since, and compare the reports.':
    'Etwas hat die Seite langsamer gemacht. Prüfe, was seitdem ausgeliefert wurde, und vergleiche die Berichte.',
  'The journey did not finish in time. Check the step and the screenshot: the page may wait for another service.':
    'Der Ablauf wurde nicht rechtzeitig fertig. Prüfe den Schritt und das Bildschirmfoto: Die Seite wartet ' +
    'vielleicht auf einen anderen Dienst.',
  'The journey found something the script does not expect. Check the step, the error and the screenshot in the evidence.':
    'Der Ablauf fand etwas, das das Skript nicht erwartet. Prüfe den Schritt, den Fehler und das Bildschirmfoto ' +
    'im Nachweis.',
  'The evidence has the step, the error and a screenshot. Check whether the site or the script needs to change.':
    'Der Nachweis hat den Schritt, den Fehler und ein Bildschirmfoto. Prüfe, ob sich die Website oder das Skript ' +
    'ändern muss.',
  'The evidence has the time of each step: start with the slowest.':
    'Der Nachweis hat die Zeit jedes Schritts: Beginne mit dem langsamsten.',
  'Something on the pages is broken, even if the journey succeeds. Read the messages in the evidence and check what was deployed last.':
    'Etwas auf den Seiten ist kaputt, auch wenn der Ablauf gelingt. Lies die Meldungen im Nachweis und prüfe, was ' +
    'zuletzt ausgeliefert wurde.',
  'Check what delays it: slow responses, large images, blocking scripts and fonts.':
    'Prüfe, was sie verzögert: langsame Antworten, große Bilder, blockierende Skripte und Schriften.',
  'The site or the script is unstable. Check the first attempts in the evidence before it fails for good.':
    'Die Website oder das Skript ist unbeständig. Prüfe die ersten Versuche im Nachweis, bevor es ganz scheitert.',
  'Nothing was tested. The evidence has the error: correct the script, and try it before you save it.':
    'Es wurde nichts geprüft. Der Nachweis hat den Fehler: Berichtige das Skript und probiere es, bevor du es ' +
    'speicherst.',
  'This step is slower than it should be. Check the pages it opens and what they wait for.':
    'Dieser Schritt ist langsamer, als er sein sollte. Prüfe die Seiten, die er öffnet, und worauf sie warten.',
}
