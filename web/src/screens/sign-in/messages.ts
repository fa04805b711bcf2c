import { defineMessages } from '../../i18n.ts'

export const signInMessages = defineMessages({
  en: {
    title: 'Sign in',
    email: 'Email',
    password: 'Password',
    signIn: 'Sign in',
    passkey: 'Sign in with a passkey',
    singleSignOn: 'Continue with single sign-on',
    providerRefused: 'The provider did not accept this installation. Ask an owner to check the settings.',
    or: 'or',
    wrong: 'Wrong email or password.',
    unknownPasskey: 'This passkey is not registered here. Sign in with your password.',
    forgot: 'Forgot your password?',
    askAdmin: 'Forgot your password? Ask an admin for a reset link.',
    failed: 'The sign-in options could not be loaded.',
  },
  de: {
    title: 'Anmelden',
    email: 'E-Mail',
    password: 'Passwort',
    signIn: 'Anmelden',
    passkey: 'Mit Passkey anmelden',
    singleSignOn: 'Weiter mit Single Sign-on',
    providerRefused:
      'Der Anbieter hat diese Installation nicht akzeptiert. Bitte einen Inhaber, die Einstellungen zu prüfen.',
    or: 'oder',
    wrong: 'E-Mail-Adresse oder Passwort ist falsch.',
    unknownPasskey: 'Dieser Passkey ist hier nicht registriert. Melde dich mit dem Passwort an.',
    forgot: 'Passwort vergessen?',
    askAdmin: 'Passwort vergessen? Bitte einen Admin um einen Link zum Zurücksetzen.',
    failed: 'Die Anmeldemöglichkeiten konnten nicht geladen werden.',
  },
})
