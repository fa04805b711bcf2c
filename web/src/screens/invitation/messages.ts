import { defineMessages } from '../../i18n.ts'

export const useInvitationMessages = defineMessages({
  title: ['Invitation', 'Einladung'],
  join: (organization: string) => [`Join ${organization}`, `${organization} beitreten`],
  lead: (inviter: string, role: string) => [
    `${inviter} invited you to join with the role ${role}.`,
    `${inviter} hat dich mit der Rolle „${role}“ eingeladen.`,
  ],
  leadAnonymous: (role: string) => [
    `You have been invited to join with the role ${role}.`,
    `Du wurdest mit der Rolle „${role}“ eingeladen.`,
  ],
  gone: [
    'This invitation has been used or revoked, or it has expired. Ask for a new one.',
    'Diese Einladung wurde schon benutzt oder zurückgezogen, oder sie ist abgelaufen. Bitte um eine neue.',
  ],
  name: ['Your name', 'Dein Name'],
  known: [
    'You already have an account with this email. Enter its password.',
    'Du hast schon ein Konto mit dieser E-Mail-Adresse. Gib dessen Passwort ein.',
  ],
  wrong: ['Wrong password.', 'Falsches Passwort.'],
  accept: ['Join', 'Beitreten'],
  signIn: ['Go to sign-in', 'Zur Anmeldung'],
})
