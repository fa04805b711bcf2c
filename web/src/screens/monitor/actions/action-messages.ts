import { defineMessages } from '../../../i18n.ts'

export const actionMessages = defineMessages({
  en: { paused: (name: string) => `${name} paused`, resumed: (name: string) => `${name} resumed` },
  de: { paused: (name: string) => `${name} pausiert`, resumed: (name: string) => `${name} fortgesetzt` },
})
