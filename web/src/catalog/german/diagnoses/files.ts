export const files = {
  'The FTP server responds, but rejects a command. It may be full, refuse Lapwing or lack a data port: read its reply, then its log.':
    'Der FTP-Server antwortet, lehnt aber einen Befehl ab. Er kann voll sein, Lapwing ablehnen oder keinen ' +
    'Datenport haben: Lies seine Antwort, dann sein Log.',
  'The FTP server or its data port cannot be reached. Check whether it runs and whether its firewall allows the data port range.':
    'Der FTP-Server oder sein Datenport ist nicht erreichbar. Prüfe, ob er läuft und ob seine Firewall den ' +
    'Bereich der Datenports erlaubt.',
  'Files and passwords cross the network unencrypted. Install a certificate and enable TLS on the server.':
    'Dateien und Passwörter gehen unverschlüsselt durchs Netz. Installiere ein Zertifikat und schalte TLS auf dem ' +
    'Server ein.',
  'Anyone can read, and perhaps write, the files. Disable anonymous logins unless the server is meant to be public.':
    'Jeder kann die Dateien lesen und vielleicht schreiben. Schalte anonyme Anmeldungen ab, wenn der Server nicht ' +
    'öffentlich sein soll.',
  'Another server or version may listen at this address. Compare the greeting in the evidence with the pattern.':
    'Unter dieser Adresse lauscht vielleicht ein anderer Server oder eine andere Version. Vergleiche die ' +
    'Begrüßung im Nachweis mit dem Muster.',
  'Check how many files it has and the load of the disk.':
    'Prüfe, wie viele Dateien er hat, und die Last des Datenträgers.',
  'The login works, but the file or directory is missing or hidden from this account. Check what should create it and its permissions.':
    'Die Anmeldung klappt, aber die Datei oder das Verzeichnis fehlt oder ist für dieses Konto unsichtbar. Prüfe, ' +
    'was sie anlegen sollte, und ihre Rechte.',
  'Check what adds files there and what removes them.': 'Prüfe, was dort Dateien ablegt und was sie entfernt.',
  'No newer file has been delivered. Check the job that writes here, its log and the free disk space.':
    'Es wurde keine neuere Datei geliefert. Prüfe den Job, der hier schreibt, sein Log und den freien Speicherplatz.',
  'The file has an unexpected size. Check whether it was written completely and whether its source is complete.':
    'Die Datei hat eine unerwartete Größe. Prüfe, ob sie ganz geschrieben wurde und ob ihre Quelle vollständig ist.',
  'The login works, but reading the file fails. Check its permissions and whether a firewall blocks the data connection.':
    'Die Anmeldung klappt, aber das Lesen der Datei schlägt fehl. Prüfe ihre Rechte und ob eine Firewall die ' +
    'Datenverbindung blockiert.',
  'The server was reinstalled, or someone intercepts the connection. Ask its administrator for the fingerprint before you trust the new key.':
    'Der Server wurde neu installiert, oder jemand fängt die Verbindung ab. Frage seine Verwaltung nach dem ' +
    'Fingerabdruck, bevor du dem neuen Schlüssel vertraust.',
  "The SSH server was reached, but the key exchange failed. It may offer only old algorithms or have banned Lapwing's address.":
    'Der SSH-Server wurde erreicht, aber der Schlüsselaustausch schlug fehl. Er bietet vielleicht nur alte ' +
    'Verfahren an oder hat die Adresse von Lapwing gesperrt.',
  'The SSH server responds, but rejects a request. Its reply is in the message; check its log for the reason.':
    'Der SSH-Server antwortet, lehnt aber eine Anfrage ab. Seine Antwort steht in der Meldung; suche den Grund in ' +
    'seinem Log.',
  "The key exchange depends on the server's CPU and the network. Check the load of both.":
    'Der Schlüsselaustausch hängt von der CPU des Servers und vom Netz ab. Prüfe die Last von beiden.',
  "Weak algorithms can be broken. Remove the algorithms that the evidence names from the server's configuration.":
    'Schwache Verfahren lassen sich brechen. Entferne die Verfahren, die der Nachweis nennt, aus der ' +
    'Konfiguration des Servers.',
  'Passwords can be guessed. Once everyone has a key, disable password logins.':
    'Passwörter lassen sich erraten. Schalte Anmeldungen mit Passwort ab, sobald alle einen Schlüssel haben.',
}
