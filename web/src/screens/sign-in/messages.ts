import { defineMessages } from '../../i18n.ts'

export const useSignInMessages = defineMessages({
  title: ['Sign in', 'Anmelden'],
  signIn: ['Sign in', 'Anmelden'],
  passkey: ['Sign in with a passkey', 'Mit Passkey anmelden'],
  singleSignOn: ['Continue with single sign-on', 'Weiter mit Single Sign-on'],
  providerRefused: [
    'The provider did not accept this installation. Ask an owner to check the settings.',
    'Der Anbieter hat diese Installation nicht akzeptiert. Bitte einen Inhaber, die Einstellungen zu prüfen.',
  ],
  or: ['or', 'oder'],
  wrong: ['Wrong email or password.', 'E-Mail-Adresse oder Passwort ist falsch.'],
  unknownPasskey: [
    'This passkey is not registered here. Sign in with your password.',
    'Dieser Passkey ist hier nicht registriert. Melde dich mit dem Passwort an.',
  ],
  forgot: ['Forgot your password?', 'Passwort vergessen?'],
  askAdmin: [
    'Forgot your password? Ask an admin for a reset link.',
    'Passwort vergessen? Bitte einen Admin um einen Link zum Zurücksetzen.',
  ],
})
