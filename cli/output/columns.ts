// Which columns the table of a command has.
import { formatAge, formatSeconds } from './time.ts'
import { styleOf } from './style.ts'
import { incidentColumns } from './incidents.ts'
import type { Column } from './table.ts'

export type Row = Readonly<Record<string, unknown>>

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value of a field such as `config.url`. */
export const valueAt = (row: Row, field: string): unknown =>
  field
    .split('.')
    .reduce<unknown>((value, name) => (isRow(value) && Object.hasOwn(value, name) ? value[name] : undefined), row)

export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)
}

export const columnOf = (field: string): Column<Row> => ({
  title: field.toUpperCase().replaceAll('_', ' '),
  value: (row) => textOf(valueAt(row, field)),
  isWhole: field === 'id',
  ...(['state', 'status', 'severity'].includes(field) && { style: (row: Row) => styleOf(textOf(row[field])) }),
})

const maxColumns = 6
const namedFirst = ['state', 'status', 'name', 'title', 'email', 'type', 'target']

const own: Readonly<Record<string, readonly Column<any>[]>> = {
  'monitors list': [
    columnOf('state'),
    columnOf('name'),
    columnOf('type'),
    { title: 'EVERY', value: ({ interval_seconds }) => formatSeconds(interval_seconds), isNumber: true },
    columnOf('target'),
    columnOf('tags'),
  ],
  'deliveries list': [
    columnOf('id'),
    columnOf('status'),
    { title: 'WHEN', value: ({ created_at }) => formatAge(created_at) },
    columnOf('event'),
    { title: 'INCIDENT', value: ({ incident }) => incident.id, isNumber: true },
    { title: 'CHANNEL', value: ({ channel }) => channel.name ?? channel.type },
    columnOf('recipient'),
    { title: 'REASON', value: ({ error, silenced_reason }) => error ?? silenced_reason?.replaceAll('_', ' ') },
  ],
  'on-call list': [
    { title: 'SCHEDULE', value: ({ name }) => name },
    {
      title: 'ON CALL',
      value: ({ current_on_call: person, enabled }) =>
        enabled ? (person ? (person.name ?? person.email) : 'nobody') : 'schedule is off',
      style: ({ current_on_call, enabled }) => (enabled && current_on_call ? undefined : 'yellow'),
    },
    { title: 'EMAIL', value: ({ current_on_call }) => current_on_call?.email },
    { title: 'TIME ZONE', value: ({ timezone }) => timezone },
  ],
  'incidents acknowledge': incidentColumns,
  'incidents resolve': incidentColumns,
}

/** Those of the command, or the id and a few plain values. */
export function columnsOf(name: string, rows: readonly Row[]): readonly Column<Row>[] {
  if (own[name]) return own[name]
  const [first = {}] = rows
  const plain = Object.entries(first).flatMap(([field, value]) =>
    field !== 'id' && field !== 'object' && !field.endsWith('_at') && typeof value !== 'object' ? [field] : [],
  )
  const ordered = [...namedFirst.filter((field) => plain.includes(field)), ...plain]
  const shown = [...new Set(['id', ...ordered])].filter((field) => field in first)
  return shown.slice(0, maxColumns).map(columnOf)
}
