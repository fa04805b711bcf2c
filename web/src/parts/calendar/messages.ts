import { defineMessages } from '../../i18n.ts'

export const useCalendarMessages = defineMessages({
  earlier: ['Earlier', 'Früher'],
  later: ['Later', 'Später'],
})
