// Phone calls, and replies to text messages.
export const calls = {
  'Token that verifies replies': 'Token zum Prüfen von Antworten',
  'Auth token of the account, which verifies replies; only needed if you sign in with an API key':
    'Auth-Token des Kontos, mit dem Antworten geprüft werden; nur nötig bei Anmeldung mit einem API-Schlüssel',
  'Reply 1 to acknowledge': 'Mit 1 bestätigen',
  'Recipients can reply 1 to acknowledge. In Twilio, set the callback address of this channel as the webhook of the number, under "A message comes in".':
    'Wer die SMS bekommt, kann mit 1 antworten und so bestätigen. Trage bei Twilio die Rückrufadresse dieses Kanals ' +
    'als Webhook der Nummer ein, unter „A message comes in“.',

  'Phone call (Twilio)': 'Anruf (Twilio)',
  'Calls people through Twilio and reads the alert to them: 1 acknowledges it, 2 passes it on. The first page of the Twilio console shows the account SID and the auth token; the number that calls is one of "Phone Numbers".':
    'Ruft über Twilio an und liest den Alarm vor: 1 bestätigt ihn, 2 gibt ihn weiter. Die erste Seite der ' +
    'Twilio-Konsole zeigt die Konto-SID und das Auth-Token; die anrufende Nummer ist eine der „Phone Numbers“.',
  'Number that calls': 'Anrufende Nummer',
  'Number that calls, such as +15005550006': 'Nummer, die anruft, etwa +15005550006',
  'Numbers with country codes. Leave empty to call the members of the contact groups.':
    'Nummern mit Ländervorwahl; ohne Angabe werden die Mitglieder der Kontaktgruppen angerufen',
  'Language of the menu': 'Sprache des Menüs',
  'Language of the spoken menu; the alert itself is read in English':
    'Sprache des gesprochenen Menüs; der Alarm selbst wird auf Englisch vorgelesen',
  English: 'Englisch',
  German: 'Deutsch',
  'Let it ring': 'Klingeln lassen',
  'How long it rings before nobody answered; keep it shorter than the delay of the voicemail':
    'Wie lange es klingelt, bis der Anruf als nicht angenommen gilt; kürzer als die Mailbox wartet',
  'Detect voicemail': 'Mailbox erkennen',
  'Treat a call that a machine answers as not answered. Twilio charges extra for this.':
    'Behandelt einen Anruf, den ein Gerät annimmt, als nicht angenommen. Twilio berechnet das extra.',

  'Phone call (HTTP)': 'Anruf (HTTP)',
  'Asks a telephone provider of your choice, or your own exchange, to call people and read the alert to them. You write the request; the provider reports the pressed key to the callback address.':
    'Lässt einen Telefonanbieter deiner Wahl oder deine eigene Anlage anrufen und den Alarm vorlesen. Du schreibst ' +
    'die Anfrage; der Anbieter meldet die gedrückte Taste an die Rückrufadresse.',
  'Body with placeholders: {{to}} for the number, {{spoken}} for the text, {{menu}} for what the keys do':
    'Inhalt mit Platzhaltern: {{to}} für die Nummer, {{spoken}} für den Text, {{menu}} für die Bedeutung der Tasten',
  'Callback secret': 'Geheimnis der Rückrufe',
  'The provider sends it with every callback, as a bearer token. Without it, keys do nothing.':
    'Der Anbieter sendet es mit jedem Rückruf, als Bearer-Token. Ohne es bewirken Tasten nichts.',
}
