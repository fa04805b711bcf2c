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
  'There are fewer or more containers than there should be. Check the last deployment.':
    'Es gibt weniger oder mehr Container, als es geben sollte. Prüfe die letzte Auslieferung.',
  'The evidence names the containers and their exit codes. Check their logs, and what was deployed last.':
    'Der Nachweis nennt die Container und ihre Exitcodes. Prüfe ihre Protokolle und was zuletzt ausgeliefert wurde.',
  'The evidence has what the health check of the container said last. Check its log.':
    'Der Nachweis hat, was die Gesundheitsprüfung des Containers zuletzt meldete. Prüfe sein Protokoll.',
  'A container ends by itself and is started again. Check its log and whether its memory is enough.':
    'Ein Container endet von selbst und wird neu gestartet. Prüfe sein Protokoll und ob sein Speicher reicht.',
  'The containers compute more than usual. Check their traffic, and what was deployed last.':
    'Die Container rechnen mehr als sonst. Prüfe ihren Verkehr und was zuletzt ausgeliefert wurde.',
  'The containers use more memory than they should. Check them for a leak, and their load.':
    'Die Container brauchen mehr Speicher, als sie sollten. Prüfe sie auf ein Leck und ihre Last.',
  'A container that reaches its limit is ended. Check it for a leak, or raise the limit.':
    'Ein Container, der sein Limit erreicht, wird beendet. Prüfe ihn auf ein Leck oder erhöhe das Limit.',
  'The API responds, but without the containers. Check the name of the container or the project.':
    'Die API antwortet, aber ohne die Container. Prüfe den Namen des Containers oder des Projekts.',
  'The API denies access. Check the client certificate, and the rules of a proxy in front of the socket.':
    'Die API verweigert den Zugriff. Prüfe das Client-Zertifikat und die Regeln eines Proxys vor dem Socket.',
  'The API responds with an error. Check the log of the engine, and whether the port expects TLS.':
    'Die API antwortet mit einem Fehler. Prüfe das Protokoll von Docker und ob der Port TLS erwartet.',
  'What responds is not the API of a container engine. Check the port, and whether it expects TLS.':
    'Was antwortet, ist nicht die API von Docker oder Podman. Prüfe den Port und ob er TLS erwartet.',
}
