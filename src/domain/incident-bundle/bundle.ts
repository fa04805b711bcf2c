// A bundle: files that prove an incident, a manifest of their hashes, and a signature of the manifest. The format is
// described in docs/incident-reports.md; cli/bundle/ verifies it.
import { createHash } from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'
import { type SigningKey, signatureOf } from './signing-key.ts'

export interface BundleFile {
  readonly path: string
  readonly content: Buffer
}

export interface BundleContent {
  /** The address of the installation. */
  readonly issuer: string
  readonly organization: { readonly id: string; readonly name: string }
  readonly incidentId: number
  /** The time of the latest fact in it. */
  readonly asOf: Date
  /** Oldest first. */
  readonly events: readonly object[]
  /** Whether all events and deliveries are in it. */
  readonly isComplete: boolean
  /** The JSON files, by name. */
  readonly documents: Readonly<Record<string, unknown>>
}

/** All files of a bundle, sorted by path. The same content and key give the same bytes. */
export function signedFiles(content: BundleContent, key: SigningKey): BundleFile[] {
  const chain = chainOf(content)
  const proven = [
    ...Object.entries(content.documents).map(([path, value]) => textFile(path, `${canonicalJson(value)}\n`)),
    textFile('events.ndjson', chain.lines.join('')),
    textFile('key.pem', key.publicKey),
  ].toSorted(byPath)
  const manifest = textFile(
    'manifest.json',
    `${canonicalJson({
      format: 'lapwing-incident-bundle',
      version: 1,
      issuer: content.issuer,
      organization: content.organization,
      incident: content.incidentId,
      as_of: content.asOf,
      complete: content.isComplete,
      key: { algorithm: 'Ed25519', id: key.id },
      events: { count: content.events.length, head: chain.head },
      files: proven.map((file) => ({ path: file.path, bytes: file.content.length, sha256: hashOf(file.content) })),
    })}\n`,
  )
  const signature = { path: 'manifest.sig', content: signatureOf(manifest.content, key) }
  return [...proven, manifest, signature].toSorted(byPath)
}

const byPath = (a: BundleFile, b: BundleFile): number => (a.path < b.path ? -1 : 1)
const textFile = (path: string, text: string): BundleFile => ({ path, content: Buffer.from(text) })
const hashOf = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex')

/** Each hash covers its event and the hash before it, so an event cannot be changed, dropped or moved. */
function chainOf({ events, organization, incidentId }: BundleContent): { lines: string[]; head: string } {
  let head = hashOf(`lapwing incident ${organization.id} ${incidentId}`)
  const lines = events.map((event) => {
    head = hashOf(head + canonicalJson(event))
    return `${canonicalJson({ event, hash: head })}\n`
  })
  return { lines, head }
}
