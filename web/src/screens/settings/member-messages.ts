import { defineMessages } from '../../i18n.ts'

export const memberMessages = defineMessages({
  en: {
    failed: 'The members could not be loaded.',
    invite: 'Invite member',
    you: 'You',
    twoFactor: '2FA on',
    noTwoFactor: '2FA off',
    seen: (when: string) => `last active ${when}`,
    neverSeen: 'never signed in',
    unverified: 'email not verified',
    actions: (name: string) => `Actions for ${name}`,
    makeRole: (role: string) => `Change role to ${role}`,
    resetLink: 'Create password reset link',
    resetTitle: (name: string) => `Password reset link for ${name}`,
    resetText:
      'The link works once and is valid for a day. Send it only to this person: anyone with the link can ' +
      'sign in as them. When it is used, all their sessions end and their connected apps are disconnected.',
    remove: (name: string) => `Remove ${name}`,
    removeTitle: (name: string) => `Remove ${name} from the organization?`,
    removeText: 'They are signed out immediately and no longer paged. Their past actions stay in the activity log.',
    invited: 'Pending invitations',
    expires: (when: string) => `expires ${when}`,
    withdraw: 'Revoke',
    withdrawNamed: (email: string) => `Revoke invitation for ${email}`,
    email: 'Email',
    role: 'Role',
    byMail: 'Send the invitation by email',
    makeLink: 'Create invitation',
    link: 'Invitation link',
    invitedTitle: (email: string) => `${email} invited`,
    invitedByMail:
      'We sent a link by email. If it does not arrive, send them this one: it works once and is valid for ' +
      'a week, but does not verify the address.',
    invitedByLink: 'Send them this link. It works once and is valid for a week.',
    cancel: 'Cancel',
    close: 'Close',
  },
  de: {
    failed: 'Die Mitglieder konnten nicht geladen werden.',
    invite: 'Mitglied einladen',
    you: 'Du',
    twoFactor: '2FA ein',
    noTwoFactor: '2FA aus',
    seen: (when) => `zuletzt aktiv ${when}`,
    neverSeen: 'noch nie angemeldet',
    unverified: 'E-Mail nicht bestätigt',
    actions: (name) => `Aktionen für ${name}`,
    makeRole: (role) => `Rolle ändern: ${role}`,
    resetLink: 'Link zum Zurücksetzen des Passworts erstellen',
    resetTitle: (name) => `Link zum Zurücksetzen des Passworts von ${name}`,
    resetText:
      'Der Link gilt einmal und einen Tag lang. Gib ihn nur dieser Person: Wer den Link hat, kann sich als ' +
      'sie anmelden. Wird er benutzt, enden alle ihre Sitzungen, und ihre verbundenen Apps werden getrennt.',
    remove: (name) => `${name} entfernen`,
    removeTitle: (name) => `${name} aus der Organisation entfernen?`,
    removeText:
      'Die Person wird sofort abgemeldet und nicht mehr alarmiert. Ihre bisherigen Aktionen bleiben unter ' +
      '„Aktivität“ sichtbar.',
    invited: 'Offene Einladungen',
    expires: (when) => `läuft ab ${when}`,
    withdraw: 'Zurückziehen',
    withdrawNamed: (email) => `Einladung für ${email} zurückziehen`,
    email: 'E-Mail',
    role: 'Rolle',
    byMail: 'Einladung per E-Mail senden',
    makeLink: 'Einladung erstellen',
    link: 'Einladungslink',
    invitedTitle: (email) => `${email} eingeladen`,
    invitedByMail:
      'Ein Link wurde per E-Mail gesendet. Kommt er nicht an, gib diesen weiter: Er gilt einmal und eine ' +
      'Woche lang, bestätigt die Adresse aber nicht.',
    invitedByLink: 'Gib diesen Link weiter. Er gilt einmal und eine Woche lang.',
    cancel: 'Abbrechen',
    close: 'Schließen',
  },
})
