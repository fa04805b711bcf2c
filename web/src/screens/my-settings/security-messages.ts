import { defineMessages, plural } from '../../i18n.ts'

export const useSecurityMessages = defineMessages({
  proof: ['Your password', 'Dein Passwort'],
  goOn: ['Continue', 'Weiter'],
  password: {
    title: ['Password', 'Passwort'],
    current: ['Current password', 'Aktuelles Passwort'],
    next: ['New password', 'Neues Passwort'],
    change: ['Change password', 'Passwort ändern'],
    keepApps: ['Keep connected apps?', 'Verbundene Apps behalten?'],
    keepAppsHint: [
      'Assistants, command lines and other programs that you allowed to use Lapwing. Choose No if someone else may ' +
        'have known your password.',
      'Assistenten, Kommandozeilen und andere Programme, denen du Lapwing erlaubt hast. Wähle Nein, wenn jemand ' +
        'anderes dein Passwort gekannt haben könnte.',
    ],
    yes: ['Yes', 'Ja'],
    no: ['No, disconnect them', 'Nein, trennen'],
    changed: [
      'Password changed. You have been signed out on all other devices.',
      'Passwort geändert. Auf allen anderen Geräten wurdest du abgemeldet.',
    ],
    changedAndDisconnected: [
      'Password changed. You have been signed out on all other devices, and your apps are disconnected.',
      'Passwort geändert. Auf allen anderen Geräten wurdest du abgemeldet, und deine Apps sind getrennt.',
    ],
  },
  twoFactor: {
    title: ['Two-factor authentication', 'Zwei-Faktor-Authentifizierung'],
    isOff: [
      'Off. Turn it on to require a code from an authenticator app when you sign in.',
      'Aus. Schalte sie ein, damit zum Anmelden zusätzlich ein Code aus einer Authenticator-App nötig ist.',
    ],
    isOn: (left: number) => [
      'On. You need a code from your authenticator app to sign in. ' +
        `${plural(left, '1 recovery code left.', `${left} recovery codes left.`)}`,
      'Ein. Zum Anmelden brauchst du einen Code aus deiner Authenticator-App. ' +
        plural(left, 'Noch 1 Wiederherstellungscode übrig.', `Noch ${left} Wiederherstellungscodes übrig.`),
    ],
    turnOn: ['Turn on', 'Einschalten'],
    turnOff: ['Turn off', 'Ausschalten'],
    newCodes: ['Create new recovery codes', 'Neue Wiederherstellungscodes erstellen'],
    scan: ['Scan this QR code with your authenticator app', 'Scanne diesen QR-Code mit deiner Authenticator-App'],
    scanText: [
      'Or enter the secret by hand. Then enter the six-digit code that the app shows.',
      'Oder gib den Schlüssel von Hand ein. Gib dann den sechsstelligen Code aus der App ein.',
    ],
    picture: [
      'QR code for the authenticator app. The secret is shown below.',
      'QR-Code für die Authenticator-App. Der Schlüssel steht darunter.',
    ],
    secret: ['Secret', 'Schlüssel'],
    code: ['Six-digit code', 'Sechsstelliger Code'],
    codes: ['Recovery codes', 'Wiederherstellungscodes'],
    codesText: [
      'Use a recovery code to sign in if you lose your phone. Each code works once. They are shown only ' +
        'now, so store them safely.',
      'Mit einem Wiederherstellungscode kannst du dich anmelden, wenn du dein Telefon verlierst. Jeder ' +
        'Code gilt einmal. Sie werden nur jetzt angezeigt, bewahre sie sicher auf.',
    ],
    kept: ['I have saved the codes', 'Ich habe die Codes gespeichert'],
  },
  passkeys: {
    needName: (host: string) => [
      `Browsers allow passkeys only for a hostname over HTTPS, or for localhost. This page was opened at ${host}.`,
      'Browser erlauben Passkeys nur für einen Hostnamen mit HTTPS oder für localhost. ' +
        `Diese Seite wurde unter ${host} geöffnet.`,
    ],
    title: ['Passkeys', 'Passkeys'],
    none: [
      'Sign in with a fingerprint, face or security key instead of a password.',
      'Melde dich mit Fingerabdruck, Gesicht oder Sicherheitsschlüssel statt mit einem Passwort an.',
    ],
    add: ['Add passkey', 'Passkey hinzufügen'],
    added: (when: string) => [`added ${when}`, `hinzugefügt ${when}`],
    name: ['Name', 'Name'],
    nameHint: ['The device it is stored on, e.g. “Laptop”.', 'Das Gerät, auf dem er gespeichert ist, z. B. „Laptop“.'],
    make: ['Create passkey', 'Passkey erstellen'],
    removeText: [
      'You can no longer sign in with this passkey. Delete it from your device, too.',
      'Du kannst dich mit diesem Passkey nicht mehr anmelden. Lösche ihn auch auf deinem Gerät.',
    ],
  },
  sessions: {
    title: ['Active sessions', 'Aktive Sitzungen'],
    current: ['This session', 'Diese Sitzung'],
    unknown: ['Unknown browser', 'Unbekannter Browser'],
    end: ['Sign out', 'Abmelden'],
    everywhere: ['Sign out everywhere', 'Überall abmelden'],
    everywhereTitle: ['Sign out everywhere?', 'Überall abmelden?'],
    everywhereText: [
      'You are signed out on all devices, and all connected apps are disconnected: assistants, command lines and ' +
        'other programs have to ask for your permission again.',
      'Du wirst auf allen Geräten abgemeldet, und alle verbundenen Apps werden getrennt: Assistenten, ' +
        'Kommandozeilen und andere Programme müssen dich erneut um Erlaubnis bitten.',
    ],
    everywhereAtProvider: [
      'Sessions that began with single sign-on in this organization end, and apps connected to it are disconnected. ' +
        'Others continue.',
      'Sitzungen, die mit Single Sign-on in dieser Organisation begonnen haben, enden, und mit ihr verbundene Apps ' +
        'werden getrennt. Andere bleiben bestehen.',
    ],
  },
})
