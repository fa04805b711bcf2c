// The values of the activity log in words: never a code, a JSON or a moment in UTC.

import { formatDuration } from '../../format/duration.ts'
import { formatMetric } from '../../format/number.ts'
import { formatMoment } from '../../format/time.ts'
import type { Preferences } from '../../preferences.ts'
import { type Status, statusStyles } from '../states.ts'
import { useChangeValueMessages, useStatusMessages } from '../messages.ts'
import { changedFieldName, fieldName } from './changed-field.ts'

export interface ChangeReader extends Pick<Preferences, 'language' | 'zone'> {
  /** The name of a monitor type or a channel kind. */
  readonly typeName?: (type: string) => string
  /** Of the threshold of a rule. */
  readonly unit?: string | null
  /** An English name in the language of the reader. */
  readonly translated?: (text: string) => string
}

/** What people write, which is no code even if it reads like one. */
const writtenByPeople = ['name', 'description', 'target', 'tags', 'monitor_tags', 'slug']

const maxLength = 120
const isStatus = (value: string): value is Status => value in statusStyles
const isId = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value)
const isMoment = (value: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)

export const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

export function changedValue(key: string, value: unknown, reader: ChangeReader): string {
  const text = inWords(key, value, reader)
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}

function inWords(key: string, value: unknown, reader: ChangeReader): string {
  const t = useChangeValueMessages.in(reader.language)
  if (isNothing(value)) return t.none
  if (typeof value === 'boolean') return value ? t.yes : t.no
  if (typeof value === 'number') return numberInWords(key, value, reader)
  if (typeof value === 'string') return textInWords(key, value, reader)
  if (Array.isArray(value)) return listInWords(key, value, reader)
  const { name } = value as { name?: unknown }
  if (typeof name === 'string') return name
  return Object.entries(value as object)
    .filter(([, one]) => !isNothing(one))
    .map(([part, one]) => `${changedFieldName(part, reader.language)}: ${inWords(part, one, reader)}`)
    .join(', ')
}

function numberInWords(key: string, value: number, { language }: ChangeReader): string {
  if (/_?seconds$/i.test(key)) return formatDuration(value, language)
  if (/_?minutes$/i.test(key)) return formatDuration(value * 60, language)
  return new Intl.NumberFormat(language, { maximumFractionDigits: 6, useGrouping: false }).format(value)
}

function textInWords(key: string, value: string, reader: ChangeReader): string {
  const { language, zone, typeName, unit, translated = (text) => text } = reader
  if (writtenByPeople.includes(key)) return value
  if (key === 'language' && /^[a-z]{2}$/.test(value))
    return new Intl.DisplayNames([language], { type: 'language' }).of(value) ?? value
  if (key === 'type') return typeName?.(value) ?? value
  if (key === 'metric') return translated(fieldName(value))
  if (key === 'value' && value.startsWith('[')) return (JSON.parse(value) as unknown[]).join(', ')
  if (key === 'value' && unit && Number.isFinite(Number(value))) return formatMetric(Number(value), unit, language)
  const t = useChangeValueMessages.in(language)
  if ((key === 'status' || key === 'state') && isStatus(value)) return useStatusMessages.in(language)[value]
  const codes: Readonly<Record<string, string>> = key === 'operator' ? t.operators : t.codes
  if (isMoment(value)) return formatMoment(new Date(value), { language, zone: zone ?? undefined }, new Date())
  return codes[value] ?? value
}

const nouns = [
  [/locations$/, 'location'],
  [/^monitor_ids$/, 'monitor'],
  [/group_ids$/, 'group'],
] as const

function listInWords(key: string, values: readonly unknown[], reader: ChangeReader): string {
  const isPlain = values.every((value) => typeof value !== 'object' && !isId(value))
  const hasNames = values.every((value) => typeof (value as { name?: unknown } | null)?.name === 'string')
  if (isPlain || hasNames) return values.map((value) => inWords(key, value, reader)).join(', ')
  const { counted, things } = useChangeValueMessages.in(reader.language)
  const noun = nouns.find(([pattern]) => pattern.test(key))?.[1]
  return (noun ? counted[noun] : things)(values.length)
}
