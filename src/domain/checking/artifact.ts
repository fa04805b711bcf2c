// What checks leave behind beside figures: pictures, traces, reports. Their bytes are kept apart from what is known of
// them.
const day = 86_400_000

/** What each kind may be served as. Scripts of customers choose names and types, so anything else is only bytes. */
const contentTypes = {
  screenshot: ['image/png', 'image/jpeg', 'image/webp'],
  trace: ['application/zip'],
  video: ['video/webm'],
  report: ['text/html', 'application/json'],
  page: ['text/html'],
  log: ['text/plain', 'application/json'],
} as const

export type ArtifactKind = keyof typeof contentTypes

export const artifactLimits = {
  keptForMs: 30 * day,
  /** Of one check. */
  most: 20,
  maxBytes: 30 * 1024 * 1024,
}

const justBytes = 'application/octet-stream'

export function servedType(kind: ArtifactKind, contentType: string): string {
  const known: readonly string[] = contentTypes[kind]
  return known.includes(contentType) ? contentType : justBytes
}

export const artifactTypes: readonly string[] = [...new Set([...Object.values(contentTypes).flat(), justBytes])]

export const isPicture = (contentType: string): boolean => contentType.startsWith('image/')

const maxName = 100

/** A name that is one on every file system, and in a header. */
export function fileName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\w. -]+/g, '-')
    .replace(/^[. -]+|[. -]+$/g, '')
  return plain.slice(-maxName) || 'artifact'
}

/** Where its bytes are: what was made on one day lies together. */
export function keyOf({ id, createdAt }: { readonly id: string; readonly createdAt: Date }): string {
  return `${dayOf(createdAt)}/${id}`
}

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** What the evidence of a check says of one. */
export interface ArtifactNote {
  readonly id: string | null
  readonly kind: ArtifactKind
  readonly name: string
  readonly content_type: string
  readonly bytes: number
  readonly url: string | null
  readonly expires_at: string | null
  /** Why there is nothing to look at. */
  readonly not_kept?: string
}
