export const causes = {
  'The value matches the alert rule. If the value is fine, change the rule.':
    'Der Wert erfüllt die Alarmregel. Wenn der Wert in Ordnung ist, ändere die Regel.',
  "The domain name does not resolve correctly, so clients cannot find the service. Check the domain's records, name servers and registration.":
    'Der Domainname wird nicht richtig aufgelöst, deshalb finden Clients den Dienst nicht. Prüfe die Einträge der ' +
    'Domain, ihre Nameserver und ihre Registrierung.',
  'The server cannot be reached or refuses connections. Check whether it is running, whether the service is listening, and whether a firewall blocks Lapwing.':
    'Der Server ist nicht erreichbar oder lehnt Verbindungen ab. Prüfe, ob er läuft, ob der Dienst auf dem Port ' +
    'lauscht und ob eine Firewall Lapwing blockiert.',
  'The server was reached, but the TLS handshake failed. Check its certificate and the TLS versions and ciphers it supports.':
    'Der Server wurde erreicht, aber der TLS-Handshake schlug fehl. Prüfe sein Zertifikat sowie die TLS-Versionen ' +
    'und Verfahren, die er unterstützt.',
  'The server did not respond in time. Check whether the server is overloaded or hung, and whether a firewall drops packets.':
    'Der Server hat nicht rechtzeitig geantwortet. Prüfe, ob er überlastet ist oder hängt und ob eine Firewall ' +
    'Pakete verwirft.',
  'The server responds, but with an error status. Check the application and its log.':
    'Der Server antwortet, aber mit einem Fehlerstatus. Prüfe die Anwendung und ihr Log.',
  'The service responds, but with unexpected content. Check what was deployed or changed last.':
    'Der Dienst antwortet, aber mit unerwartetem Inhalt. Prüfe, was zuletzt ausgeliefert oder geändert wurde.',
  'Clients that verify the certificate reject it. Compare its dates, names and issuer with what you expect, and install a valid one.':
    'Clients, die das Zertifikat prüfen, lehnen es ab. Vergleiche Daten, Namen und Aussteller mit dem, was du ' +
    'erwartest, und installiere ein gültiges.',
  'The service responds, but rejects the login. Check whether the account is locked, or its password, key or token has changed or expired.':
    'Der Dienst antwortet, lehnt aber die Anmeldung ab. Prüfe, ob das Konto gesperrt ist oder ob Passwort, ' +
    'Schlüssel oder Token geändert wurden oder abgelaufen sind.',
  'The service works, but is slower than it should be. Check its load and what it depends on.':
    'Der Dienst funktioniert, ist aber langsamer, als er sein sollte. Prüfe seine Last und wovon er abhängt.',
  'The job did not check in as expected. Check whether it failed, hangs or never started, and read its log.':
    'Der Job hat sich nicht wie erwartet gemeldet. Prüfe, ob er fehlgeschlagen ist, hängt oder nie gestartet ' +
    'wurde, und lies sein Log.',
  'The service was reached, but does not work as expected. The message says what the check saw; look for the reason in the log of the service.':
    'Der Dienst wurde erreicht, arbeitet aber nicht wie erwartet. Die Meldung sagt, was die Prüfung sah; suche ' +
    'den Grund im Log des Dienstes.',
  'The response is faster than usual. Check whether it is complete: errors and empty pages are often quick.':
    'Die Antwort kommt schneller als sonst. Prüfe, ob sie vollständig ist: Fehler und leere Seiten sind oft schnell.',
  'Nobody knows how these monitors are. Check that a probe of the location is running and reaches Lapwing. A second location would have taken over.':
    'Niemand weiß, wie es diesen Monitoren geht. Prüfe, ob an dem Standort ein Prüfprogramm läuft und Lapwing ' +
    'erreicht. Ein zweiter Standort hätte übernommen.',
  'The values since the deployment differ clearly from the hour before. Check what the deployment changed, or roll it back.':
    'Die Werte seit dem Deployment unterscheiden sich deutlich von der Stunde davor. Prüfe, was es geändert hat, ' +
    'oder mache es rückgängig.',
  'The values since the deployment differ clearly from the hour before, and the same time last week had no such change. Check what the deployment changed, or roll it back.':
    'Die Werte seit dem Deployment unterscheiden sich deutlich von der Stunde davor, und vor einer Woche gab es ' +
    'zu dieser Zeit keine solche Änderung. Prüfe, was es geändert hat, oder mache es rückgängig.',
  'Confirmed from {} locations.': 'Von {} Standorten bestätigt.',
}
