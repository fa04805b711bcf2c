import { defineMessages } from '../../i18n.ts'

export const tabMessages = defineMessages({
  en: { label: 'On-call', escalation: 'Escalation', methods: 'How I am paged', create: '+ New schedule' },
  de: { label: 'Bereitschaft', escalation: 'Eskalation', methods: 'Wie ich gerufen werde', create: '+ Neuer Plan' },
})
