import type { Incident } from '../../sdk/src/api.ts'
import type { Output } from './output.ts'
import { styleOf } from './style.ts'
import type { Column } from './table.ts'
import { formatAge } from './time.ts'

export const incidentColumns: readonly Column<Incident>[] = [
  { title: 'ID', value: ({ id }) => id, isNumber: true },
  { title: 'STATUS', value: ({ status }) => status, style: ({ status }) => styleOf(status) },
  { title: 'SEVERITY', value: ({ severity }) => severity, style: ({ severity }) => styleOf(severity) },
  { title: 'SINCE', value: ({ started_at }) => formatAge(started_at) },
  { title: 'MONITOR', value: ({ monitor, slo, location }) => (monitor ?? slo ?? location)?.name },
  { title: 'WHAT HAPPENED', value: ({ message }) => message },
]

export const printIncidents = (output: Output, incidents: readonly Incident[]): void =>
  output.table(incidentColumns, incidents)
