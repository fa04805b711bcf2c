import { defineMessages, plural } from '../../i18n.ts'

export const securityMessages = defineMessages({
  en: {
    proof: 'Your password',
    cancel: 'Cancel',
    goOn: 'Continue',
    password: {
      title: 'Password',
      current: 'Current password',
      next: 'New password',
      change: 'Change password',
      keepApps: 'Keep connected apps?',
      keepAppsHint:
        'Assistants, command lines and other programs that you allowed to use Lapwing. Choose No if someone else may ' +
        'have known your password.',
      yes: 'Yes',
      no: 'No, disconnect them',
      changed: 'Password changed. You have been signed out on all other devices.',
      changedAndDisconnected:
        'Password changed. You have been signed out on all other devices, and your apps are disconnected.',
    },
    twoFactor: {
      title: 'Two-factor authentication',
      isOff: 'Off. Turn it on to require a code from an authenticator app when you sign in.',
      isOn: (left: number) =>
        'On. You need a code from your authenticator app to sign in. ' +
        `${plural('en', left, { one: '1 recovery code left.', other: `${left} recovery codes left.` })}`,
      turnOn: 'Turn on',
      turnOff: 'Turn off',
      newCodes: 'Create new recovery codes',
      scan: 'Scan this QR code with your authenticator app',
      scanText: 'Or enter the secret by hand. Then enter the six-digit code that the app shows.',
      picture: 'QR code for the authenticator app. The secret is shown below.',
      secret: 'Secret',
      code: 'Six-digit code',
      codes: 'Recovery codes',
      codesText:
        'Use a recovery code to sign in if you lose your phone. Each code works once. They are shown only ' +
        'now, so store them safely.',
      kept: 'I have saved the codes',
    },
    passkeys: {
      needName: (host: string) =>
        `Browsers allow passkeys only for a host name over HTTPS, or for localhost. This page was opened at ${host}.`,
      title: 'Passkeys',
      none: 'Sign in with a fingerprint, face or security key instead of a password.',
      add: 'Add passkey',
      added: (when: string) => `added ${when}`,
      name: 'Name',
      nameHint: 'The device it is stored on, e.g. “Laptop”.',
      make: 'Create passkey',
      remove: 'Remove',
      removeTitle: (name: string) => `Remove ${name}?`,
      removeText: 'You can no longer sign in with this passkey. Delete it from your device, too.',
    },
    sessions: {
      title: 'Active sessions',
      current: 'This session',
      unknown: 'Unknown browser',
      end: 'Sign out',
      everywhere: 'Sign out everywhere',
      everywhereTitle: 'Sign out everywhere?',
      everywhereText:
        'You are signed out on all devices, and all connected apps are disconnected: assistants, command lines and ' +
        'other programs have to ask for your permission again.',
    },
  },
  de: {
    proof: 'Dein Passwort',
    cancel: 'Abbrechen',
    goOn: 'Weiter',
    password: {
      title: 'Passwort',
      current: 'Aktuelles Passwort',
      next: 'Neues Passwort',
      change: 'Passwort ändern',
      keepApps: 'Verbundene Apps behalten?',
      keepAppsHint:
        'Assistenten, Kommandozeilen und andere Programme, denen du Lapwing erlaubt hast. Wähle Nein, wenn jemand ' +
        'anderes dein Passwort gekannt haben könnte.',
      yes: 'Ja',
      no: 'Nein, trennen',
      changed: 'Passwort geändert. Auf allen anderen Geräten wurdest du abgemeldet.',
      changedAndDisconnected:
        'Passwort geändert. Auf allen anderen Geräten wurdest du abgemeldet, und deine Apps sind getrennt.',
    },
    twoFactor: {
      title: 'Zwei-Faktor-Authentifizierung',
      isOff: 'Aus. Schalte sie ein, damit zum Anmelden zusätzlich ein Code aus einer Authenticator-App nötig ist.',
      isOn: (left) =>
        'Ein. Zum Anmelden brauchst du einen Code aus deiner Authenticator-App. ' +
        plural('de', left, {
          one: 'Noch 1 Wiederherstellungscode übrig.',
          other: `Noch ${left} Wiederherstellungscodes übrig.`,
        }),
      turnOn: 'Einschalten',
      turnOff: 'Ausschalten',
      newCodes: 'Neue Wiederherstellungscodes erstellen',
      scan: 'Scanne diesen QR-Code mit deiner Authenticator-App',
      scanText: 'Oder gib den Schlüssel von Hand ein. Gib dann den sechsstelligen Code aus der App ein.',
      picture: 'QR-Code für die Authenticator-App. Der Schlüssel steht darunter.',
      secret: 'Schlüssel',
      code: 'Sechsstelliger Code',
      codes: 'Wiederherstellungscodes',
      codesText:
        'Mit einem Wiederherstellungscode kannst du dich anmelden, wenn du dein Telefon verlierst. Jeder ' +
        'Code gilt einmal. Sie werden nur jetzt angezeigt, bewahre sie sicher auf.',
      kept: 'Ich habe die Codes gespeichert',
    },
    passkeys: {
      needName: (host) =>
        'Browser erlauben Passkeys nur für einen Hostnamen mit HTTPS oder für localhost. ' +
        `Diese Seite ist unter ${host} offen.`,
      title: 'Passkeys',
      none: 'Melde dich mit Fingerabdruck, Gesicht oder Sicherheitsschlüssel statt mit einem Passwort an.',
      add: 'Passkey hinzufügen',
      added: (when) => `hinzugefügt ${when}`,
      name: 'Name',
      nameHint: 'Das Gerät, auf dem er gespeichert ist, z. B. „Laptop“.',
      make: 'Passkey erstellen',
      remove: 'Entfernen',
      removeTitle: (name) => `${name} entfernen?`,
      removeText: 'Du kannst dich mit diesem Passkey nicht mehr anmelden. Lösche ihn auch auf deinem Gerät.',
    },
    sessions: {
      title: 'Aktive Sitzungen',
      current: 'Diese Sitzung',
      unknown: 'Unbekannter Browser',
      end: 'Abmelden',
      everywhere: 'Überall abmelden',
      everywhereTitle: 'Überall abmelden?',
      everywhereText:
        'Du wirst auf allen Geräten abgemeldet, und alle verbundenen Apps werden getrennt: Assistenten, ' +
        'Kommandozeilen und andere Programme müssen dich erneut um Erlaubnis bitten.',
    },
  },
})
