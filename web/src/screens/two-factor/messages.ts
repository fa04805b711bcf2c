import { defineMessages } from '../../i18n.ts'

export const twoFactorMessages = defineMessages({
  en: {
    title: 'Two-factor authentication',
    lead: 'Enter the six-digit code from your authenticator app.',
    code: 'Six-digit code',
    recovery: 'Recovery code',
    recoveryHint: 'Each code works once.',
    useRecovery: 'Use a recovery code',
    useCode: 'Use authenticator app',
    go: 'Continue',
    again: 'Sign in again',
    wrong: 'The code is wrong, has been used before, or you took too long. Sign in again.',
  },
  de: {
    title: 'Zwei-Faktor-Authentifizierung',
    lead: 'Gib den sechsstelligen Code aus deiner Authenticator-App ein.',
    code: 'Sechsstelliger Code',
    recovery: 'Wiederherstellungscode',
    recoveryHint: 'Jeder Code gilt einmal.',
    useRecovery: 'Wiederherstellungscode verwenden',
    useCode: 'Authenticator-App verwenden',
    go: 'Weiter',
    again: 'Neu anmelden',
    wrong: 'Der Code ist falsch oder wurde schon benutzt, oder es hat zu lange gedauert. Melde dich neu an.',
  },
})
