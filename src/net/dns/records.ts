// The supported record types, each normalized to one shape.
import { isUtf8 } from 'node:buffer'
import type { Resolver } from 'node:dns/promises'

interface AddressRecord {
  readonly address: string
  readonly ttl: number
}

/** The value of one record of each type. Hostnames come without their last dot; the root is `.`. */
export interface Records {
  A: AddressRecord
  AAAA: AddressRecord
  CNAME: string
  MX: { readonly priority: number; readonly host: string }
  NS: string
  TXT: string
  SOA: {
    readonly primary: string
    /** As DNS writes it: `hostmaster.example.com`. */
    readonly mailbox: string
    readonly serial: number
    readonly refresh: number
    readonly retry: number
    readonly expire: number
    readonly minimum: number
  }
  SRV: { readonly priority: number; readonly weight: number; readonly port: number; readonly host: string }
  PTR: string
  CAA: { readonly flags: number; readonly tag: string; readonly value: string }
  /** `data` in hexadecimal digits. */
  TLSA: { readonly usage: number; readonly selector: number; readonly matching: number; readonly data: string }
}

export type RecordType = keyof Records

export function readRecords<T extends RecordType>(resolver: Resolver, type: T, name: string): Promise<Records[T][]> {
  return readers[type](resolver, name)
}

const readers: { [T in RecordType]: (resolver: Resolver, name: string) => Promise<Records[T][]> } = {
  A: (resolver, name) => resolver.resolve4(name, { ttl: true }),
  AAAA: (resolver, name) => resolver.resolve6(name, { ttl: true }),
  CNAME: async (resolver, name) => (await resolver.resolveCname(name)).map(host),
  MX: async (resolver, name) =>
    (await resolver.resolveMx(name)).map(({ priority, exchange }) => ({ priority, host: host(exchange) })),
  NS: async (resolver, name) => (await resolver.resolveNs(name)).map(host),
  TXT: async (resolver, name) => (await resolver.resolveTxt(name)).map((parts) => readable(parts.join(''))),
  SOA: readAuthority,
  SRV: async (resolver, name) =>
    (await resolver.resolveSrv(name)).map((record) => {
      const { priority, weight, port } = record
      return { priority, weight, port, host: host(record.name) }
    }),
  PTR: async (resolver, name) => (await resolver.resolvePtr(name)).map(host),
  CAA: async (resolver, name) =>
    (await resolver.resolveCaa(name)).map(({ critical, ...rest }) => {
      const [tag, value] = Object.entries(rest).find(([key]) => key !== 'type') ?? ['', '']
      return { flags: critical, tag, value: readable(String(value)) }
    }),
  TLSA: async (resolver, name) =>
    (await resolver.resolveTlsa(name)).map(({ certUsage, selector, match, data }) => {
      return { usage: certUsage, selector, matching: match, data: Buffer.from(data).toString('hex') }
    }),
}

async function readAuthority(resolver: Resolver, name: string): Promise<Records['SOA'][]> {
  try {
    const { nsname, hostmaster, serial, refresh, retry, expire, minttl } = await resolver.resolveSoa(name)
    return [{ primary: host(nsname), mailbox: hostmaster, serial, refresh, retry, expire, minimum: minttl }]
  } catch (error) {
    // c-ares rejects the response for an SOA query of an alias, but returns an empty one for every other type.
    if ((error as NodeJS.ErrnoException).code === 'EBADRESP' && (await isAlias(resolver, name))) return []
    throw error
  }
}

async function isAlias(resolver: Resolver, name: string): Promise<boolean> {
  return resolver.resolveCname(name).then(
    () => true,
    () => false,
  )
}

const host = (name: string): string => (name === '' ? '.' : name)

// Node decodes the bytes of a text as Latin-1.
function readable(text: string): string {
  const bytes = Buffer.from(text, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : text
}
