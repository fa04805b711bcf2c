// Files of a check: screenshots are shown, other files can be downloaded.
import { useFormat } from '../../format/use-format.ts'
import { useArtifactMessages } from '../messages.ts'

export interface ArtifactNote {
  readonly id: string | null
  readonly kind: string
  readonly name: string
  readonly bytes?: number
  readonly expires_at?: string | null
  readonly not_kept?: string
}

export function Artifacts({ notes }: { notes: readonly ArtifactNote[] }) {
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
export function isArtifacts(value: unknown): value is readonly ArtifactNote[] {
  return (
    Array.isArray(value) &&
    value.every((note) => typeof note === 'object' && note !== null && 'kind' in note && 'name' in note)
  )
}
