// The parts of a check's evidence in catalog order; unknown parts come last.
import type { MonitorType } from '../monitor-data.ts'
import type { EvidencePart } from '../../../parts/evidence/evidence.tsx'

export function partsOf(evidence: unknown, type: MonitorType | undefined): EvidencePart[] {
  if (evidence === null || evidence === undefined) return []
  if (typeof evidence !== 'object' || Array.isArray(evidence)) return [part('saw', evidence)]
  const known = type?.evidence ?? []
  const values = evidence as Readonly<Record<string, unknown>>
  const named = known.filter(({ key }) => key in values).map((note) => ({ ...note, value: values[note.key] }))
  const rest = Object.entries(values).filter(([key]) => !known.some((note) => note.key === key))
  return [...named, ...rest.map(([key, value]) => part(key, value))]
}

/** The kind is derived from the value. */
const part = (key: string, value: unknown): EvidencePart => ({ key, kind: kindOf(value), value })

function kindOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return 'text'
  if (!Array.isArray(value)) return Object.values(value).every(isPlain) ? 'key-value' : 'json'
  const rows =
    value.length > 0 && value.every((item) => typeof item === 'object' && item !== null && !Array.isArray(item))
  return rows ? 'table' : 'json'
}

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null
