// Servers that hold files.
export const files = {
  // ftp
  'FTP server': 'FTP-Server',
  'Connects to an FTP server and, with a username, logs in over TLS and checks a directory or file.':
    'Verbindet sich mit einem FTP-Server, meldet sich mit einem Benutzernamen über TLS an und sucht ein ' +
    'Verzeichnis oder eine Datei.',
  'The FTP server, with a port if it is not the default': 'Der FTP-Server, mit Port, wenn es nicht der übliche ist',
  'Port to connect to, unless the target has one; when empty, 990 with TLS from the start, otherwise 21':
    'Port der Verbindung, wenn das Ziel keinen nennt; ohne Angabe 990 bei TLS von Anfang an, sonst 21',
  'How the connection is encrypted; explicit uses AUTH TLS. none checks the connection only and sends no credentials':
    'Wie die Verbindung verschlüsselt wird, explizit mit AUTH TLS; „keine“ prüft nur die Verbindung und ' +
    'sendet keine Zugangsdaten',
  Passive: 'Passiv',
  'Use passive mode: the server opens the data port': 'Den Server den Port für Daten öffnen lassen (passiver Modus)',
  'Required path': 'Pfad, den es geben muss',
  'Directory or file that must exist': 'Verzeichnis oder Datei, die es geben muss',
  'Measure the age of the newest file in the expected path, or in the login directory':
    'Das Alter der neuesten Datei im erwarteten Pfad messen, oder im Verzeichnis der Anmeldung',
  'Check transfer': 'Übertragung prüfen',
  'Download up to 64 KB of the file at the expected path': 'Bis zu 64 KB der Datei am erwarteten Pfad herunterladen',
  'Check anonymous': 'Auf Fremde prüfen',
  'Test whether anonymous logins are accepted': 'Nachsehen, ob sich Fremde als anonymous anmelden können',
  'Regexp the greeting must match': 'Regulärer Ausdruck, auf den die Begrüßung passen muss',
  'Anonymous allowed': 'Fremde erlaubt',
  'Anonymous logins are accepted (1 yes)': 'Fremde können sich als anonymous anmelden (1 ja)',
  'Greeting matched the pattern (1 yes)': 'Die Begrüßung passt auf das Muster (1 ja)',
  List: 'Auflisten',
  'Time to list the directory': 'Zeit, das Verzeichnis aufzulisten',
  'Path exists': 'Pfad vorhanden',
  'Expected path exists (1 yes)': 'Den erwarteten Pfad gibt es (1 ja)',
  Files: 'Dateien',
  'Files in the directory': 'Dateien im Verzeichnis',
  'Newest file age': 'Alter der neuesten Datei',
  'Age of the newest file': 'Alter der neuesten Datei',
  'File bytes': 'Größe der Datei',
  'Size of the expected file': 'Größe der erwarteten Datei',
  'Transfer ok': 'Übertragung gelungen',
  'File was downloaded (1 yes)': 'Die Datei wurde heruntergeladen (1 ja)',
  'Path Missing': 'Pfad fehlt',
  'with an expected path': 'bei einem erwarteten Pfad',

  // sftp
  'SFTP server': 'SFTP-Server',
  'Exchanges keys with an SSH server, watches its host key and, with a username, logs in and checks files.':
    'Tauscht Schlüssel mit einem SSH-Server aus, beobachtet seinen Hostschlüssel, meldet sich mit einem ' +
    'Benutzernamen an und prüft Dateien.',
  'The SFTP server, with a port if it is not 22': 'Der SFTP-Server, mit Port, wenn es nicht 22 ist',
  'Login method': 'Anmeldung mit',
  'How to log in; none, like an empty username, only exchanges keys':
    'Wie die Anmeldung belegt wird; „keine“ oder kein Benutzername tauscht nur Schlüssel aus',
  'Private key': 'Privater Schlüssel',
  'Private key in OpenSSH, PEM or PuTTY 2 format': 'Privater Schlüssel im Format von OpenSSH, PEM oder PuTTY 2',
  Passphrase: 'Passphrase',
  'Passphrase of the private key': 'Passphrase, die den privaten Schlüssel öffnet',
  'Host key fingerprint': 'Fingerabdruck des Hostschlüssels',
  'Fingerprint of the host key (SHA256:…); empty trusts and remembers the first key':
    'Fingerabdruck des Hostschlüssels (SHA256:…); ohne ihn wird dem ersten vertraut, der zu sehen ist',
  "Regexp the server's SSH greeting must match":
    'Regulärer Ausdruck, auf den die SSH-Begrüßung des Servers passen muss',
  Handshake: 'Handshake',
  'Time for the key exchange': 'Zeit für den Austausch der Schlüssel',
  'Host key match': 'Hostschlüssel passt',
  'Host key has the configured fingerprint (1 yes)': 'Der Hostschlüssel hat den angegebenen Fingerabdruck (1 ja)',
  'Host key changed': 'Hostschlüssel geändert',
  'Host key differs from the remembered one (1 yes)': 'Der Hostschlüssel ist ein anderer als zuvor (1 ja)',
  'Weak algorithms': 'Schwache Verfahren',
  'Weak algorithms offered: SHA-1, CBC, DSS': 'Angebotene schwache Verfahren: SHA-1, CBC, DSS',
  'Password login offered': 'Anmeldung mit Passwort angeboten',
  'Server accepts passwords (1 yes)': 'Der Server nimmt Passwörter an (1 ja)',
  'Host Key Changed': 'Hostschlüssel geändert',
}
