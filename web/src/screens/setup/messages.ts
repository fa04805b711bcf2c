import { defineMessages } from '../../i18n.ts'

export const useSetupMessages = defineMessages({
  step: (at: number, of: number) => [`Step ${at} of ${of}`, `Schritt ${at} von ${of}`],
  skip: ['Skip', 'Überspringen'],
  goOn: ['Continue', 'Weiter'],
  token: {
    wrong: [
      'This token is wrong or has been used. Restart Lapwing to see the right one. This works until the first ' +
        'account exists.',
      'Dieses Token ist falsch oder wurde schon benutzt. Starte Lapwing neu, um das richtige zu sehen. Das ' +
        'geht, bis das erste Konto angelegt ist.',
    ],
    title: ['Welcome to Lapwing', 'Willkommen bei Lapwing'],
    lead: [
      'Enter the one-time token that Lapwing printed when it started.',
      'Gib das Einmal-Token ein, das Lapwing beim Start ausgegeben hat.',
    ],
    field: ['Token', 'Token'],
    hint: [
      'It is in the terminal or the log, at the end of the setup link.',
      'Es steht im Terminal oder im Log, am Ende des Links zur Einrichtung.',
    ],
  },
  you: {
    title: ['Create your account', 'Konto anlegen'],
    lead: ['You become the owner. You can invite others later.', 'Du wirst Inhaber. Andere kannst du später einladen.'],
    name: ['Your name', 'Dein Name'],
    email: ['Email', 'E-Mail'],
    password: ['Password', 'Passwort'],
    organization: ['Organization', 'Organisation'],
    organizationHint: [
      'Your company or team. You can change this later.',
      'Deine Firma oder dein Team. Du kannst das später ändern.',
    ],
    zone: ['Time zone', 'Zeitzone'],
    create: ['Create account', 'Konto anlegen'],
  },
  monitor: {
    title: ['What do you want to monitor?', 'Was möchtest du überwachen?'],
    lead: [
      'Enter a URL or hostname. Lapwing checks it once before saving anything.',
      'Gib eine URL oder einen Hostnamen ein. Lapwing prüft das Ziel einmal, bevor etwas gespeichert wird.',
    ],
    field: ['URL or hostname', 'URL oder Hostname'],
    example: ['https://shop.example.com', 'https://shop.example.com'],
    look: ['Check it', 'Prüfen'],
    looking: ['Checking…', 'Wird geprüft …'],
    watch: (name: string) => [`Monitor ${name}`, `${name} überwachen`],
    as: (type: string) => [`Detected: ${type}`, `Erkannt: ${type}`],
    nothing: [
      'Lapwing does not recognize this target. Try a URL, a hostname or host:port.',
      'Lapwing erkennt dieses Ziel nicht. Versuche eine URL, einen Hostnamen oder Host:Port.',
    ],
    notProbed: [
      'This kind of monitor waits for your job to call Lapwing. Create it later in the dashboard to get its URL.',
      'Diese Art von Monitor wartet darauf, dass sich dein Job bei Lapwing meldet. Lege ihn später im ' +
        'Dashboard an, um die URL zu erhalten.',
    ],
    works: (duration: string) => [`responded in ${duration}`, `hat nach ${duration} geantwortet`],
    fails: (why: string) => [`failed: ${why}`, `fehlgeschlagen: ${why}`],
    failsHint: [
      'You can still add it. Lapwing notifies you when it recovers.',
      'Du kannst das Ziel trotzdem überwachen. Lapwing benachrichtigt dich, sobald es wieder läuft.',
    ],
    notChecked: ['could not be checked', 'konnte nicht geprüft werden'],
  },
  channel: {
    title: ['How should Lapwing notify you?', 'Wie soll Lapwing dich benachrichtigen?'],
    lead: [
      'Lapwing sends an alert when something breaks and when it recovers.',
      'Lapwing sendet einen Alarm, wenn etwas ausfällt und wenn es wieder läuft.',
    ],
    other: ['Set up another channel', 'Anderen Kanal einrichten'],
    kind: ['Channel type', 'Kanaltyp'],
    test: ['Send test', 'Test senden'],
    sending: ['Sending…', 'Wird gesendet …'],
    sent: ['Test sent. Check that it arrived.', 'Test gesendet. Prüfe, ob er angekommen ist.'],
    failed: (why: string) => [`Test failed: ${why}`, `Test fehlgeschlagen: ${why}`],
    save: ['Save and continue', 'Speichern und weiter'],
    done: ['Go to overview', 'Zur Übersicht'],
  },
})
