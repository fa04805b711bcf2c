// Texts that several monitor or channel types share.
export const common = {
  // Words for values
  yes: 'ja',
  no: 'nein',
  'no TLS': 'kein TLS',
  nothing: 'nichts',
  missing: 'fehlt',

  // Fields
  Address: 'Adresse',
  'API key': 'API-Schlüssel',
  'Contact groups': 'Kontaktgruppen',
  "Contact groups that receive the monitor's alerts; the organization's default group when omitted":
    'Kontaktgruppen, die die Alarme des Monitors bekommen; ohne Angabe die Standardgruppe der Organisation',
  'Failed checks in a row': 'Fehlgeschlagene Prüfungen in Folge',
  'Consecutive failed checks before an incident opens':
    'Fehlgeschlagene Prüfungen in Folge, bevor ein Vorfall geöffnet wird',
  'Must last for': 'Dauer mindestens',
  'Seconds a condition must persist before it alerts':
    'Sekunden, die eine Bedingung andauern muss, bevor ein Alarm ausgelöst wird',
  'Remind every': 'Erinnern alle',
  'Seconds between reminders while an incident fires; a single notification when omitted':
    'Sekunden zwischen Erinnerungen, solange ein Vorfall andauert; ohne Angabe wird nur einmal gemeldet',
  'Remind before expiry': 'Vor Ablauf erinnern',
  'Days before expiry at which an open, unacknowledged expiry incident is sent again':
    'Wie viele Tage vor dem Ablauf ein offener, nicht bestätigter Vorfall erneut gemeldet wird',
  Timeout: 'Zeitlimit',
  'Timeout of a check in seconds': 'Sekunden, nach denen eine Prüfung abgebrochen wird',
  'IP version': 'IP-Version',
  'IP version to use; any prefers IPv4 and falls back to IPv6':
    'Welche IP-Version genutzt wird; „egal“ heißt: zuerst IPv4, und IPv6, wenn es keine IPv4-Antwort gibt',
  Login: 'Anmeldung',
  'User name': 'Benutzername',
  'User name to authenticate with': 'Benutzername für die Anmeldung',
  Username: 'Benutzername',
  User: 'Benutzer',
  Password: 'Passwort',
  'Password for the user name': 'Passwort zu diesem Benutzernamen',
  'Password of that user': 'Passwort dieses Benutzers',
  'Login name; leave empty to check the connection only':
    'Name für die Anmeldung; ohne ihn wird nur die Verbindung geprüft',
  'Password, required with a username': 'Passwort; erforderlich, wenn ein Benutzername angegeben ist',
  'Bearer token': 'Bearer-Token',
  'Token sent as Authorization: Bearer': 'Token, das als Authorization: Bearer gesendet wird',
  Port: 'Port',
  'Port to connect to, unless the target has one': 'Port der Verbindung, wenn das Ziel keinen nennt',
  'TLS mode': 'Verschlüsselung',
  Send: 'Senden',
  'Greeting must match': 'Begrüßung muss passen auf',
  'Verify the certificate': 'Zertifikat prüfen',
  'Fail if the certificate is not trusted or not valid for the host':
    'Die Prüfung schlägt fehl, wenn das Zertifikat nicht vertrauenswürdig ist oder für einen anderen Host gilt',
  Method: 'Methode',
  Body: 'Inhalt',
  Headers: 'Header',
  'Request headers': 'Header der Anfrage',
  'Headers sent with the request. Values are stored encrypted; credentials are shown as [redacted]':
    'Header, die mitgesendet werden. Werte werden verschlüsselt gespeichert; Zugangsdaten lauten [redacted]',
  'How the requests authenticate': 'Wie sich die Anfragen anmelden',
  Protocol: 'Protokoll',
  Version: 'Version',
  Runtime: 'Laufzeitumgebung',

  // Parts of fields
  Key: 'Schlüssel',
  Value: 'Wert',
  Name: 'Name',
  Source: 'Quelle',
  Days: 'Tage',
  From: 'Von',
  To: 'An',

  // Choices

  // Metrics
  Success: 'Erfolg',
  'Whether the probe got a complete response': 'Ob die Prüfung eine vollständige Antwort erhielt',
  'Status code': 'Statuscode',
  'Response time': 'Antwortzeit',
  'Total time': 'Gesamtzeit',
  'DNS time': 'DNS-Zeit',
  'Time to resolve the host': 'Zeit, den Namen aufzulösen',
  'Connect time': 'Verbindungszeit',
  'Time to connect': 'Zeit bis zur Verbindung',
  'TLS time': 'TLS-Zeit',
  'TLS handshake time': 'Zeit für den TLS-Handshake',
  'Time for the TLS handshake': 'Zeit für den TLS-Handshake',
  'Time to first byte': 'Zeit bis zum ersten Byte',
  'First byte time': 'Zeit bis zum ersten Byte',
  'Time from the request to the first byte': 'Zeit von der Anfrage bis zum ersten Byte',
  'Time to read the body': 'Zeit, den Inhalt zu lesen',
  'Check time': 'Prüfzeit',
  'Time for the whole check': 'Zeit für die ganze Prüfung',
  'Error count': 'Fehler',
  'TLS version': 'TLS-Version',
  'Certificate lifetime': 'Laufzeit des Zertifikats',
  'How long the certificate is valid in all': 'Wie lange das Zertifikat insgesamt gültig ist',
  'Certificate lifetime left': 'Restlaufzeit des Zertifikats',
  'Share of its lifetime that the certificate has left': 'Anteil der Laufzeit, der dem Zertifikat bleibt',
  'RTT average': 'Umlaufzeit (Mittel)',
  'Average round-trip time': 'Mittlere Umlaufzeit',
  'Login ok': 'Anmeldung gelungen',
  'Login was accepted (1 yes)': 'Die Anmeldung wurde angenommen (1 ja)',
  'Time for the login': 'Zeit für die Anmeldung',
  Duration: 'Dauer',
  Changed: 'Geändert',
  Bytes: 'Bytes',

  // Parts of the time
  Connect: 'Verbindung',
  'First byte': 'Erstes Byte',
  Transfer: 'Übertragung',

  // Rules
  'Availability Check': 'Verfügbarkeit',
  'Unexpected Status Code': 'Unerwarteter Statuscode',
  'Login Failed': 'Anmeldung fehlgeschlagen',
  'with a user name': 'bei einem Benutzernamen',
}
