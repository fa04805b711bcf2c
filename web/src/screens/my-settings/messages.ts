import { defineMessages } from '../../i18n.ts'

export const usePreferenceMessages = defineMessages({
  themes: {
    system: ['Same as system', 'Wie das System'],
    light: ['Light', 'Hell'],
    dark: ['Dark', 'Dunkel'],
  },
  languageHint: ['Also of emails and pages to you.', 'Auch für E-Mails und Alarme an dich.'],
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

export const useProviderMessages = defineMessages({
  profile: (organization: string) => [
    `You signed in with the provider of ${organization}, and your name applies in your other organizations too. ` +
      'Sign in with your password or passkey to change it.',
    `Du hast dich über den Anbieter von ${organization} angemeldet, und dein Name gilt auch in deinen anderen ` +
      'Organisationen. Melde dich mit Passwort oder Passkey an, um ihn zu ändern.',
  ],
  paging: (organization: string) => [
    `You signed in with the provider of ${organization}, and these settings apply in your other organizations too. ` +
      'Sign in with your password or passkey to change them.',
    `Du hast dich über den Anbieter von ${organization} angemeldet, und diese Einstellungen gelten auch in deinen ` +
      'anderen Organisationen. Melde dich mit Passwort oder Passkey an, um sie zu ändern.',
  ],
  look: (organization: string) => [
    `You signed in with the provider of ${organization}, so what you choose here stays in this browser. ` +
      'Sign in with your password or passkey to use it everywhere.',
    `Du hast dich über den Anbieter von ${organization} angemeldet. Was du hier wählst, bleibt in diesem Browser. ` +
      'Melde dich mit Passwort oder Passkey an, damit es überall gilt.',
  ],
  security: (organization: string) => [
    `You signed in with the provider of ${organization}. Sign in with your password or passkey to change your ` +
      'password, passkeys or two-factor authentication.',
    `Du hast dich über den Anbieter von ${organization} angemeldet. Melde dich mit Passwort oder Passkey an, um ` +
      'Passwort, Passkeys oder Zwei-Faktor-Authentifizierung zu ändern.',
  ],
})

export const useProfileMessages = defineMessages({
  saved: ['Profile saved', 'Profil gespeichert'],
  emailHint: ['You sign in with this address.', 'Mit dieser Adresse meldest du dich an.'],
})
