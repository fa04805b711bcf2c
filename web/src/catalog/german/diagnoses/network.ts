export const network = {
  'The name has no such record, or its name servers do not respond. Check the zone, the delegation and whether the domain has expired.':
    'Der Name hat keinen solchen Eintrag, oder seine Nameserver antworten nicht. Prüfe die Zone, die Delegation ' +
    'und ob die Domain abgelaufen ist.',
  'The name servers did not respond in time. Check whether they run and whether port 53 is reachable over UDP and TCP.':
    'Die Nameserver haben nicht rechtzeitig geantwortet. Prüfe, ob sie laufen und ob Port 53 über UDP und TCP ' +
    'erreichbar ist.',
  'The name server cannot be reached. Check whether it runs and whether port 53 is reachable.':
    'Der Nameserver ist nicht erreichbar. Prüfe, ob er läuft und ob Port 53 erreichbar ist.',
  'The name servers respond slowly. Check their load, whether one is unreachable, and the resolver.':
    'Die Nameserver antworten langsam. Prüfe ihre Last, ob einer nicht erreichbar ist, und den Resolver.',
  'Records were added or removed. Compare the records in the evidence with the zone, and check who changed it last.':
    'Einträge kamen hinzu oder fielen weg. Vergleiche die Einträge im Nachweis mit der Zone und prüfe, wer sie ' +
    'zuletzt geändert hat.',
  'The name servers do not respond or return an error. Check whether they run, whether the zone is loaded, and the delegation of the domain.':
    'Die Nameserver antworten nicht oder mit einem Fehler. Prüfe, ob sie laufen, ob die Zone geladen ist, und die ' +
    'Delegation der Domain.',
  'Visitors may be sent elsewhere. Compare the records in the evidence with the zone; if you did not change it, check who has access.':
    'Besucher landen womöglich woanders. Vergleiche die Einträge im Nachweis mit der Zone; wenn du sie nicht ' +
    'geändert hast, prüfe, wer Zugriff hat.',
  'The service responds unexpectedly. Compare the reply in the evidence with the pattern.':
    'Der Dienst antwortet unerwartet. Vergleiche die Antwort im Nachweis mit dem Muster.',
  'No reply was received, and UDP gives no reason. Check whether the service runs and accepts this payload, and whether a firewall drops it.':
    'Es kam keine Antwort, und UDP nennt keinen Grund. Prüfe, ob der Dienst läuft und diese Nutzdaten annimmt und ' +
    'ob eine Firewall sie verwirft.',
  'UDP gives no reason. Check whether the service runs and accepts this payload, and whether a firewall drops it.':
    'UDP nennt keinen Grund. Prüfe, ob der Dienst läuft und diese Nutzdaten annimmt und ob eine Firewall sie ' +
    'verwirft.',
  'The network path or the service is slow. Check the load of both.':
    'Der Netzweg oder der Dienst ist langsam. Prüfe die Last von beiden.',
  'The reply has an unexpected size. Compare the reply in the evidence with what the service should send.':
    'Die Antwort hat eine unerwartete Größe. Vergleiche die Antwort im Nachweis mit dem, was der Dienst senden ' +
    'sollte.',
  'The host does not reply to pings. Check whether it runs and is connected, and whether a firewall drops pings; its services may still work.':
    'Der Host antwortet nicht auf Pings. Prüfe, ob er läuft und verbunden ist und ob eine Firewall Pings ' +
    'verwirft; seine Dienste können trotzdem laufen.',
  'A router reports that the host or its network cannot be reached. Check whether the host is on and its routes are correct.':
    'Ein Router meldet, dass der Host oder sein Netz nicht erreichbar ist. Prüfe, ob der Host läuft und seine ' +
    'Routen stimmen.',
  'Packets are lost on the network, or the host limits its replies. Check for a saturated or faulty link; a path trace shows where the loss begins.':
    'Pakete gehen im Netz verloren, oder der Host begrenzt seine Antworten. Prüfe, ob eine Leitung überlastet ' +
    'oder defekt ist; eine Pfadmessung zeigt, wo der Verlust beginnt.',
  'The network path is longer or congested. Check the load of the link and, with a path trace, where the time is lost.':
    'Der Netzweg ist länger oder überlastet. Prüfe die Last der Leitung und mit einer Pfadmessung, wo die Zeit ' +
    'verloren geht.',
  'No hop responded. Check whether this location is connected and whether a firewall drops the probes.':
    'Keine Station hat geantwortet. Prüfe, ob dieser Standort verbunden ist und ob eine Firewall die Messpakete ' +
    'verwirft.',
  'The trace shows the last hop that responded: the problem is beyond it. Check whether the host runs and who operates that part of the path.':
    'Die Pfadmessung zeigt die letzte Station, die antwortete: Das Problem liegt dahinter. Prüfe, ob der Host ' +
    'läuft und wer diesen Teil des Wegs betreibt.',
  'The trace shows where the loss begins and continues. Ask the operator of that hop, or change the route.':
    'Die Pfadmessung zeigt, wo der Verlust beginnt und anhält. Frage den Betreiber dieser Station oder ändere die ' +
    'Route.',
  'The trace shows the hop at which the time grows. Check it for a detour or congestion.':
    'Die Pfadmessung zeigt die Station, an der die Zeit wächst. Prüfe dort auf einen Umweg oder Überlastung.',
  'Loss at one hop matters only if it continues beyond it: many routers limit their replies. Compare it with the loss at the destination.':
    'Verlust an einer Station zählt nur, wenn er dahinter anhält: Viele Router begrenzen ihre Antworten. ' +
    'Vergleiche ihn mit dem Verlust am Ziel.',
  'Many routers never respond, which is normal. Check the loss at the destination: it matters only if that is affected too.':
    'Viele Router antworten nie, das ist normal. Prüfe den Verlust am Ziel: Es zählt nur, wenn auch dieser ' +
    'betroffen ist.',
  'The time server responds, but not with the time. It may limit or ban Lapwing: check less often, and check what listens on this port.':
    'Der Zeitserver antwortet, aber nicht mit der Zeit. Er begrenzt oder sperrt Lapwing vielleicht: Prüfe ' +
    'seltener, und prüfe, was auf diesem Port lauscht.',
  'The time server did not respond. Check whether it runs and whether port 123 is reachable over UDP.':
    'Der Zeitserver hat nicht geantwortet. Prüfe, ob er läuft und ob Port 123 über UDP erreichbar ist.',
  'Logins, certificates and logs fail if clocks differ. Check the sources of the time service, and restart it if it has stopped following them.':
    'Anmeldungen, Zertifikate und Logs scheitern, wenn Uhren voneinander abweichen. Prüfe die Quellen des ' +
    'Zeitdienstes und starte ihn neu, wenn er ihnen nicht mehr folgt.',
  'The server is too far from a reference clock or has lost it. Check the reference clock, the upstream servers and the log of the time service.':
    'Der Server ist zu weit von einer Referenzuhr entfernt oder hat sie verloren. Prüfe die Referenzuhr, die ' +
    'Server darüber und das Log des Zeitdienstes.',
  'The clock drifts, and clients may follow it. Check the reference clock, the upstream servers and the log of the time service.':
    'Die Uhr driftet, und Clients können ihr folgen. Prüfe die Referenzuhr, die Server darüber und das Log des ' +
    'Zeitdienstes.',
  'Time over a slow path is less accurate. Check the load of the link, or choose a server nearby.':
    'Zeit über einen langsamen Weg ist ungenauer. Prüfe die Last der Leitung oder wähle einen Server in der Nähe.',
  'The network path is unstable or the server is busy, so its time is less accurate. Check the load of both.':
    'Der Netzweg ist unbeständig oder der Server ausgelastet, deshalb ist seine Zeit ungenauer. Prüfe die Last ' +
    'von beiden.',
  'The server follows a distant clock. Give it one nearby.':
    'Der Server folgt einer weit entfernten Uhr. Gib ihm eine in der Nähe.',
  'The server has not reached its reference clock for a long time. Check the reference clock, the upstream servers and the log of the time service.':
    'Der Server hat seine Referenzuhr lange nicht erreicht. Prüfe die Referenzuhr, die Server darüber und das Log ' +
    'des Zeitdienstes.',
  'The server limits or bans clients that send too many requests. Check less often, or choose a server that allows it.':
    'Der Server begrenzt oder sperrt Clients, die zu oft anfragen. Prüfe seltener oder wähle einen Server, der es ' +
    'erlaubt.',
  'The server has lost its reference clock or rarely contacts it. Check the reference clock, the upstream servers and the log of the time service.':
    'Der Server hat seine Referenzuhr verloren oder fragt sie selten. Prüfe die Referenzuhr, die Server darüber ' +
    'und das Log des Zeitdienstes.',
  'Requests or responses are lost, or the server limits Lapwing. Check the network, and check less often.':
    'Anfragen oder Antworten gehen verloren, oder der Server begrenzt Lapwing. Prüfe das Netz, und prüfe seltener.',
  'Check whether other servers announce this too: a wrong announcement sets clocks wrong by a second.':
    'Prüfe, ob andere Server das auch ankündigen: Eine falsche Ankündigung stellt Uhren um eine Sekunde falsch.',
  'The clock drifts. Check the reference clock, the upstream servers and the log of the time service.':
    'Die Uhr driftet. Prüfe die Referenzuhr, die Server darüber und das Log des Zeitdienstes.',

  // snmp
  'Agents do not respond to a wrong community or to addresses that they do not allow. Check both, whether the agent runs, and whether a firewall drops UDP.':
    'Agenten antworten weder auf eine falsche Community noch Adressen, die sie nicht erlauben. Prüfe beides, ob der ' +
    'Agent läuft und ob eine Firewall UDP verwirft.',
  'The agent responds, but rejects the user. Check the user name, both passwords, the algorithms and the view.':
    'Der Agent antwortet, weist aber den Benutzer ab. Prüfe den Namen, beide Passwörter, die Verfahren und die View.',
  'The network path or the device is slow. Check the load of both, and read fewer values per check.':
    'Der Netzwerkpfad oder das Gerät ist langsam. Prüfe die Last beider, und lies weniger Werte je Prüfung.',
  'The device or its agent has restarted. Check its log and its power supply.':
    'Das Gerät oder sein Agent wurde neu gestartet. Prüfe sein Log und seine Stromversorgung.',
  'The device has no such values, or the user may not read them. The evidence names them: check their OIDs, which can change with the firmware, and the view of the user.':
    'Das Gerät hat diese Werte nicht, oder der Benutzer darf sie nicht lesen. Die Belege nennen sie: Prüfe ihre ' +
    'OIDs, die sich mit der Firmware ändern können, und die View des Benutzers.',
  'The device reports an unexpected state. The evidence has its texts: compare them with the patterns.':
    'Das Gerät meldet einen unerwarteten Zustand. Die Belege enthalten seine Texte: Vergleiche sie mit den Mustern.',
  'The device reports an unexpected state. The evidence has the text: compare it with the pattern.':
    'Das Gerät meldet einen unerwarteten Zustand. Die Belege enthalten den Text: Vergleiche ihn mit dem Muster.',
  'The device reports this number itself. Check what it counts, and whether the limit is still right.':
    'Das Gerät meldet diese Zahl selbst. Prüfe, was sie zählt und ob die Grenze noch stimmt.',
  'The rate follows from two checks. Check what the device counts, and whether the limit is still right.':
    'Die Änderung folgt aus zwei Prüfungen. Prüfe, was das Gerät zählt und ob die Grenze noch stimmt.',

  // radius
  'RADIUS servers do not respond to unknown clients or with a wrong shared secret. Check that the server lists the address of Lapwing with this secret, and whether a firewall drops UDP.':
    'RADIUS-Server antworten weder unbekannten Clients noch bei falschem Geheimnis. Prüfe, ob der ' +
    'Server die Adresse von Lapwing mit diesem Geheimnis führt und ob eine Firewall UDP verwirft.',
  'The server responds, but not as expected to this login. Check the shared secret, the password and the policies of the server.':
    'Der Server antwortet, aber auf diese Anmeldung nicht wie erwartet. Prüfe das gemeinsame Geheimnis, das Passwort ' +
    'und die Richtlinien des Servers.',
  'The response can be forged. Update the RADIUS server, and make it add a Message-Authenticator to every response.':
    'Die Antwort lässt sich fälschen. Aktualisiere den RADIUS-Server, und lass ihn jeder Antwort einen ' +
    'Message-Authenticator hinzufügen.',
  'The server or what it asks is slow. Check its directory or database, delays after rejected logins, and its load.':
    'Der Server oder was er fragt ist langsam. Prüfe sein Verzeichnis oder seine Datenbank, Wartezeiten nach ' +
    'abgewiesenen Anmeldungen und seine Last.',
  'The server lets this user in. Check its rules if it should not.':
    'Der Server lässt diesen Benutzer zu. Prüfe seine Regeln, wenn er es nicht soll.',
  'The server responds, but refuses this user. Check the password, the account and the policies of the server.':
    'Der Server antwortet, weist aber diesen Benutzer ab. Prüfe das Passwort, das Konto und die Richtlinien des ' +
    'Servers.',
  'Somebody on the network path can forge such responses. Update the RADIUS server, and make it add a Message-Authenticator to every response.':
    'Wer auf dem Netzwerkpfad sitzt, kann solche Antworten fälschen. Aktualisiere den RADIUS-Server, und lass ihn ' +
    'jeder Antwort einen Message-Authenticator hinzufügen.',
}
