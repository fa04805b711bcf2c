export const web = {
  'Browsers and programs reject the certificate or warn. Check its dates, names and chain, and install a valid one.':
    'Browser und Programme lehnen das Zertifikat ab oder warnen. Prüfe Daten, Namen und Kette und installiere ein ' +
    'gültiges.',
  'The server does not send valid HTTP. Check what listens at this address, and whether a proxy alters the responses.':
    'Der Server sendet kein gültiges HTTP. Prüfe, was unter dieser Adresse lauscht und ob ein Proxy die Antworten ' +
    'verändert.',
  'The service works, but is slower than it should be. Check its load and what it waits for; the timings show which part is slow.':
    'Der Dienst funktioniert, ist aber langsamer, als er sein sollte. Prüfe seine Last und worauf er wartet; die ' +
    'Zeiten zeigen, welcher Teil langsam ist.',
  'The page lacks expected content or shows unwanted content. Compare the start of the body in the evidence with what you expect.':
    'Der Seite fehlt erwarteter Inhalt, oder sie zeigt unerwünschten. Vergleiche den Anfang des Inhalts im ' +
    'Nachweis mit dem, was du erwartest.',
  "The API responds, but not as the monitor's steps expect. The evidence shows the step and the response; check what was deployed last.":
    'Die API antwortet, aber nicht so, wie die Schritte des Monitors erwarten. Der Nachweis zeigt den Schritt und ' +
    'die Antwort; prüfe, was zuletzt ausgeliefert wurde.',
  "The API or its token server rejects the login. Check whether the monitor's credentials were changed, revoked or have expired.":
    'Die API oder ihr Token-Server lehnt die Anmeldung ab. Prüfe, ob die Zugangsdaten des Monitors geändert oder ' +
    'widerrufen wurden oder abgelaufen sind.',
  'The API responds, but not as expected. The evidence names the assertion and the actual value; check what was deployed last.':
    'Die API antwortet, aber nicht wie erwartet. Der Nachweis nennt die Zusicherung und den tatsächlichen Wert; ' +
    'prüfe, was zuletzt ausgeliefert wurde.',
  'A check that stops early checks fewer assertions. Check the first step that failed, and whether the monitor was edited.':
    'Eine Prüfung, die früh endet, prüft weniger Zusicherungen. Prüfe den ersten fehlgeschlagenen Schritt und ob ' +
    'der Monitor geändert wurde.',
  'The evidence shows which step failed and its response. Check that part of the API first.':
    'Der Nachweis zeigt, welcher Schritt fehlschlug, und seine Antwort. Prüfe zuerst diesen Teil der API.',
  'A check that stops early runs fewer steps. Check the first step that failed, and whether the monitor was edited.':
    'Eine Prüfung, die früh endet, führt weniger Schritte aus. Prüfe den ersten fehlgeschlagenen Schritt und ob ' +
    'der Monitor geändert wurde.',
  "The evidence shows the step's request and response. Check that part of the API first.":
    'Der Nachweis zeigt Anfrage und Antwort des Schritts. Prüfe zuerst diesen Teil der API.',
  'The API works, but is slower than it should be. The evidence has the time of each step: start with the slowest.':
    'Die API funktioniert, ist aber langsamer, als sie sein sollte. Der Nachweis hat die Zeit jedes Schritts: ' +
    'Beginne mit dem langsamsten.',
  'The name servers respond slowly. Check their load and whether one of them is unreachable.':
    'Die Nameserver antworten langsam. Prüfe ihre Last und ob einer von ihnen nicht erreichbar ist.',
  "The network path or the server is slow. Check the server's load, its connection queue and the network.":
    'Der Netzweg oder der Server ist langsam. Prüfe die Last des Servers, seine Warteschlange für Verbindungen ' +
    'und das Netz.',
  "A handshake depends on the server's CPU and the network. Check the load of both.":
    'Ein Handshake hängt von der CPU des Servers und vom Netz ab. Prüfe die Last von beiden.',
  'The server received the request and responds slowly. Check the application and what it waits for, such as a database.':
    'Der Server hat die Anfrage erhalten und antwortet langsam. Prüfe die Anwendung und worauf sie wartet, etwa ' +
    'eine Datenbank.',
  'The response is large, or the network is slow. Check its size, its compression and the network of the server.':
    'Die Antwort ist groß, oder das Netz ist langsam. Prüfe ihre Größe, ihre Kompression und das Netz des Servers.',
  'The response has an unexpected size: error pages are small, lists without a limit are large. Check the body in the evidence.':
    'Die Antwort hat eine unerwartete Größe: Fehlerseiten sind klein, Listen ohne Grenze groß. Prüfe den Inhalt ' +
    'im Nachweis.',
  'The response has an unexpected structure, and clients may break. The evidence names the differences; check what was deployed last.':
    'Die Antwort hat eine unerwartete Struktur, und Clients können scheitern. Der Nachweis nennt die ' +
    'Unterschiede; prüfe, was zuletzt ausgeliefert wurde.',
  'The API reports this number itself. Check what it counts, and whether the limit is still right.':
    'Die API meldet diese Zahl selbst. Prüfe, was sie zählt und ob die Grenze noch stimmt.',
  'This step is slower than it should be. Check the endpoint it calls and what that waits for.':
    'Dieser Schritt ist langsamer, als er sein sollte. Prüfe den Endpunkt, den er aufruft, und worauf dieser wartet.',
  'Browsers reject the certificate or warn. Install one that is valid now, includes this host and comes with its chain from a trusted issuer.':
    'Browser lehnen das Zertifikat ab oder warnen. Installiere eines, das jetzt gültig ist, diesen Host enthält ' +
    'und mit seiner Kette von einem vertrauenswürdigen Aussteller kommt.',
  'The server was reached, but the TLS handshake failed. Check whether TLS is enabled on this port, and which versions and ciphers it offers.':
    'Der Server wurde erreicht, aber der TLS-Handshake schlug fehl. Prüfe, ob TLS auf diesem Port eingeschaltet ' +
    'ist und welche Versionen und Verfahren er anbietet.',
  'Browsers reject the certificate. Check whether the server sends the certificate of another site, then install one for this name.':
    'Browser lehnen das Zertifikat ab. Prüfe, ob der Server das Zertifikat einer anderen Website sendet, und ' +
    'installiere eines für diesen Namen.',
  'Browsers reject the certificate. Usually it is self-signed or an intermediate is missing: install one from a trusted issuer, with its chain.':
    'Browser lehnen das Zertifikat ab. Meist ist es selbst signiert, oder ein Zwischenzertifikat fehlt: ' +
    'Installiere eines von einem vertrauenswürdigen Aussteller mit seiner Kette.',
  'The server negotiates an old version. Allow TLS 1.2 and 1.3 in its configuration, and check for an outdated TLS library.':
    'Der Server handelt eine alte Version aus. Erlaube TLS 1.2 und 1.3 in seiner Konfiguration und prüfe, ob die ' +
    'TLS-Bibliothek veraltet ist.',
  'The server accepts weak settings. The evidence lists what prevents a better grade: start with the first.':
    'Der Server nimmt schwache Einstellungen an. Der Nachweis zählt auf, was eine bessere Note verhindert: ' +
    'Beginne mit dem ersten.',
  "The server accepted the connection and closed it. The message has its code and reason; check the application's log and limits.":
    'Der Server hat die Verbindung angenommen und geschlossen. Die Meldung hat Code und Grund; prüfe Log und ' +
    'Grenzen der Anwendung.',
  'The server responds, but opens no WebSocket. Check the path, whether a proxy supports upgrades, and whether a login is required.':
    'Der Server antwortet, öffnet aber keinen WebSocket. Prüfe den Pfad, ob ein Proxy den Wechsel unterstützt und ' +
    'ob eine Anmeldung nötig ist.',
  'The connection is open, but the WebSocket handshake is slow. Check the application and its proxies.':
    'Die Verbindung steht, aber der WebSocket-Handshake ist langsam. Prüfe die Anwendung und ihre Proxys.',
  'The WebSocket opens, but the first message is slow. Check what the server does before it sends.':
    'Der WebSocket öffnet sich, aber die erste Nachricht ist langsam. Prüfe, was der Server tut, bevor er sendet.',
  "The network path is slow, or the server's event loop is busy. Check the load of the application.":
    'Der Netzweg ist langsam, oder die Ereignisschleife des Servers ist ausgelastet. Prüfe die Last der Anwendung.',
  'The WebSocket works, but no expected message arrived. Compare the messages in the evidence with the pattern.':
    'Der WebSocket funktioniert, aber keine erwartete Nachricht kam an. Vergleiche die Nachrichten im Nachweis ' +
    'mit dem Muster.',
  'The WebSocket works, but the server sends fewer messages than it should. Check its data source.':
    'Der WebSocket funktioniert, aber der Server sendet weniger Nachrichten, als er sollte. Prüfe seine Datenquelle.',
  'The WebSocket works, but the server sends less than it should. Check the messages in the evidence and their source.':
    'Der WebSocket funktioniert, aber der Server sendet weniger, als er sollte. Prüfe die Nachrichten im Nachweis ' +
    'und ihre Quelle.',
  'The WebSocket opens, but the server does not respond. Check whether the application hangs or a proxy keeps a dead connection open.':
    'Der WebSocket öffnet sich, aber der Server antwortet nicht. Prüfe, ob die Anwendung hängt oder ein Proxy ' +
    'eine tote Verbindung offen hält.',
  'Clients that need one of them will fail. Check which ones the server supports now and what was deployed last.':
    'Clients, die eines davon brauchen, werden scheitern. Prüfe, welche der Server jetzt unterstützt und was ' +
    'zuletzt ausgeliefert wurde.',
  'The server responds with a status that the rule does not accept. Check whether the service or the rule has changed.':
    'Der Server antwortet mit einem Status, den die Regel nicht zulässt. Prüfe, ob sich der Dienst oder die Regel ' +
    'geändert hat.',
  'The server redirects visitors. Check where the redirect leads and whether that is intended.':
    'Der Server leitet Besucher weiter. Prüfe, wohin die Weiterleitung führt und ob das gewollt ist.',
  "The server does not accept the request. Check the monitor's URL, method, headers and body.":
    'Der Server nimmt die Anfrage nicht an. Prüfe URL, Methode, Header und Inhalt des Monitors.',
  'The server denies access. Check whether the page now requires a login, and whether a firewall or bot protection blocks Lapwing.':
    'Der Server verweigert den Zugriff. Prüfe, ob die Seite jetzt eine Anmeldung verlangt und ob eine Firewall ' +
    'oder ein Bot-Schutz Lapwing blockiert.',
  'The page does not exist. Check whether it was moved or removed, and whether the last deployment succeeded.':
    'Die Seite existiert nicht. Prüfe, ob sie verschoben oder entfernt wurde und ob die letzte Auslieferung gelang.',
  "The server limits requests. Exempt Lapwing's addresses from the limit, or check less often.":
    'Der Server begrenzt Anfragen. Nimm die Adressen von Lapwing von der Grenze aus oder prüfe seltener.',
  'The server has an internal error. Check the application, what it depends on, and its log.':
    'Der Server hat einen internen Fehler. Prüfe die Anwendung, wovon sie abhängt, und ihr Log.',
  'Clients that verify the certificate refuse to connect. Install a renewed one now, and check why it was not renewed in time.':
    'Clients, die das Zertifikat prüfen, verbinden sich nicht. Installiere jetzt ein erneuertes und prüfe, warum ' +
    'es nicht rechtzeitig erneuert wurde.',
  'Renew the certificate and reload the server. If renewal is automatic, check why it has not happened.':
    'Erneuere das Zertifikat und lade den Server neu. Wenn das automatisch geschieht, prüfe, warum es ausblieb.',
  'Another issuer or profile issues the certificate now. Check whether its renewal is frequent enough.':
    'Das Zertifikat kommt jetzt aus einer anderen Quelle oder einem anderen Profil. Prüfe, ob oft genug erneuert wird.',
  'Renewals normally happen when a third is left. Check why this one has not happened.':
    'Erneuert wird meist, wenn noch ein Drittel übrig ist. Prüfe, warum es diesmal ausblieb.',
  'Recordings of the traffic could be decrypted once there are quantum computers. Let the server offer X25519MLKEM768: OpenSSL 3.5 and most web servers of today have it.':
    'Mitschnitte könnten entschlüsselt werden, sobald es Quantencomputer gibt. Lass den Server X25519MLKEM768 ' +
    'anbieten: OpenSSL 3.5 und die meisten heutigen Webserver haben es.',
  "The server closed the WebSocket. Check the code and the reason in the application's log.":
    'Der Server hat den WebSocket geschlossen. Suche Code und Grund im Log der Anwendung.',
  'The WebSocket stays open. Check whether the server should have closed it by now.':
    'Der WebSocket bleibt offen. Prüfe, ob der Server ihn inzwischen hätte schließen sollen.',
  'The server is shutting down, restarting or overloaded. If it does not come back, check its load and the last deployment.':
    'Der Server fährt herunter, startet neu oder ist überlastet. Wenn er nicht zurückkommt, prüfe seine Last und ' +
    'die letzte Auslieferung.',
  "The server's policy rejects the connection: a missing login, an unknown origin, or a limit. Give the monitor what clients send.":
    'Die Richtlinie des Servers lehnt die Verbindung ab: eine fehlende Anmeldung, ein unbekannter Ursprung oder ' +
    'eine Grenze. Gib dem Monitor, was Clients senden.',
  'The application had an internal error. Check its log.': 'Die Anwendung hatte einen internen Fehler. Prüfe ihr Log.',
}
