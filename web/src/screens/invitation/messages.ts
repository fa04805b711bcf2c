import { defineMessages } from '../../i18n.ts'

export const invitationMessages = defineMessages({
  en: {
    title: 'Invitation',
    join: (organization: string) => `Join ${organization}`,
    lead: (inviter: string, role: string) => `${inviter} invited you to join with the role ${role}.`,
    leadAnonymous: (role: string) => `You have been invited to join with the role ${role}.`,
    gone: 'This invitation has been used, revoked or has expired. Ask for a new one.',
    email: 'Email',
    name: 'Your name',
    password: 'Password',
    known: 'You already have an account with this email. Enter its password.',
    wrong: 'Wrong password.',
    accept: 'Join',
    signIn: 'Go to sign in',
  },
  de: {
    title: 'Einladung',
    join: (organization) => `${organization} beitreten`,
    lead: (inviter, role) => `${inviter} hat dich mit der Rolle „${role}“ eingeladen.`,
    leadAnonymous: (role) => `Du wurdest mit der Rolle „${role}“ eingeladen.`,
    gone: 'Diese Einladung wurde schon benutzt, zurückgezogen oder ist abgelaufen. Bitte um eine neue.',
    email: 'E-Mail',
    name: 'Dein Name',
    password: 'Passwort',
    known: 'Du hast schon ein Konto mit dieser E-Mail-Adresse. Gib dessen Passwort ein.',
    wrong: 'Falsches Passwort.',
    accept: 'Beitreten',
    signIn: 'Zur Anmeldung',
  },
})
