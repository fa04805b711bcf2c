import { defineMessages } from '../../i18n.ts'

export const resetMessages = defineMessages({
  en: {
    ask: 'Reset your password',
    askLead: 'Enter your email address and Lapwing sends you a reset link.',
    email: 'Email',
    send: 'Send reset link',
    sent: 'Check your email',
    sentLead: 'If an account with this address exists, we sent it a link. The link is valid for one hour.',
    noMail: 'This server cannot send email. Ask an admin for a reset link.',
    choose: 'Choose a new password',
    chooseLead: 'You will be signed out on all other devices, and connected apps will be disconnected.',
    password: 'New password',
    save: 'Save and sign in',
    gone: 'This link has been used, replaced or has expired. Request a new one.',
    back: 'Back to sign in',
  },
  de: {
    ask: 'Passwort zurücksetzen',
    askLead: 'Gib deine E-Mail-Adresse ein, und Lapwing schickt dir einen Link.',
    email: 'E-Mail',
    send: 'Link senden',
    sent: 'Prüfe deine E-Mails',
    sentLead: 'Wenn es ein Konto mit dieser Adresse gibt, ist der Link unterwegs. Er ist eine Stunde lang gültig.',
    noMail: 'Dieser Server kann keine E-Mails senden. Bitte einen Admin um einen Link.',
    choose: 'Wähle ein neues Passwort',
    chooseLead: 'Auf allen anderen Geräten wirst du abgemeldet, und verbundene Apps werden getrennt.',
    password: 'Neues Passwort',
    save: 'Speichern und anmelden',
    gone: 'Dieser Link wurde schon benutzt, ersetzt oder ist abgelaufen. Fordere einen neuen an.',
    back: 'Zurück zur Anmeldung',
  },
})
