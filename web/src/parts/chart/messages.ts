import { defineMessages } from '../../i18n.ts'

export const useChartTableMessages = defineMessages({
  time: ['Time', 'Zeit'],
})

export const useChartMessages = defineMessages({
  shown: ['View', 'Ansicht'],
  chart: ['Chart', 'Diagramm'],
  table: ['Table', 'Tabelle'],
})
