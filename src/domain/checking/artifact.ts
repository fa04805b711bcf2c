// Artifacts of checks: screenshots, traces and reports. Their bytes are stored apart from their metadata.
const day = 86_400_000

/**
 * The content types that each kind may be served as. Customers' scripts choose names and types, so anything else is
 * served as plain bytes.
 */
const contentTypes = {
  screenshot: ['image/png', 'image/jpeg', 'image/webp'],
  trace: ['application/zip'],
  video: ['video/webm'],
  report: ['text/html', 'application/json'],
  page: ['text/html'],
  log: ['text/plain', 'application/json'],
} as const

export type ArtifactKind = keyof typeof contentTypes

export const artifactKinds = Object.keys(contentTypes) as ArtifactKind[]

export const artifactLimits = {
  keptForMs: 30 * day,
  /** Per check. */
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

/** Returns a name that is valid on every file system and in a header. */
export function fileName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\w. -]+/g, '-')
    .replace(/^[. -]+|[. -]+$/g, '')
  return plain.slice(-maxName) || 'artifact'
}

/** The storage key; artifacts of one day share a prefix. */
export function keyOf({ id, createdAt }: { readonly id: string; readonly createdAt: Date }): string {
  return `${dayOf(createdAt)}/${id}`
}

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** How the evidence of a check refers to an artifact. */
export interface ArtifactNote {
  readonly id: string | null
  readonly kind: ArtifactKind
  readonly name: string
  readonly content_type: string
  readonly bytes: number
  readonly url: string | null
  readonly expires_at: string | null
  /** Why the artifact was not stored. */
  readonly not_kept?: string
}
