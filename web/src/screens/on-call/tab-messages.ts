import { defineMessages } from '../../i18n.ts'

export const useTabMessages = defineMessages({
  label: ['On-call', 'Bereitschaft'],
  methods: ['How I am paged', 'Wie ich alarmiert werde'],
  create: ['+ New schedule', '+ Neuer Plan'],
})
