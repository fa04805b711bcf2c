import { defineMessages } from '../../i18n.ts'

export const useSingleSignOnMessages = defineMessages({
  title: ['Single sign-on', 'Single Sign-on'],
  organization: ['Organization or work email', 'Organisation oder geschäftliche E-Mail'],
  hint: ['The short name of your organization, such as acme.', 'Der Kurzname deiner Organisation, zum Beispiel acme.'],
  go: ['Continue', 'Weiter'],
  otherWays: ['Sign in another way', 'Anders anmelden'],
  notFound: [
    'No single sign-on found. Enter the short name of your organization, or ask an owner how to sign in.',
    'Kein Single Sign-on gefunden. Gib den Kurznamen deiner Organisation ein oder frage einen Inhaber, wie du dich ' +
      'anmeldest.',
  ],
  refused: [
    'Your provider did not sign you in. Try again.',
    'Dein Anbieter hat dich nicht angemeldet. Versuche es noch einmal.',
  ],
  signingIn: ['Signing in…', 'Du wirst angemeldet …'],
  failed: ['Not signed in', 'Nicht angemeldet'],
  again: ['Back to sign-in', 'Zurück zur Anmeldung'],
  tested: ['The test succeeded', 'Der Test war erfolgreich'],
  testedLead: [
    'Nothing was changed. This is what your provider says about you.',
    'Es wurde nichts geändert. Das sagt dein Anbieter über dich.',
  ],
  noGroups: ['None', 'Keine'],
  role: ['Role of a new person in these groups', 'Rolle einer neuen Person in diesen Gruppen'],
  toSettings: ['Back to the settings', 'Zurück zu den Einstellungen'],
})
