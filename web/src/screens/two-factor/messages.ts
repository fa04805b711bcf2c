import { defineMessages } from '../../i18n.ts'

export const useTwoFactorMessages = defineMessages({
  title: ['Two-factor authentication', 'Zwei-Faktor-Authentifizierung'],
  lead: [
    'Enter the six-digit code from your authenticator app.',
    'Gib den sechsstelligen Code aus deiner Authenticator-App ein.',
  ],
  code: ['Six-digit code', 'Sechsstelliger Code'],
  recovery: ['Recovery code', 'Wiederherstellungscode'],
  recoveryHint: ['Each code works once.', 'Jeder Code gilt einmal.'],
  useRecovery: ['Use a recovery code', 'Wiederherstellungscode verwenden'],
  useCode: ['Use authenticator app', 'Authenticator-App verwenden'],
  go: ['Continue', 'Weiter'],
  again: ['Sign in again', 'Neu anmelden'],
  wrong: [
    'The code is wrong, has been used before, or you took too long. Sign in again.',
    'Der Code ist falsch oder wurde schon benutzt, oder es hat zu lange gedauert. Melde dich neu an.',
  ],
})
