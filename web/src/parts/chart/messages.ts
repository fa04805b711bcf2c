import { defineMessages } from '../../i18n.ts'

export const chartTableMessages = defineMessages({ en: { time: 'Time' }, de: { time: 'Zeit' } })

export const chartMessages = defineMessages({
  en: { shown: 'View', chart: 'Chart', table: 'Table' },
  de: { shown: 'Ansicht', chart: 'Diagramm', table: 'Tabelle' },
})
