// The permitted uses of a certificate, read from its extensions (RFC 5280, section 4.2).
import type { X509Certificate } from 'node:crypto'
import {
  type GeneralName,
  type NameConstraints,
  readConstraints,
  readNames,
  subjectNames,
} from './certificate-names.ts'
import { type Element, elementsIn, elementsOf, oidText, tags } from './der.ts'
import { MalformedMessage } from './wire.ts'

export interface CertificateLimits {
  /** Maximum number of authorities between it and a leaf; null when unlimited. */
  readonly pathLength: number | null
  /** Whether the key may sign a handshake. */
  readonly maySign: boolean
  readonly names: readonly GeneralName[]
  readonly constraints: NameConstraints | null
  /** It has a critical extension that is not supported. */
  readonly hasUnknownCritical: boolean
}

const oids = { keyUsage: '2.5.29.15', alternativeName: '2.5.29.17', basic: '2.5.29.19', constraints: '2.5.29.30' }
// Key purposes (Node reads them), policies, revocation lists, Netscape's type.
const unread = ['2.5.29.37', '2.5.29.32', '2.5.29.33', '2.5.29.36', '2.5.29.54', '2.5.29.31', '2.16.840.1.113730.1.1']
const understood = new Set([...Object.values(oids), ...unread])

/** Null when it cannot be read. */
export function limitsOf(certificate: X509Certificate): CertificateLimits | null {
  try {
    return readLimits(certificate.raw)
  } catch (error) {
    if (error instanceof MalformedMessage) return null
    throw error
  }
}

function readLimits(der: Buffer): CertificateLimits {
  const [body] = elementsOf(der)
  const fields = elementsIn(body?.content ?? Buffer.alloc(0)).filter(({ tag }) => tag !== 0xa0)
  const subject = fields[4] ? sequenceOf(fields[4]) : Buffer.from([tags.sequence, 0])
  const extensions = extensionsIn(fields.find(({ tag }) => tag === 0xa3))
  const find = (oid: string): Buffer | null => extensions.get(oid)?.value ?? null
  const [alternative, constraints] = [find(oids.alternativeName), find(oids.constraints)]
  const names = alternative ? readNames(alternative) : []
  return {
    pathLength: pathLengthIn(find(oids.basic)),
    maySign: signsIn(find(oids.keyUsage)),
    names: [...names, ...subjectNames(subject, names)],
    constraints: constraints ? readConstraints(constraints) : null,
    hasUnknownCritical: [...extensions].some(([oid, { isCritical }]) => isCritical && !understood.has(oid)),
  }
}

function sequenceOf({ tag, content }: Element): Buffer {
  if (content.length < 0x80) return Buffer.concat([Buffer.from([tag, content.length]), content])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(content.length)
  return Buffer.concat([Buffer.from([tag, 0x84]), size, content])
}

function extensionsIn(element: Element | undefined): Map<string, { isCritical: boolean; value: Buffer }> {
  const extensions = new Map<string, { isCritical: boolean; value: Buffer }>()
  for (const { content } of element ? elementsOf(element.content) : []) {
    const parts = elementsIn(content)
    const oid = oidText(parts[0]?.content ?? Buffer.alloc(0))
    if (extensions.has(oid)) throw new MalformedMessage('it says the same thing twice')
    const isCritical = parts[1]?.tag === tags.boolean && parts[1].content[0] !== 0
    extensions.set(oid, { isCritical, value: parts.at(-1)?.content ?? Buffer.alloc(0) })
  }
  return extensions
}

function pathLengthIn(extension: Buffer | null): number | null {
  if (!extension) return null
  const length = elementsOf(extension).find(({ tag }) => tag === tags.integer)
  if (!length) return null
  const { content } = length
  if (content.length === 0 || content[0]! & 0x80) throw new MalformedMessage('its path length is less than nothing')
  return content.length > 4 ? Infinity : content.readUIntBE(0, content.length)
}

/** The first bit is digitalSignature. Without the extension, every use is allowed. */
function signsIn(extension: Buffer | null): boolean {
  if (!extension) return true
  const [bits] = elementsIn(extension)
  return bits?.tag === tags.bitString && ((bits.content[1] ?? 0) & 0x80) !== 0
}
