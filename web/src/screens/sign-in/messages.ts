import { defineMessages } from '../../messages.ts'

export const signInWords = defineMessages({
  en: {
    title: 'Sign in',
    email: 'E-mail',
    password: 'Password',
    signIn: 'Sign in',
    passkey: 'Sign in with a passkey',
    or: 'or',
    wrong: 'E-mail or password is wrong.',
    unknownPasskey: 'This passkey is not known here. Sign in with your password.',
    forgot: 'Forgot it?',
    askAdmin: 'Forgot it? Ask an admin for a link.',
    failed: 'The ways in could not be asked for.',
  },
  de: {
    title: 'Anmelden',
    email: 'E-Mail',
    password: 'Passwort',
    signIn: 'Anmelden',
    passkey: 'Mit Passkey anmelden',
    or: 'oder',
    wrong: 'E-Mail oder Passwort ist falsch.',
    unknownPasskey: 'Dieser Passkey ist hier nicht bekannt. Melde dich mit dem Passwort an.',
    forgot: 'Vergessen?',
    askAdmin: 'Vergessen? Bitte einen Admin um einen Link.',
    failed: 'Die Wege hinein konnten nicht erfragt werden.',
  },
})
