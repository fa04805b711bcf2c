// Mail servers and mailboxes.
export const mail = {
  // smtp
  'SMTP mail server': 'SMTP-Mailserver',
  'Greets a mail server and tests it for an open relay or, with a username, logs in over TLS.':
    'Begrüßt einen Mailserver und prüft, ob er ein offenes Relay ist, oder meldet sich mit einem ' +
    'Benutzernamen über TLS an.',
  'The mail server, with a port if it is not 25': 'Der Mailserver, mit Port, wenn es nicht 25 ist',
  'Port to connect to, unless the target has one; with a username required, 587 or 465':
    'Port der Verbindung, wenn das Ziel keinen nennt; mit Benutzernamen erforderlich, dann 587 oder 465',
  'Check open relay': 'Auf offenes Relay prüfen',
  'Test for an open relay; never with a username':
    'Nachsehen, ob der Server Mail von Fremden weiterleitet; nie mit einem Benutzernamen',
  'Check PTR': 'PTR prüfen',
  "Test whether the PTR record of the server's address points to a name that resolves back to it":
    'Nachsehen, ob die Adresse des Servers einen Namen hat, der zu ihr zurückführt',
  'How the login is encrypted: starttls on port 587, implicit on port 465; follows the port by default':
    'Wie die Anmeldung verschlüsselt wird: STARTTLS auf Port 587, implizit auf Port 465; ohne Angabe nach dem Port',
  'Open relay': 'Offenes Relay',
  'Server is an open relay (1 yes)': 'Der Server leitet Mail von Fremden weiter (1 ja)',
  'TLS supported': 'TLS unterstützt',
  'Server offers encryption (1 yes)': 'Der Server bietet Verschlüsselung an (1 ja)',
  'PTR valid': 'PTR gültig',
  "PTR name resolves back to the server's address (1 yes)": 'Der Name der Adresse führt zu ihr zurück (1 ja)',
  'Banner match': 'Begrüßung passt',
  'Greeting contains the hostname (1 yes)': 'Die Begrüßung nennt den gefragten Host (1 ja)',
  'How to log in: password, or oauth2, as Microsoft 365 and Google require it':
    'Wie die Anmeldung geschieht: password, oder oauth2, wie Microsoft 365 und Google es verlangen',
  'Certificate days left': 'Tage bis zum Ablauf des Zertifikats',
  'Days until the certificate expires; negative after expiry (-1 without TLS)':
    'Tage, bis das Zertifikat abläuft, danach negativ (-1 kein TLS)',
  'Certificate valid': 'Zertifikat gültig',
  'Certificate is trusted and valid for the host (1 yes)': 'Dem Zertifikat wird vertraut, und es nennt den Host (1 ja)',
  'TLS version (12 means 1.2, 0 without TLS)': 'TLS-Version (12 heißt 1.2, 0 kein TLS)',
  'Open Relay Detected': 'Offenes Relay erkannt',
  'Certificate Expiring': 'Zertifikat läuft ab',

  // imap
  'IMAP mailbox': 'IMAP-Postfach',
  'Connects to an IMAP server and, with a username, logs in and checks a mailbox without changing it.':
    'Verbindet sich mit einem IMAP-Server, meldet sich mit einem Benutzernamen an und prüft ein ' +
    'Postfach, ohne es zu ändern.',
  'The IMAP server, with a port if it is not the usual one': 'Der IMAP-Server, mit Port, wenn es nicht der übliche ist',
  'Port to connect to; when empty, 993 with TLS from the start, otherwise 143':
    'Port der Verbindung; ohne Angabe 993 bei TLS von Anfang an, sonst 143',
  'How the connection is encrypted; none checks the connection only, because credentials are never sent unencrypted':
    'Wie die Verbindung verschlüsselt wird; „keine“ prüft nur die Verbindung, denn Zugangsdaten werden ' +
    'nie unverschlüsselt gesendet',
  Mailbox: 'Postfach',
  'Mailbox to check; it is opened read-only': 'Postfach, das geprüft wird; es wird nur zum Lesen geöffnet',
  'Check newest age': 'Alter des Neuesten messen',
  'Measure the age of the newest message; only its date is read':
    'Das Alter der neuesten Nachricht messen; nur ihr Datum wird gelesen',
  'List folders': 'Ordner auflisten',
  'Count the folders of the account': 'Die Ordner des Kontos zählen',
  'Failed connection, encryption or login': 'Verbindung, Verschlüsselung oder Anmeldung fehlgeschlagen',
  Greeting: 'Begrüßung',
  "Time until the server's greeting": 'Zeit bis zur Begrüßung des Servers',
  'Plaintext login allowed': 'Anmeldung im Klartext erlaubt',
  'Server accepts logins without encryption (1 yes)': 'Der Server nimmt Anmeldungen ohne Verschlüsselung an (1 ja)',
  'STARTTLS offered': 'STARTTLS angeboten',
  'Server offers STARTTLS on an unencrypted connection (1 yes)':
    'Der Server bietet auf einer Verbindung, die im Klartext beginnt, STARTTLS an (1 ja)',
  Messages: 'Nachrichten',
  'Messages in the mailbox': 'Nachrichten im Postfach',
  'Newest message age': 'Alter der neuesten Nachricht',
  'Age of the newest message': 'Alter der neuesten Nachricht',
  Unseen: 'Ungelesen',
  'Unread messages in the mailbox': 'Ungelesene Nachrichten im Postfach',
  Folders: 'Ordner',
  'Folders of the account': 'Ordner des Kontos',
  Select: 'Öffnen des Postfachs',
  'Time to open the mailbox': 'Zeit, das Postfach zu öffnen',
  'Quota used': 'Belegter Speicherplatz',
  'Used share of the quota that is closest to its limit, if the server reports one':
    'Belegter Anteil der Grenze, die zuerst erreicht wird, wenn der Server eine nennt',
  'Mailbox bytes': 'Größe des Postfachs',
  'Size of the mailbox': 'Größe des Postfachs',
  'Quota used bytes': 'Belegte Bytes',
  'Bytes of the quota in use': 'Belegte Bytes des Speicherplatzes',
  'Quota limit bytes': 'Erlaubte Bytes',
  'Bytes the quota allows; absent if unlimited': 'Bytes, die erlaubt sind; fehlt, wenn es keine Grenze gibt',
  'Quota supported': 'Speichergrenzen gemeldet',
  'Server reports quotas (1 yes)': 'Der Server meldet Speichergrenzen (1 ja)',
  'with encryption': 'bei Verschlüsselung',
  'Mailbox Almost Full': 'Postfach fast voll',
  'Mailbox Full': 'Postfach voll',

  // pop3
  'POP3 mailbox': 'POP3-Postfach',
  'Connects to a POP3 server and, with a username, logs in and checks the mailbox without deleting anything.':
    'Verbindet sich mit einem POP3-Server, meldet sich mit einem Benutzernamen an und prüft das ' +
    'Postfach, ohne etwas zu löschen.',
  'The POP3 server, with a port if it is not the usual one': 'Der POP3-Server, mit Port, wenn es nicht der übliche ist',
  'Port to connect to; when empty, 995 with TLS from the start, otherwise 110':
    'Port der Verbindung; ohne Angabe 995 bei TLS von Anfang an, sonst 110',
  'How the connection is encrypted; starttls uses STLS. none checks the connection only and sends no credentials':
    'Wie die Verbindung verschlüsselt wird, STARTTLS ist hier STLS; „keine“ prüft nur die Verbindung und ' +
    'sendet keine Zugangsdaten',
  'Measure the age of the last message; only its date is read':
    'Das Alter der letzten Nachricht messen; nur ihr Datum wird gelesen',
  'STLS offered': 'STLS angeboten',
  'Server offers STLS on an unencrypted connection (1 yes)':
    'Der Server bietet auf einer Verbindung, die im Klartext beginnt, STLS an (1 ja)',
  'Age of the last message; needs TOP support': 'Alter der letzten Nachricht; braucht einen Server mit TOP',
  Stat: 'Abruf der Zahlen (STAT)',
  "Time to read the mailbox's size (STAT)": 'Zeit für die Zahlen des Postfachs (STAT)',
  'UIDL supported': 'UIDL unterstützt',
  'Server supports UIDL (1 yes)': 'Der Server kennt UIDL (1 ja)',
  'Top supported': 'TOP unterstützt',
  'Server supports TOP (1 yes)': 'Der Server kennt TOP (1 ja)',
  'Greeting match': 'Begrüßung passt',
  'Server greeted with +OK (1 yes)': 'Der Server begrüßte mit +OK (1 ja)',
}
