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

export const providerMessages = defineMessages({
  en: {
    profile: (organization: string) =>
      `You signed in with the provider of ${organization}, and your name applies in your other organizations too. ` +
      'Sign in with your password or passkey to change it.',
    paging: (organization: string) =>
      `You signed in with the provider of ${organization}, and these settings apply in your other organizations too. ` +
      'Sign in with your password or passkey to change them.',
    look: (organization: string) =>
      `You signed in with the provider of ${organization}, so what you choose here stays in this browser. ` +
      'Sign in with your password or passkey to use it everywhere.',
    security: (organization: string) =>
      `You signed in with the provider of ${organization}. Sign in with your password or passkey to change your ` +
      'password, passkeys or two-factor authentication.',
  },
  de: {
    profile: (organization) =>
      `Du hast dich über den Anbieter von ${organization} angemeldet, und dein Name gilt auch in deinen anderen ` +
      'Organisationen. Melde dich mit Passwort oder Passkey an, um ihn zu ändern.',
    paging: (organization) =>
      `Du hast dich über den Anbieter von ${organization} angemeldet, und diese Einstellungen gelten auch in deinen ` +
      'anderen Organisationen. Melde dich mit Passwort oder Passkey an, um sie zu ändern.',
    look: (organization) =>
      `Du hast dich über den Anbieter von ${organization} angemeldet. Was du hier wählst, bleibt in diesem Browser. ` +
      'Melde dich mit Passwort oder Passkey an, damit es überall gilt.',
    security: (organization) =>
      `Du hast dich über den Anbieter von ${organization} angemeldet. Melde dich mit Passwort oder Passkey an, um ` +
      'Passwort, Passkeys oder Zwei-Faktor-Authentifizierung zu ändern.',
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
