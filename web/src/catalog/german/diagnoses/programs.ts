export const programs = {
  'The server responds, but not as an MCP server should. Read the response in the evidence; check whether its URL or version has changed.':
    'Der Server antwortet, aber nicht wie ein MCP-Server. Lies die Antwort im Nachweis; prüfe, ob sich seine URL ' +
    'oder Version geändert hat.',
  "The server rejects the login. Check whether the monitor's token or credentials were changed, revoked or have expired.":
    'Der Server lehnt die Anmeldung ab. Prüfe, ob Token oder Zugangsdaten des Monitors geändert oder widerrufen ' +
    'wurden oder abgelaufen sind.',
  'The server responds, but the MCP session failed. Read the response in the evidence; check URL, login and server version.':
    'Der Server antwortet, aber die MCP-Sitzung schlug fehl. Lies die Antwort im Nachweis; prüfe URL, Anmeldung ' +
    'und Version des Servers.',
  'Clients cannot read the responses. Check the response in the evidence: it may come from a proxy, an error page or a new version.':
    'Clients können die Antworten nicht lesen. Prüfe die Antwort im Nachweis: Sie kommt vielleicht von einem ' +
    'Proxy, einer Fehlerseite oder einer neuen Version.',
  'Clients of that version may fail. Check whether the server was upgraded or rolled back, and which versions your clients use.':
    'Clients dieser Version können scheitern. Prüfe, ob der Server aktualisiert oder zurückgesetzt wurde und ' +
    'welche Versionen deine Clients nutzen.',
  'This call is slower than it should be. Check the part of the server behind it and what that waits for.':
    'Dieser Aufruf ist langsamer, als er sein sollte. Prüfe den Teil des Servers dahinter und worauf er wartet.',
  'The tool is slower than it should be. Check what it does and what it waits for.':
    'Das Werkzeug ist langsamer, als es sein sollte. Prüfe, was es tut und worauf es wartet.',
  'The session is open, but the server does not respond in it. Check its load and its log.':
    'Die Sitzung ist offen, aber der Server antwortet darin nicht. Prüfe seine Last und sein Log.',
  'Tools were added or removed. Compare the list in the evidence with what the server should offer to this login.':
    'Werkzeuge kamen hinzu oder fielen weg. Vergleiche die Liste im Nachweis mit dem, was der Server dieser ' +
    'Anmeldung anbieten sollte.',
  'Clients that call them will fail. Check what was deployed last, and whether this login may still use them.':
    'Clients, die sie aufrufen, werden scheitern. Prüfe, was zuletzt ausgeliefert wurde und ob diese Anmeldung ' +
    'sie noch nutzen darf.',
  'Names, descriptions or parameters of tools have changed, and models follow them. Read the difference in the evidence before you accept it.':
    'Namen, Beschreibungen oder Parameter von Werkzeugen haben sich geändert, und Modelle folgen ihnen. Lies den ' +
    'Unterschied im Nachweis, bevor du ihn annimmst.',
  'Resources were added or removed. Check what was deployed last, and whether this login may still see them.':
    'Ressourcen kamen hinzu oder fielen weg. Prüfe, was zuletzt ausgeliefert wurde und ob diese Anmeldung sie ' +
    'noch sehen darf.',
  'Prompts were added or removed. Check what was deployed last, and whether this login may still see them.':
    'Prompts kamen hinzu oder fielen weg. Prüfe, was zuletzt ausgeliefert wurde und ob diese Anmeldung sie noch ' +
    'sehen darf.',
  'The server runs, but this tool fails. Read the result in the evidence, then check what the tool depends on.':
    'Der Server läuft, aber dieses Werkzeug schlägt fehl. Lies das Ergebnis im Nachweis und prüfe dann, wovon das ' +
    'Werkzeug abhängt.',
  'Clients without credentials are rejected. If that is intended, give the monitor a login.':
    'Clients ohne Zugangsdaten werden abgelehnt. Wenn das gewollt ist, gib dem Monitor eine Anmeldung.',
  'Anyone can use the server. If that is not intended, check whether its login was switched off.':
    'Jeder kann den Server nutzen. Wenn das nicht gewollt ist, prüfe, ob seine Anmeldung abgeschaltet wurde.',
  'Clients cannot find out where to log in. Check the response below /.well-known/oauth-protected-resource.':
    'Clients finden nicht heraus, wo sie sich anmelden. Prüfe die Antwort unter ' +
    '/.well-known/oauth-protected-resource.',
}
