// Splits evidence into parts, each with the form that displays it best.
import { labelOf } from '../domain/label.ts'
import type { Evidence } from './evidence.ts'

export const evidenceKinds = ['text', 'key-value', 'table', 'hops', 'image'] as const
export type EvidenceKind = (typeof evidenceKinds)[number]

export interface EvidenceNotes {
  readonly kind?: EvidenceKind
  readonly label?: string
}

export interface EvidencePart {
  readonly key: string
  readonly label: string
  readonly kind: EvidenceKind
  readonly value: unknown
}

export function evidenceParts(
  notes: Readonly<Record<string, EvidenceNotes>>,
  evidence: Evidence | null,
): EvidencePart[] {
  return Object.entries(evidence ?? {}).map(([key, value]) => ({
    key,
    label: notes[key]?.label ?? labelOf(key),
    kind: notes[key]?.kind ?? kindOf(value),
    value,
  }))
}

function kindOf(value: unknown): EvidenceKind {
  if (value === null || typeof value !== 'object') return 'text'
  if (!Array.isArray(value)) return 'key-value'
  return value.some((item) => item !== null && typeof item === 'object') ? 'table' : 'text'
}
