import { defineMessages } from '../../i18n.ts'

export const preferenceMessages = defineMessages({
  theme: ['Theme', 'Design'],
  themes: {
    system: ['Same as system', 'Wie das System'],
    light: ['Light', 'Hell'],
    dark: ['Dark', 'Dunkel'],
  },
  language: ['Language', 'Sprache'],
  zone: ['Time zone', 'Zeitzone'],
  browser: ['Same as browser', 'Wie der Browser'],
  density: ['Table density', 'Zeilenhöhe in Tabellen'],
  densities: {
    comfortable: ['Comfortable', 'Normal'],
    compact: ['Compact', 'Kompakt'],
  },
  keys: ['Keyboard shortcuts', 'Tastenkürzel'],
  keysHint: [
    'Press ? to see all shortcuts. They are off while you type in a field.',
    'Drücke ?, um alle Kürzel zu sehen. In Eingabefeldern sind sie aus.',
  ],
  notices: ['Browser notifications', 'Browser-Benachrichtigungen'],
  noticesHint: {
    on: [
      'Shown while Lapwing is open in a background tab.',
      'Werden angezeigt, solange Lapwing in einem Tab im Hintergrund offen ist.',
    ],
    off: [
      'For critical incidents, failing channels and offline locations, while Lapwing is open in a tab.',
      'Bei kritischen Vorfällen, fehlerhaften Kanälen und Standorten, die offline sind, solange Lapwing in ' +
        'einem Tab offen ist.',
    ],
    refused: [
      'This browser blocks notifications from this site. Allow them in the browser settings, then reload this page.',
      'Dieser Browser blockiert Benachrichtigungen dieser Seite. Erlaube sie in den Browser-Einstellungen ' +
        'und lade die Seite neu.',
    ],
    impossible: [
      'This browser does not support notifications.',
      'Dieser Browser unterstützt keine Benachrichtigungen.',
    ],
  },
  hello: ['Notifications from Lapwing look like this.', 'So sehen Benachrichtigungen von Lapwing aus.'],
})

export const profileMessages = defineMessages({
  name: ['Name', 'Name'],
  email: ['Email', 'E-Mail'],
  save: ['Save', 'Speichern'],
  saved: ['Profile saved', 'Profil gespeichert'],
  emailHint: ['You sign in with this address.', 'Mit dieser Adresse meldest du dich an.'],
})
