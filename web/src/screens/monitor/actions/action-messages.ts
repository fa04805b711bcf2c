import { defineMessages } from '../../../i18n.ts'

export const useActionMessages = defineMessages({
  paused: (name: string) => [`${name} paused`, `${name} pausiert`],
  resumed: (name: string) => [`${name} resumed`, `${name} fortgesetzt`],
})
