import { defineMessages } from '../../i18n.ts'

export const calendarMessages = defineMessages({
  earlier: ['Earlier', 'Früher'],
  today: ['Today', 'Heute'],
  later: ['Later', 'Später'],
})
