import { defineMessages } from '../../i18n.ts'

export const tabMessages = defineMessages({
  label: ['On-call', 'Bereitschaft'],
  escalation: ['Escalation', 'Eskalation'],
  methods: ['How I am paged', 'Wie ich gerufen werde'],
  create: ['+ New schedule', '+ Neuer Plan'],
})
