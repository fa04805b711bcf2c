import { defineMessages } from '../../i18n.ts'

export const useMemberMessages = defineMessages({
  failed: ['The members could not be loaded.', 'Die Mitglieder konnten nicht geladen werden.'],
  invite: ['Invite member', 'Mitglied einladen'],
  you: ['You', 'Du'],
  twoFactor: ['2FA on', '2FA ein'],
  noTwoFactor: ['2FA off', '2FA aus'],
  seen: (when: string) => [`last active ${when}`, `zuletzt aktiv ${when}`],
  neverSeen: ['never signed in', 'noch nie angemeldet'],
  unverified: ['email not verified', 'E-Mail nicht bestätigt'],
  makeRole: (role: string) => [`Change role to ${role}`, `Rolle ändern: ${role}`],
  resetLink: ['Create password reset link', 'Link zum Zurücksetzen des Passworts erstellen'],
  resetTitle: (name: string) => [`Password reset link for ${name}`, `Link zum Zurücksetzen des Passworts von ${name}`],
  resetText: [
    'The link works once and is valid for a day. Send it only to this person: anyone with the link can ' +
      'sign in as them. When it is used, all their sessions end and their connected apps are disconnected.',
    'Der Link gilt einmal und einen Tag lang. Gib ihn nur dieser Person: Wer den Link hat, kann sich als ' +
      'sie anmelden. Wird er benutzt, enden alle ihre Sitzungen, und ihre verbundenen Apps werden getrennt.',
  ],
  remove: (name: string) => [`Remove ${name}`, `${name} entfernen`],
  removeTitle: (name: string) => [`Remove ${name} from the organization?`, `${name} aus der Organisation entfernen?`],
  removeText: [
    'They are signed out immediately and no longer paged. Their past actions stay in the activity log.',
    'Die Person wird sofort abgemeldet und nicht mehr alarmiert. Ihre bisherigen Aktionen bleiben unter ' +
      '„Aktivität“ sichtbar.',
  ],
  invited: ['Pending invitations', 'Offene Einladungen'],
  withdraw: ['Revoke', 'Zurückziehen'],
  withdrawNamed: (email: string) => [`Revoke invitation for ${email}`, `Einladung für ${email} zurückziehen`],
  byMail: ['Send the invitation by email', 'Einladung per E-Mail senden'],
  makeLink: ['Create invitation', 'Einladung erstellen'],
  link: ['Invitation link', 'Einladungslink'],
  invitedTitle: (email: string) => [`${email} invited`, `${email} eingeladen`],
  invitedByMail: [
    'We sent a link by email. If it does not arrive, send them this one: it works once and is valid for ' +
      'a week, but does not verify the address.',
    'Ein Link wurde per E-Mail gesendet. Kommt er nicht an, gib diesen weiter: Er gilt einmal und eine ' +
      'Woche lang, bestätigt die Adresse aber nicht.',
  ],
  invitedByLink: [
    'Send them this link. It works once and is valid for a week.',
    'Gib diesen Link weiter. Er gilt einmal und eine Woche lang.',
  ],
})
