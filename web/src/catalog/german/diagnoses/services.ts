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
  'The server runs, but its service does not want requests. Check what it depends on, and its log.':
    'Der Server läuft, aber sein Dienst will keine Anfragen. Prüfe, wovon er abhängt, und sein Protokoll.',
  'The server ended the call with an error. Check its log for the status and the message.':
    'Der Server hat den Aufruf mit einem Fehler beendet. Suche in seinem Protokoll nach dem Status und der Meldung.',
  'The method works, but returns something else. Compare the response in the evidence with the patterns.':
    'Die Methode funktioniert, liefert aber etwas anderes. Vergleiche die Antwort im Nachweis mit den Mustern.',
  'The service reports this number itself. Check what it counts, and whether the limit is still right.':
    'Der Dienst meldet diese Zahl selbst. Prüfe, was sie zählt und ob die Grenze noch stimmt.',
  'Something responds over HTTP that is not the gRPC server, such as a proxy. Check the port, and whether the proxy forwards gRPC.':
    'Über HTTP antwortet etwas anderes als der gRPC-Server, etwa ein Proxy. Prüfe den Port und ob der Proxy gRPC ' +
    'weiterleitet.',
  'The gRPC server responds, but not as the monitor expects. Check the names of the service and the method, and what was deployed last.':
    'Der gRPC-Server antwortet, aber nicht, wie der Monitor es erwartet. Prüfe die Namen des Dienstes und der ' +
    'Methode und was zuletzt ausgeliefert wurde.',
  'The server rejects the credentials. Check whether its password, token or certificate has changed or expired.':
    'Der Server lehnt die Zugangsdaten ab. Prüfe, ob sich Passwort, Token oder Zertifikat geändert haben oder ' +
    'abgelaufen sind.',
  'The server does not complete the call. Check its log, and whether the port speaks gRPC.':
    'Der Server führt den Aufruf nicht zu Ende. Prüfe sein Protokoll und ob der Port gRPC spricht.',
}
