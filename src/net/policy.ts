// The addresses a check may reach. An IPv6 address with an embedded IPv4 address follows the policy of the latter.
import { isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

export interface AddressPolicy {
  /** Why this address is forbidden, as a sentence; null when it is allowed. */
  refusal(address: string): string | null
  /** Why the Unix socket at this path is forbidden, as a sentence; null when it is allowed. */
  socketRefusal(path: string): string | null
}

type Bytes = readonly number[]
type AddressKind = { readonly name: string; readonly always: boolean }
type AddressRange = { readonly start: Bytes; readonly bits: number; readonly kind: AddressKind }

const never = (name: string, ...ranges: string[]): AddressRange[] =>
  ranges.map((range) => parseRange(range, { name, always: true }))
const inside = (name: string, ...ranges: string[]): AddressRange[] =>
  ranges.map((range) => parseRange(range, { name, always: false }))

// The first range that contains an address decides.
const ranges4: readonly AddressRange[] = [
  ...never('a cloud metadata address', '169.254.169.254/32', '169.254.170.2/32', '169.254.170.23/32'),
  ...never('a cloud metadata address', '169.254.42.42/32', '100.100.100.200/32', '168.63.129.16/32', '192.0.0.192/32'),
  ...never('an unspecified address', '0.0.0.0/8'),
  ...never('a multicast address', '224.0.0.0/4'),
  ...never('a broadcast address', '255.255.255.255/32'),
  ...never('a reserved address', '192.0.0.0/24', '192.88.99.0/24', '240.0.0.0/4'),
  ...inside('a loopback address', '127.0.0.0/8'),
  ...inside('a private address', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'),
  ...inside('a link-local address', '169.254.0.0/16'),
  ...inside('a carrier-grade NAT address', '100.64.0.0/10'),
  // Used in test labs, so they count as private rather than as reserved.
  ...inside('a benchmarking address', '198.18.0.0/15'),
  ...inside('a documentation address', '192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24'),
]

const ranges6: readonly AddressRange[] = [
  ...never('a cloud metadata address', 'fd00:ec2::254/128', 'fd00:ec2::23/128', 'fd20:ce::254/128', 'fd00:42::42/128'),
  ...never('an unspecified address', '::/128'),
  ...never('a multicast address', 'ff00::/8'),
  ...never('a reserved address', '2001:10::/28', '2001:20::/28'),
  ...inside('a loopback address', '::1/128'),
  ...inside('a unique local address', 'fc00::/7'),
  ...inside('a link-local address', 'fe80::/10'),
  ...inside('a private address', 'fec0::/10'),
  ...inside('a benchmarking address', '2001:2::/48'),
  ...inside('a documentation address', '2001:db8::/32', '3fff::/20'),
]

const globalUnicast = parseRange('2000::/3', { name: '', always: false })
const reserved: AddressKind = { name: 'a reserved address', always: true }

const plain =
  (offset: number) =>
  (bytes: Bytes): Bytes[] => [bytes.slice(offset, offset + 4)]
const teredo = (bytes: Bytes): Bytes[] => [bytes.slice(4, 8), bytes.slice(12).map((byte) => byte ^ 0xff)]

/** IPv6 forms with an embedded IPv4 address, and its position. */
const carriers: readonly { range: AddressRange; carried: (bytes: Bytes) => Bytes[] }[] = [
  { range: parseRange('::ffff:0:0/96', reserved), carried: plain(12) },
  { range: parseRange('::ffff:0:0:0/96', reserved), carried: plain(12) },
  { range: parseRange('64:ff9b::/96', reserved), carried: plain(12) },
  { range: parseRange('2002::/16', reserved), carried: plain(2) },
  { range: parseRange('2001::/32', reserved), carried: teredo },
  { range: parseRange('::/96', reserved), carried: plain(12) },
]

// Checks use the same few addresses again and again, so results are cached.
const maxRemembered = 10_000

interface PolicyOptions {
  readonly allowPrivate: boolean
  /** Paths of Unix sockets that checks may open; none when omitted. */
  readonly sockets?: readonly string[]
}

export function createPolicy({ allowPrivate, sockets = [] }: PolicyOptions): AddressPolicy {
  const cache = new Map<string, string | null>()
  return {
    refusal(address) {
      const remembered = cache.get(address)
      if (remembered !== undefined) return remembered
      if (cache.size >= maxRemembered) cache.clear()
      const refusal = refusalOf(address, allowPrivate)
      cache.set(address, refusal)
      return refusal
    },
    socketRefusal: (path) =>
      sockets.includes(path) ? null : `${path} is not one of LAPWING_DOCKER_SOCKETS, the sockets that checks may open`,
  }
}

function refusalOf(address: string, allowPrivate: boolean): string | null {
  if (isIP(address) === 0) return `${address} is not an IP address`
  const kind = kindOf(address)
  if (!kind || (allowPrivate && !kind.always)) return null
  if (kind.always) return `${address} is ${kind.name}, which no check may reach`
  return `${address} is ${kind.name}; those are checked only where LAPWING_ALLOW_PRIVATE_TARGETS is on`
}

function kindOf(address: string): AddressKind | null {
  if (isIPv4(address)) return kindOf4(bytesOf(address))
  return kindOf6(bytesOf(address.replace(/%.*$/, '')))
}

function kindOf4(bytes: Bytes): AddressKind | null {
  return ranges4.find((range) => holds(range, bytes))?.kind ?? null
}

function kindOf6(bytes: Bytes): AddressKind | null {
  const range = ranges6.find((range) => holds(range, bytes))
  if (range) return range.kind
  const carrier = carriers.find(({ range }) => holds(range, bytes))
  if (!carrier) return holds(globalUnicast, bytes) ? null : reserved
  const kinds = carrier.carried(bytes).map(kindOf4)
  return kinds.find((kind) => kind?.always) ?? kinds.find((kind) => kind !== null) ?? null
}

function holds({ start, bits }: AddressRange, bytes: Bytes): boolean {
  const whole = bits >> 3
  for (let index = 0; index < whole; index++) if (bytes[index] !== start[index]) return false
  const rest = bits & 7
  return rest === 0 || (bytes[whole] as number) >> (8 - rest) === (start[whole] as number) >> (8 - rest)
}

function parseRange(range: string, kind: AddressKind): AddressRange {
  const [start = '', bits = ''] = range.split('/')
  return { start: bytesOf(start), bits: Number(bits), kind }
}

function bytesOf(address: string): Bytes {
  return address.includes(':') ? ipaddr.parse(address).toByteArray() : address.split('.').map(Number)
}
