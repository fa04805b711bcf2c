// Channels by mail and onto phones.
export const pushes = {
  Email: 'E-Mail',
  'Sends an email to each member of the contact groups that are routed to it. Uses the mail server of this installation, or one that you set up here.':
    'Schreibt jedem Mitglied seiner Kontaktgruppen eine eigene E-Mail, über den Mailserver dieser Installation oder ' +
    'einen, den du hier einrichtest.',
  'Send through': 'Senden über',
  "This installation's mail server": 'Mailserver dieser Installation',
  'Another mail server': 'Anderer Mailserver',
  'installation sends through the mail server of this installation, own through the one that is set up here':
    'Über den Mailserver dieser Installation, oder über den, der hier eingerichtet ist',
  'Mail server': 'Mailserver',
  'Hostname of the mail server, such as smtp.example.com': 'Name des Mailservers, etwa smtp.example.com',
  'Port of the mail server: usually 587 with starttls, 465 with tls, 25 with none':
    'Port des Mailservers: meist 587 mit STARTTLS, 465 mit TLS, 25 ohne Verschlüsselung',
  Encryption: 'Verschlüsselung',
  'How the connection is encrypted: starttls after the greeting, tls from the start, none not at all and without a login':
    'Wie die Verbindung verschlüsselt wird: STARTTLS nach der Begrüßung, TLS von Anfang an, „keine“ gar ' +
    'nicht und ohne Anmeldung',
  'Login name; no login if empty': 'Name für die Anmeldung; ohne ihn keine Anmeldung',
  'Log in with': 'Anmelden mit',
  'How to log in to the mail server: password, or oauth2, as Microsoft 365 and Google require it':
    'Wie die Anmeldung am Mailserver geschieht: password, oder oauth2, wie Microsoft 365 und Google es verlangen',
  'Login password, often an app password': 'Passwort für die Anmeldung, oft eines nur für Programme',
  'Sender: an address, or Name <address>': 'Von wem die E-Mails sind: eine Adresse oder Name <Adresse>',

  'Pushes to phones and desktops with Pushover. At pushover.net your user key is on the first page; "Create an Application" gives the token.':
    'Meldet mit Pushover auf Handys und Rechner. Unter pushover.net steht dein Benutzerschlüssel auf der ' +
    'ersten Seite; „Create an Application“ gibt das Token.',
  'API token of the application': 'API-Token der Anwendung',
  'Key of the user or group that receives the messages':
    'Schlüssel der Person oder Gruppe, die die Nachrichten bekommt',
  'Device name; separate several with commas, all devices if empty':
    'Name des Geräts, auf das gemeldet wird; mehrere mit Kommas, ohne Angabe alle',
  Sound: 'Ton',
  "Sound of critical alerts, such as siren; the user's own if empty":
    'Name des Tons kritischer Alarme, etwa siren; ohne Angabe der eigene der Person',
  'Critical alerts': 'Kritische Alarme',
  'How critical alerts arrive: high ignores quiet hours, emergency repeats until someone acknowledges it in Pushover or in Lapwing':
    'Wie kritische Alarme ankommen: „hoch“ durchbricht Ruhezeiten, „Notfall“ wiederholt sich, bis ihn jemand in ' +
    'Pushover oder in Lapwing bestätigt',
  'Seconds between the repeats of an emergency': 'Sekunden zwischen den Wiederholungen eines Notfalls',
  Expire: 'Ende',
  'Seconds after which an emergency stops repeating': 'Sekunden, nach denen sich ein Notfall nicht mehr wiederholt',
  'Address of the API': 'Adresse der API',

  'Pushes to phones and desktops with Pushbullet. At pushbullet.com choose "Settings", "Account", "Create Access Token".':
    'Meldet mit Pushbullet auf Handys und Rechner. Wähle unter pushbullet.com „Settings“, „Account“, ' +
    '„Create Access Token“.',
  'Identifier of one device; all devices if empty': 'Kennung des einen Geräts, auf das gemeldet wird; ohne Angabe alle',
  'Tag of your channel, whose subscribers receive the push':
    'Kennung eines deiner Kanäle, dessen Abonnenten es bekommen',

  'Sends a push to everyone who subscribes to a topic on ntfy.sh or your own server. Choose a topic that nobody can guess and subscribe to it in the app.':
    'Meldet an alle, die ein Thema auf ntfy.sh oder deinem eigenen Server abonnieren. Wähle ein Thema, ' +
    'das niemand erraten kann, und abonniere es in der App.',
  'Address of the server': 'Adresse des Servers',
  'Topic to publish to; without accounts on the server it acts as the password':
    'Thema, in das gemeldet wird; auf einem Server ohne Konten ist es das Passwort',
  'Access token for a protected topic; it starts with tk_':
    'Zugangstoken für ein geschütztes Thema; es beginnt mit tk_',
  'User, for a protected topic without a token': 'Benutzer für ein geschütztes Thema ohne Token',

  'Pushes through your own Gotify server. In its web interface choose "Apps", "Create Application" and copy the token.':
    'Meldet über deinen eigenen Gotify-Server. Wähle in seiner Weboberfläche „Apps“, „Create ' +
    'Application“ und kopiere das Token.',
  'Address of the server, such as https://gotify.example.com': 'Adresse des Servers, etwa https://gotify.example.com',
  'Token of the application': 'Token der Anwendung',
  'Priority of critical alerts; phones ring from 8': 'Priorität kritischer Alarme; ab 8 klingeln Handys',
  Priority: 'Priorität',
  'Priority of everything else': 'Priorität von allem anderen',

  'Text message (Twilio)': 'SMS (Twilio)',
  'Sends text messages through Twilio. The first page of the Twilio console shows the account SID and the auth token; the number that sends is one of "Phone Numbers", or a messaging service.':
    'Sendet SMS über Twilio. Die erste Seite der Twilio-Konsole zeigt die Konto-SID und das Auth-Token; ' +
    'die sendende Nummer ist eine von „Phone Numbers“ oder ein Messaging Service.',
  'Account SID': 'Konto-SID',
  'SID of the account (starts with AC)': 'SID des Kontos, die mit AC beginnt',
  'Login token': 'Auth-Token',
  'Auth token of the account, or the secret of the API key':
    'Auth-Token des Kontos oder das Geheimnis des API-Schlüssels',
  'API key SID': 'SID des API-Schlüssels',
  'SID of an API key (starts with SK), to sign in with a key instead of the account':
    'SID eines API-Schlüssels, die mit SK beginnt, zur Anmeldung anstelle des Kontos',
  'Who sends: a number such as +15005550006, a short code, a name of up to 11 letters, or a messaging service (MG…)':
    'Wer sendet: eine Nummer wie +15005550006, eine Kurzwahl, ein Name mit bis zu 11 Buchstaben oder ein ' +
    'Messaging Service (MG…)',
  'Numbers with country codes. Leave empty to write to the members of the contact groups.':
    'Nummern mit Ländervorwahl; ohne Angabe bekommen es die Mitglieder der Kontaktgruppen',
  'Longest message': 'Längste Nachricht',
  'Longest message, in characters: one text message is billed for every 153 of them, or every 67 with letters beyond GSM':
    'Längste Nachricht in Zeichen: Je 153 davon wird eine SMS berechnet, oder je 67 mit Zeichen außerhalb von GSM',
  'Address of the API; another one for a region, such as https://api.dublin.ie1.twilio.com':
    'Adresse der API; eine andere für eine Region, etwa https://api.dublin.ie1.twilio.com',

  'Publishes to an Amazon SNS topic. Copy the ARN of the topic; in IAM, grant a user sns:Publish on it and create an access key.':
    'Meldet in ein Thema von Amazon SNS. Das Thema zeigt seine ARN; gib in IAM einem Benutzer dafür die ' +
    'Berechtigung sns:Publish und lege einen Zugangsschlüssel an.',
  'Topic ARN': 'ARN des Themas',
  'ARN of the topic, such as arn:aws:sns:eu-central-1:123456789012:alerts':
    'ARN des Themas, etwa arn:aws:sns:eu-central-1:123456789012:alerts',
  'Access key ID': 'ID des Zugangsschlüssels',
  'Access key ID, such as AKIAIOSFODNN7EXAMPLE': 'ID des Zugangsschlüssels, etwa AKIAIOSFODNN7EXAMPLE',
  'Secret access key': 'Geheimer Zugangsschlüssel',
  Format: 'Format',
  'Format for subscribers: text for people, or json with the event of the webhook channel':
    'Was Abonnenten bekommen: Text für Menschen oder JSON für Programme, mit demselben Ereignis wie beim Webhook',
  "Address of SNS, where it is not the public one of the topic's region":
    'Adresse von SNS, wo es nicht die öffentliche der Region des Themas ist',

  'Web push': 'Web-Push',
  'Shows notifications on a phone or computer, even while the dashboard is closed. Add the device under My settings, Paging, in the browser that should receive them.':
    'Zeigt Benachrichtigungen auf einem Handy oder Rechner, auch wenn das Dashboard geschlossen ist. Füge das Gerät ' +
    'unter „Alarmierung“ in deinen Einstellungen hinzu, in dem Browser, der sie bekommen soll.',
  'Address of the subscription at the push service of the browser':
    'Adresse des Abonnements beim Push-Dienst des Browsers',
  'Public key': 'Öffentlicher Schlüssel',
  'Public key of the subscription': 'Öffentlicher Schlüssel des Abonnements',
  'Authentication secret': 'Geheimnis',
  'Authentication secret of the subscription': 'Geheimnis des Abonnements',
  'Tells devices apart: the start of the SHA-256 hash of the address':
    'Unterscheidet Geräte: der Anfang des SHA-256-Werts der Adresse',
}
