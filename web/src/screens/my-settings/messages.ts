import { defineMessages } from '../../i18n.ts'

export const preferenceMessages = defineMessages({
  en: {
    theme: 'Theme',
    themes: { system: 'Same as system', light: 'Light', dark: 'Dark' },
    language: 'Language',
    zone: 'Time zone',
    browser: 'Same as browser',
    density: 'Table density',
    densities: { comfortable: 'Comfortable', compact: 'Compact' },
    keys: 'Keyboard shortcuts',
    keysHint: 'Press ? to see all shortcuts. They are off while you type in a field.',
    notices: 'Browser notifications',
    noticesHint: {
      on: 'Shown while Lapwing is open in a background tab.',
      off: 'For critical incidents, failing channels and offline locations, while Lapwing is open in a tab.',
      refused:
        'This browser blocks notifications from this site. Allow them in the browser settings, then reload this page.',
      impossible: 'This browser does not support notifications.',
    },
    hello: 'Notifications from Lapwing look like this.',
  },
  de: {
    theme: 'Design',
    themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
    language: 'Sprache',
    zone: 'Zeitzone',
    browser: 'Wie der Browser',
    density: 'Zeilenhöhe in Tabellen',
    densities: { comfortable: 'Normal', compact: 'Kompakt' },
    keys: 'Tastenkürzel',
    keysHint: 'Drücke ?, um alle Kürzel zu sehen. In Eingabefeldern sind sie aus.',
    notices: 'Browser-Benachrichtigungen',
    noticesHint: {
      on: 'Werden angezeigt, solange Lapwing in einem Tab im Hintergrund offen ist.',
      off:
        'Bei kritischen Vorfällen, fehlerhaften Kanälen und Standorten, die offline sind, solange Lapwing in ' +
        'einem Tab offen ist.',
      refused:
        'Dieser Browser blockiert Benachrichtigungen dieser Seite. Erlaube sie in den Browser-Einstellungen ' +
        'und lade die Seite neu.',
      impossible: 'Dieser Browser unterstützt keine Benachrichtigungen.',
    },
    hello: 'So sehen Benachrichtigungen von Lapwing aus.',
  },
})

export const profileMessages = defineMessages({
  en: {
    name: 'Name',
    email: 'Email',
    save: 'Save',
    saved: 'Profile saved',
    emailHint: 'You sign in with this address.',
  },
  de: {
    name: 'Name',
    email: 'E-Mail',
    save: 'Speichern',
    saved: 'Profil gespeichert',
    emailHint: 'Mit dieser Adresse meldest du dich an.',
  },
})
