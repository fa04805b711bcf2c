export const mail = {
  'The mail server responds, but refuses the session. It may block Lapwing, limit connections or be shutting down: read its reply, then its log.':
    'Der Mailserver antwortet, lehnt aber die Sitzung ab. Er kann Lapwing sperren, Verbindungen begrenzen oder ' +
    'gerade herunterfahren: Lies seine Antwort, dann sein Log.',
  'The mail server responds, but rejects the login. Check whether the account is locked, its password has changed, or it may no longer send.':
    'Der Mailserver antwortet, lehnt aber die Anmeldung ab. Prüfe, ob das Konto gesperrt ist, das Passwort ' +
    'geändert wurde oder es nicht mehr senden darf.',
  'Spammers will use it and other servers will block its mail. Restrict relaying to your networks and logged-in users now.':
    'Spammer werden ihn nutzen, und andere Server werden seine Mail sperren. Beschränke das Weiterleiten sofort ' +
    'auf deine Netze und angemeldete Personen.',
  'Mail and passwords cross the network unencrypted. Install a certificate and enable STARTTLS.':
    'Mail und Passwörter gehen unverschlüsselt durchs Netz. Installiere ein Zertifikat und schalte STARTTLS ein.',
  "Many receivers reject mail from such a server. Set the address's PTR record to the hostname, and point that name back.":
    'Viele Empfänger lehnen Mail von einem solchen Server ab. Setze den PTR-Eintrag der Adresse auf den Hostnamen ' +
    'und lass diesen auf die Adresse zeigen.',
  'Some receivers distrust such a server. Set its hostname in its configuration, or monitor it under the name it greets with.':
    'Manche Empfänger misstrauen einem solchen Server. Setze seinen Hostnamen in der Konfiguration oder überwache ' +
    'ihn unter dem Namen, mit dem er grüßt.',
  'The server responds, but rejects this account. Check whether the account is locked or its password or key has changed.':
    'Der Server antwortet, lehnt aber dieses Konto ab. Prüfe, ob das Konto gesperrt ist oder Passwort oder ' +
    'Schlüssel geändert wurden.',
  'The login is slow. Check what verifies the password: a directory, a database, or a delay after failed logins.':
    'Die Anmeldung ist langsam. Prüfe, was das Passwort prüft: ein Verzeichnis, eine Datenbank oder eine ' +
    'Verzögerung nach Fehlversuchen.',
  'Clients that verify the certificate reject it. Check its issuer, names and intermediate certificates, and install a valid one.':
    'Clients, die das Zertifikat prüfen, lehnen es ab. Prüfe Aussteller, Namen und Zwischenzertifikate und ' +
    'installiere ein gültiges.',
  'The mail server responds, but closes the session. It may be starting, overloaded or blocking Lapwing: read its reply, then its log.':
    'Der Mailserver antwortet, schließt aber die Sitzung. Er kann starten, überlastet sein oder Lapwing sperren: ' +
    'Lies seine Antwort, dann sein Log.',
  'The login works, but the mailbox cannot be read. Check whether it exists under that name and whether its storage is healthy.':
    'Die Anmeldung klappt, aber das Postfach lässt sich nicht lesen. Prüfe, ob es unter diesem Namen existiert ' +
    'und ob sein Speicher in Ordnung ist.',
  'The service works, but is slower than it should be. The timings of the check show which part is slow: start there.':
    'Der Dienst funktioniert, ist aber langsamer, als er sein sollte. Die Zeiten der Prüfung zeigen, welcher Teil ' +
    'langsam ist: Beginne dort.',
  "The connection is open, but the greeting is slow. Many servers look up the client's address first: check their name servers, then their load.":
    'Die Verbindung steht, aber die Begrüßung ist langsam. Viele Server schlagen zuerst die Adresse des Clients ' +
    'nach: Prüfe ihre Nameserver, dann ihre Last.',
  'Passwords can cross the network unencrypted. Configure the server to refuse logins before TLS is established.':
    'Passwörter können unverschlüsselt durchs Netz gehen. Stelle den Server so ein, dass er Anmeldungen vor TLS ' +
    'ablehnt.',
  'Clients cannot encrypt on this port. Install a certificate and enable STARTTLS, or close the port and keep only the TLS port.':
    'Clients können auf diesem Port nicht verschlüsseln. Installiere ein Zertifikat und schalte STARTTLS ein, ' +
    'oder schließe den Port und behalte nur den TLS-Port.',
  'Check what delivers messages there and what should remove them.':
    'Prüfe, was dort Nachrichten ablegt und was sie entfernen sollte.',
  'No newer mail has arrived. Send a test message, then check the sender and the queue of the mail server.':
    'Es ist keine neuere Mail angekommen. Sende eine Testnachricht, dann prüfe den Absender und die Warteschlange ' +
    'des Mailservers.',
  'The mailbox fills faster than it is read. Check the program that should read it, or ask the people who should.':
    'Das Postfach füllt sich schneller, als es gelesen wird. Prüfe das Programm, das es lesen ' +
    'soll, oder frage die Personen, die es lesen sollen.',
  'Folders were added or removed, or the login sees other folders than before. Compare the account with what you expect.':
    'Ordner kamen hinzu oder fielen weg, oder das Konto sieht andere als bisher. Vergleiche das Konto mit dem, ' +
    'was du erwartest.',
  'Large mailboxes, missing indexes and busy disks slow this down. Check the storage of the mail server.':
    'Große Postfächer, fehlende Indizes und ausgelastete Datenträger machen das langsam. Prüfe den Speicher des ' +
    'Mailservers.',
  'Once the quota is used up, mail to this account is rejected. Delete or archive messages, or raise the quota.':
    'Sobald das Kontingent aufgebraucht ist, wird Mail an dieses Konto abgelehnt. Lösche oder archiviere ' +
    'Nachrichten oder erhöhe das Kontingent.',
  'Check what fills it, and archive or delete messages before the quota or the disk is full.':
    'Prüfe, was es füllt, und archiviere oder lösche Nachrichten, bevor das Kontingent oder der Datenträger voll ist.',
  "The account's quota has changed. Ask the mail server's administrator whether that is intended.":
    'Das Kontingent des Kontos hat sich geändert. Frage die Verwaltung des Mailservers, ob das gewollt ist.',
  'Nobody is warned before the mailbox is full. Enable the quota extension, or add a rule on the size of the mailbox.':
    'Niemand wird gewarnt, bevor das Postfach voll ist. Schalte die Kontingent-Erweiterung ein oder ergänze eine ' +
    'Regel zur Größe des Postfachs.',
  'Clients cannot encrypt on this port. Install a certificate and enable STLS, or close the port and keep only the TLS port.':
    'Clients können auf diesem Port nicht verschlüsseln. Installiere ein Zertifikat und schalte STLS ein, oder ' +
    'schließe den Port und behalte nur den TLS-Port.',
  'Large mailboxes and busy disks slow this down. Check the storage of the mail server.':
    'Große Postfächer und ausgelastete Datenträger machen das langsam. Prüfe den Speicher des Mailservers.',
  'Clients that leave mail on the server download all of it every time. Check the configuration, or upgrade the server.':
    'Clients, die Mail auf dem Server lassen, laden jedes Mal alles herunter. Prüfe die Konfiguration oder ' +
    'aktualisiere den Server.',
  'Without TOP the age of the newest message cannot be measured. Check the configuration, or upgrade the server.':
    'Ohne TOP lässt sich das Alter der neuesten Nachricht nicht messen. Prüfe die Konfiguration oder aktualisiere ' +
    'den Server.',
  'The server is busy, refuses Lapwing or is not a POP3 server. Read its greeting in the evidence, then its log.':
    'Der Server ist ausgelastet, lehnt Lapwing ab oder ist kein POP3-Server. Lies seine Begrüßung im Nachweis, ' +
    'dann sein Log.',
}
