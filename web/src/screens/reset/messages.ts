import { defineMessages } from '../../i18n.ts'

export const useResetMessages = defineMessages({
  ask: ['Reset your password', 'Passwort zurücksetzen'],
  askLead: [
    'Enter your email address and Lapwing sends you a reset link.',
    'Gib deine E-Mail-Adresse ein, und Lapwing schickt dir einen Link.',
  ],
  send: ['Send reset link', 'Link senden'],
  sent: ['Check your email', 'Prüfe deine E-Mails'],
  sentLead: [
    'If an account with this address exists, we sent it a link. The link is valid for one hour.',
    'Wenn es ein Konto mit dieser Adresse gibt, ist der Link unterwegs. Er ist eine Stunde lang gültig.',
  ],
  noMail: [
    'This server cannot send email. Ask an admin for a reset link.',
    'Dieser Server kann keine E-Mails senden. Bitte einen Admin um einen Link.',
  ],
  choose: ['Choose a new password', 'Wähle ein neues Passwort'],
  chooseLead: [
    'You will be signed out on all other devices, and connected apps will be disconnected.',
    'Auf allen anderen Geräten wirst du abgemeldet, und verbundene Apps werden getrennt.',
  ],
  password: ['New password', 'Neues Passwort'],
  save: ['Save and sign in', 'Speichern und anmelden'],
  gone: [
    'This link has been used or replaced, or it has expired. Request a new one.',
    'Dieser Link wurde schon benutzt oder ersetzt, oder er ist abgelaufen. Fordere einen neuen an.',
  ],
  back: ['Back to sign-in', 'Zurück zur Anmeldung'],
})
