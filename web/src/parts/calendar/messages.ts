import { defineMessages } from '../../i18n.ts'

export const calendarMessages = defineMessages({
  en: { earlier: 'Earlier', today: 'Today', later: 'Later' },
  de: { earlier: 'Früher', today: 'Heute', later: 'Später' },
})
