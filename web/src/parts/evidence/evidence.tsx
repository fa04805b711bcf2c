// The details of a check, each part rendered by its kind. Text is never rendered as HTML.
import { namesOfPath } from '../../catalog/evidence-names.ts'
import { useTranslation } from '../../catalog/use-translation.ts'
import { useFormat } from '../../format/use-format.ts'
import { KeyValue, Code } from '../card.tsx'
import { useEvidenceMessages, useArtifactMessages } from '../messages.ts'
import { Table } from '../table.tsx'

export interface EvidencePart {
  readonly key: string
  readonly kind: string
  readonly value: unknown
}

export function EvidenceView({ parts }: { parts: readonly EvidencePart[] }) {
  const t = useEvidenceMessages()
  const { evidence: nameOf } = useTranslation()
  const valueOf = useValues()
  const shown = parts.filter(({ value }) => value !== null && value !== undefined && value !== '')
  if (shown.length === 0) return <p className="muted">{t.none}</p>
  const brief = shown.filter(isBrief)
  const long = shown.filter((part) => !isBrief(part))
  return (
    <div className="grid grid-cols-1 gap-4">
      {brief.length > 0 && <KeyValue rows={brief.map(({ key, value }) => [nameOf(key), valueOf(key, value)])} />}
      {long.map((part) => (
        <section key={part.key}>
          <h3 className="label mb-1">{nameOf(part.key)}</h3>
          <EvidenceItem part={part} />
        </section>
      ))}
    </div>
  )
}

const briefLength = 120

/** Short values go into one list; longer parts get their own section. */
function isBrief({ kind, value }: EvidencePart): boolean {
  if (kind !== 'text' || typeof value === 'object') return false
  const text = textOf(value)
  return text.length <= briefLength && !text.includes('\n')
}

function EvidenceItem({ part: { key, kind, value } }: { part: EvidencePart }) {
  const t = useEvidenceMessages()
  const { evidence: nameOf } = useTranslation()
  if (key === 'artifacts' && isArtifacts(value)) return <Artifacts notes={value} />
  if (kind === 'image' && typeof value === 'string' && /^data:image\/(png|jpeg|webp);/.test(value))
    return <img src={value} alt={t.image(nameOf(key))} className="max-w-full framed" />
  if (kind === 'key-value' && isObject(value)) return <FactList of={key} facts={value} />
  if ((kind === 'table' || kind === 'hops') && Array.isArray(value) && value.every(isObject))
    return <Rows rows={value} />
  return <Code text={textOf(value)} />
}

const phases = ['dns_ms', 'connect_ms', 'tls_ms', 'first_byte_ms', 'transfer_ms']

/** Sorts timings by phase, because storage does not keep their order. */
const byOrder = ([one]: [string, unknown], [other]: [string, unknown]): number =>
  phases.indexOf(one) - phases.indexOf(other)

function FactList({ of, facts }: { of: string; facts: Readonly<Record<string, unknown>> }) {
  const { evidence: nameOf } = useTranslation()
  const valueOf = useValues()
  return (
    <KeyValue
      rows={Object.entries(facts)
        .toSorted(byOrder)
        .flatMap(([key, inside]) =>
          inside === null ? [] : [[namesOfPath([of, key], nameOf)[1]!, valueOf(unitKeyOf(of, key), inside)]],
        )}
    />
  )
}

/** The key that names the unit: `rtt_ms` for its least, mean and largest. */
const unitKeyOf = (of: string, key: string): string => (of.endsWith('_ms') ? of : key)

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join('\n')
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}

const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** Adds the unit that the key contains and the name omits, and shows moments in the reader's zone. */
function useValues(): (key: string, value: unknown) => string {
  const t = useEvidenceMessages()
  const format = useFormat()
  return (key, value) => {
    if (typeof value === 'boolean') return value ? t.yes : t.no
    if (typeof value === 'string' && isMoment.test(value)) return format.fully(value)
    if (typeof value !== 'number') return textOf(value)
    if (key.endsWith('_ms')) return format.response(value)
    if (key.endsWith('Seconds')) return format.duration(value)
    if (/_(percent|pct)$/.test(key)) return format.metric(value, 'percent')
    return /(^|_)bytes(_|$)/.test(key) ? format.bytes(value) : textOf(value)
  }
}

function Rows({ rows }: { rows: readonly Readonly<Record<string, unknown>>[] }) {
  const { evidence: nameOf } = useTranslation()
  const valueOf = useValues()
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return (
    <div className="overflow-x-auto" tabIndex={0} role="group">
      <Table columns={columns.map((column) => nameOf(column))}>
        {rows.map((row, index) => (
          <tr key={index}>
            {columns.map((column) => (
              <td key={column} className="num">
                {row[column] === null || row[column] === undefined ? '—' : valueOf(column, row[column])}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </div>
  )
}

// Files of a check: screenshots are shown, other files can be downloaded.

interface ArtifactNote {
  readonly id: string | null
  readonly kind: string
  readonly name: string
  readonly bytes?: number
  readonly expires_at?: string | null
  readonly not_kept?: string
}

function Artifacts({ notes }: { notes: readonly ArtifactNote[] }) {
  const t = useArtifactMessages()
  return (
    <ul className="grid grid-cols-1 gap-3">
      {notes.map((note, index) => (
        <li key={note.id ?? index}>
          {note.id === null ? (
            <p className="muted">{t.notKept(note.name, note.not_kept ?? '—')}</p>
          ) : (
            <Artifact note={note} />
          )}
        </li>
      ))}
    </ul>
  )
}

function Artifact({ note: { id, kind, name, bytes, expires_at } }: { note: ArtifactNote }) {
  const t = useArtifactMessages()
  const format = useFormat()
  const address = `/app/artifacts/${id}`
  if (kind === 'screenshot')
    return (
      <a href={address} target="_blank" rel="noreferrer" title={t.enlarge}>
        <img src={address} alt={t.picture} loading="lazy" className="max-w-full framed" />
      </a>
    )
  const facts = [bytes === undefined ? '' : format.bytes(bytes), expires_at ? t.until(format.day(expires_at)) : '']
  return (
    <p>
      <a href={address} download={name}>
        {name}
      </a>{' '}
      <span className="muted">{facts.filter((fact) => fact !== '').join(', ')}</span>
    </p>
  )
}

/** Whether a value is the list of artifacts in a check's evidence. */
function isArtifacts(value: unknown): value is readonly ArtifactNote[] {
  return (
    Array.isArray(value) &&
    value.every((note) => typeof note === 'object' && note !== null && 'kind' in note && 'name' in note)
  )
}
