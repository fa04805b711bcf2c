import { defineMessages } from '../../i18n.ts'

export const chartTableMessages = defineMessages({
  time: ['Time', 'Zeit'],
})

export const chartMessages = defineMessages({
  shown: ['View', 'Ansicht'],
  chart: ['Chart', 'Diagramm'],
  table: ['Table', 'Tabelle'],
})
