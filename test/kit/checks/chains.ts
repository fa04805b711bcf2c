// Chains of certificates with whatever limits a test gives each of them.
import { isIPv4 } from 'node:net'
import {
  alternativeName,
  alternativeNames,
  basicConstraints,
  distinguishedName,
  extension,
  makeCertificate,
  makeKey,
  oid,
  sequence,
  tagged,
} from './certificates.ts'

export interface Link {
  name: string
  /** Hosts and addresses it is for. */
  names?: readonly string[]
  isAuthority?: boolean
  pathLength?: number
  /** Hosts, addresses as `192.0.2.0/24`, or subjects as `CN=…`. */
  permitted?: readonly string[]
  excluded?: readonly string[]
  /** The bits of KeyUsage; the first is digitalSignature, the sixth keyCertSign. */
  keyUsage?: number
  /** OIDs in hexadecimal. */
  purposes?: readonly string[]
  more?: readonly Buffer[]
}

export const purposes = { server: '2b06010505070301', client: '2b06010505070302', any: '551d2500' }
export const usages = { sign: 0x80, certSign: 0x04 }

export interface Chain {
  /** PEM of the first link, to be trusted. */
  readonly root: string
  /** PEM of the others, the leaf first. */
  readonly cert: string
  readonly key: string
}

const days = (count: number): Date => new Date(Date.now() + count * 86_400_000)

/** From the root to the leaf; all but the last are authorities unless they say otherwise. */
export function makeChain(...links: readonly Link[]): Chain {
  const keys = links.map(({ name }) => makeKey(name))
  const certs = links.map((link, index) =>
    makeCertificate({
      subject: keys[index]!,
      issuer: keys[Math.max(0, index - 1)]!,
      names: [],
      from: days(-1),
      to: days(90),
      isAuthority: false,
      extensions: extensionsOf({ isAuthority: index < links.length - 1, ...link }),
    }),
  )
  return { root: certs[0]!, cert: certs.slice(1).reverse().join(''), key: keys.at(-1)!.key }
}

function extensionsOf(link: Link): Buffer[] {
  const found = [basicConstraints(link.isAuthority ?? false, link.pathLength)]
  if (link.names) found.push(alternativeNames(link.names))
  if (link.permitted || link.excluded) found.push(nameConstraints(link.permitted ?? [], link.excluded ?? []))
  if (link.keyUsage !== undefined) found.push(extension('551d0f', tagged(0x03, Buffer.from([0, link.keyUsage])), true))
  if (link.purposes) found.push(extension('551d25', sequence(...link.purposes.map(oid))))
  return [...found, ...(link.more ?? [])]
}

function nameConstraints(permitted: readonly string[], excluded: readonly string[]): Buffer {
  const trees = (tag: number, names: readonly string[]): Buffer[] =>
    names.length === 0 ? [] : [tagged(tag, Buffer.concat(names.map((name) => sequence(subtree(name)))))]
  return extension('551d1e', sequence(...trees(0xa0, permitted), ...trees(0xa1, excluded)), true)
}

function subtree(name: string): Buffer {
  const [address = '', bits = ''] = name.split('/')
  if (isIPv4(address)) return tagged(0x87, Buffer.from([...address.split('.').map(Number), ...maskOf(Number(bits))]))
  if (name.startsWith('CN=')) return tagged(0xa4, distinguishedName(name.slice(3)))
  if (name.includes('@')) return tagged(0x81, Buffer.from(name))
  return alternativeName(name)
}

function maskOf(bits: number): number[] {
  return [0, 8, 16, 24].map((start) => 256 - 2 ** (8 - Math.min(8, Math.max(0, bits - start))))
}
