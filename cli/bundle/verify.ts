// Checks a bundle without asking anyone: its archive, signature, hashes and chain of events.
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { canonicalJson } from '../../src/domain/incident-bundle/canonical-json.ts'
import { type ArchivedFile, NotIntact, readArchive } from './read-archive.ts'

export interface VerifiedBundle {
  readonly issuer: string
  readonly organization: { readonly id: string; readonly name: string }
  readonly incident: number
  readonly message: string
  readonly as_of: string
  /** Whether all events and deliveries are in it. */
  readonly complete: boolean
  readonly key_id: string
  readonly events: number
  readonly chain_head: string
  readonly files: readonly string[]
}

interface Manifest {
  readonly format: string
  readonly version: number
  readonly issuer: string
  readonly organization: { readonly id: string; readonly name: string }
  readonly incident: number
  readonly as_of: string
  readonly complete: boolean
  readonly key: { readonly algorithm: string; readonly id: string }
  readonly events: { readonly count: number; readonly head: string }
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly sha256: string }[]
}

/** Throws NotIntact if anything differs from what was signed. */
export function verifyBundle(archive: Buffer): VerifiedBundle {
  try {
    return verified(archive)
  } catch (cause) {
    if (cause instanceof NotIntact) throw cause
    // Anyone can sign a manifest that says something else than a manifest should.
    throw new NotIntact('It does not have the form of a bundle.', { cause })
  }
}

function verified(archive: Buffer): VerifiedBundle {
  const files = new Map(readArchive(archive).map((file) => [file.path, file.content]))
  const signed = contentOf(files, 'manifest.json')
  const key = publicKeyIn(contentOf(files, 'key.pem'))
  if (!verify(null, signed, key, contentOf(files, 'manifest.sig')))
    throw new NotIntact('The signature does not fit: the manifest was changed, or another key signed it.')
  const manifest = canonical(signed, 'manifest.json') as Manifest
  if (manifest.format !== 'lapwing-incident-bundle') throw new NotIntact('It is not a bundle of an incident.')
  if (manifest.version !== 1)
    throw new NotIntact(`It has version ${manifest.version}, which this program does not know. Update Lapwing.`)
  if (manifest.key.id !== keyIdOf(key)) throw new NotIntact('Its key is not the one that the manifest names.')
  checkFiles(manifest, files)
  checkEvents(manifest, contentOf(files, 'events.ndjson'))
  const incident = canonical(contentOf(files, 'incident.json'), 'incident.json') as { id: number; message: string }
  if (incident.id !== manifest.incident) throw new NotIntact('It contains another incident than its manifest says.')
  const { issuer, organization, as_of, complete, events } = manifest
  return {
    issuer: String(issuer),
    organization: { id: String(organization.id), name: String(organization.name) },
    incident: Number(incident.id),
    message: String(incident.message),
    as_of: new Date(as_of).toISOString(),
    complete: complete === true,
    key_id: manifest.key.id,
    events: events.count,
    chain_head: events.head,
    files: manifest.files.map(({ path }) => path),
  }
}

export const keyIdOf = (key: KeyObject): string => hashOf(key.export({ type: 'spki', format: 'der' }))

/** An Ed25519 key in PEM. */
export function publicKeyIn(pem: Buffer | string): KeyObject {
  const key = tried(() => createPublicKey(pem), 'Its key cannot be read.')
  if (key.asymmetricKeyType !== 'ed25519') throw new NotIntact('Its key is not an Ed25519 key.')
  return key
}

function contentOf(files: ReadonlyMap<string, ArchivedFile['content']>, path: string): Buffer {
  const content = files.get(path)
  if (!content) throw new NotIntact(`${path} is missing.`)
  return content
}

function checkFiles({ files: listed }: Manifest, files: ReadonlyMap<string, Buffer>): void {
  const expected = new Set([...listed.map(({ path }) => path), 'manifest.json', 'manifest.sig'])
  const added = [...files.keys()].find((path) => !expected.has(path))
  if (added !== undefined) throw new NotIntact(`${added} was added: the manifest does not list it.`)
  for (const { path, bytes, sha256 } of listed) {
    const content = contentOf(files, path)
    if (content.length !== bytes || hashOf(content) !== sha256) throw new NotIntact(`${path} was changed.`)
  }
}

function checkEvents({ organization, incident, events }: Manifest, content: Buffer): void {
  const lines = content.toString().split('\n').slice(0, -1)
  let head = hashOf(`lapwing incident ${organization.id} ${incident}`)
  for (const [index, line] of lines.entries()) {
    const { event, hash } = canonical(Buffer.from(`${line}\n`), 'events.ndjson') as { event: unknown; hash: string }
    head = hashOf(head + canonicalJson(event))
    if (head !== hash) throw new NotIntact(`The chain of events breaks at event ${index + 1}.`)
  }
  if (lines.length !== events.count || head !== events.head)
    throw new NotIntact('The chain of events does not end as the manifest says.')
}

/** JSON that could be read in two ways, such as with a doubled key, is refused. */
function canonical(content: Buffer, path: string): unknown {
  const value = tried(() => JSON.parse(content.toString()) as unknown, `${path} is not JSON.`)
  const written = tried(() => `${canonicalJson(value)}\n`, `${path} is nested too deeply.`)
  if (written !== content.toString()) throw new NotIntact(`${path} is not in the form that Lapwing writes.`)
  return value
}

function tried<Result>(work: () => Result, problem: string): Result {
  try {
    return work()
  } catch (cause) {
    throw new NotIntact(problem, { cause })
  }
}

const hashOf = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex')
