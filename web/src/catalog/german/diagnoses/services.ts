export const services = {
  'The server responds, but not with the value. Check the name and the labels of the metric or the query, and whether the application still exports it.':
    'Der Server antwortet, aber nicht mit dem Wert. Prüfe Namen und Labels der Metrik oder die Abfrage und ob die ' +
    'Anwendung sie noch exportiert.',
  'The server rejects the login. Check whether its password or token has changed or expired.':
    'Der Server lehnt die Anmeldung ab. Prüfe, ob sich Passwort oder Token geändert haben oder abgelaufen sind.',
  'The application reports this number itself. Check what it counts, and whether the limit is still right.':
    'Die Anwendung meldet diese Zahl selbst. Prüfe, was sie zählt und ob die Grenze noch stimmt.',
  'The evidence has the value, its range and the samples. Check what the metric counts, and its history.':
    'Der Nachweis hat den Wert, seinen Bereich und die einzelnen Werte. Prüfe, was die Metrik zählt, und ihren ' +
    'Verlauf.',
  'Each instance or label has its own sample. Check which are missing, or new, in the evidence.':
    'Jede Instanz und jedes Label hat einen eigenen Wert. Prüfe im Nachweis, welche fehlen oder neu sind.',
}
