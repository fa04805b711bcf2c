import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPolicy } from './policy.ts'

const open = createPolicy({ allowPrivate: true })
const strict = createPolicy({ allowPrivate: false })

const everywhere = [
  '1.1.1.1',
  '8.8.8.8',
  '99.255.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '169.253.255.255',
  '223.255.255.255',
]
const everywhere6 = ['2606:4700::1111', '2a00:1450::1', '2001:4860:4860::8888', '2400:cb00::1']

const onlyInside: Record<string, string[]> = {
  'a loopback address': ['127.0.0.1', '127.255.255.255', '::1', '0:0:0:0:0:0:0:1'],
  'a private address': ['10.0.0.1', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.1', 'fec0::1'],
  'a link-local address': ['169.254.0.1', '169.254.169.253', 'fe80::1', 'febf::1', 'fe80::1%eth0'],
  'a carrier-grade NAT address': ['100.64.0.0', '100.127.255.255'],
  'a unique local address': ['fc00::1', 'fdff:ffff::1'],
  'a benchmarking address': ['198.18.0.1', '198.19.255.255', '2001:2::1'],
  'a documentation address': ['192.0.2.1', '198.51.100.7', '203.0.113.9', '2001:db8::1', '3fff::1'],
}

const nowhere: Record<string, string[]> = {
  'a cloud metadata address': [
    '169.254.169.254',
    '169.254.170.2',
    '169.254.170.23',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    '169.254.42.42',
    'fd00:ec2::254',
    'fd00:ec2::23',
    'fd20:ce::254',
    'fd00:0ec2:0:0:0:0:0:254',
  ],
  'an unspecified address': ['0.0.0.0', '0.1.2.3', '::'],
  'a multicast address': ['224.0.0.1', '239.255.255.255', 'ff02::1'],
  'a broadcast address': ['255.255.255.255'],
  'a reserved address': [
    '240.0.0.1',
    '192.0.0.1',
    '192.88.99.1',
    '100::1',
    '64:ff9b:1::1',
    '4000::1',
    '2001:20::1',
    '5f00::1',
  ],
}

describe('the address policy', () => {
  it.each([...everywhere, ...everywhere6])('allows %s everywhere', (address) => {
    expect([open.refusal(address), strict.refusal(address)]).toEqual([null, null])
  })

  it.each(pairs(onlyInside))('allows %s, %s, only with private targets', (address, kind) => {
    expect(open.refusal(address)).toBeNull()
    expect(strict.refusal(address)).toBe(
      `${address} is ${kind}; those are checked only where LAPWING_ALLOW_PRIVATE_TARGETS is on`,
    )
  })

  it.each(pairs(nowhere))('never allows %s, %s', (address, kind) => {
    expect(open.refusal(address)).toBe(`${address} is ${kind}, which no check may reach`)
    expect(strict.refusal(address)).toBe(open.refusal(address))
  })

  it.each([
    '',
    'localhost',
    '127.1',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '2130706433',
    '127.0.0.1.',
    '[::1]',
    ' 127.0.0.1',
    '1.2.3.4/8',
  ])('does not accept "%s" as an address', (text) => {
    expect(open.refusal(text)).toBe(`${text} is not an IP address`)
  })
})

const hex = (byte: number): string => byte.toString(16).padStart(2, '0')
const ipv6Words = ([a, b, c, d]: number[]): string => `${hex(a!)}${hex(b!)}:${hex(c!)}${hex(d!)}`

const forms: Record<string, (ip: number[]) => string> = {
  'IPv4-mapped': (ip) => `::ffff:${ipv6Words(ip)}`,
  'IPv4-mapped with dots': (ip) => `::ffff:${ip.join('.')}`,
  'IPv4-translated': (ip) => `::ffff:0:${ipv6Words(ip)}`,
  NAT64: (ip) => `64:ff9b::${ipv6Words(ip)}`,
  '6to4': (ip) => `2002:${ipv6Words(ip)}::1`,
  'Teredo client': (ip) => `2001:0:0808:0808:0:0:${ipv6Words(ip.map((byte) => byte ^ 0xff))}`,
  'Teredo server': (ip) => `2001:0:${ipv6Words(ip)}:0:0:f7f7:f7f7`,
}

const octet = fc.integer({ min: 0, max: 255 })
const special = fc.constantFrom<number[]>(
  [127, 0, 0, 1],
  [10, 1, 2, 3],
  [192, 168, 1, 1],
  [169, 254, 169, 254],
  [100, 100, 100, 200],
  [168, 63, 129, 16],
  [0, 0, 0, 0],
  [224, 0, 0, 1],
)
const anyIpv4 = fc.oneof(special, fc.array(octet, { minLength: 4, maxLength: 4 }))

describe.each(Object.entries(forms))('an address in %s form', (_name, write) => {
  it('is refused exactly when its embedded IPv4 address is', () => {
    fc.assert(
      fc.property(anyIpv4, (ip) => {
        for (const policy of [open, strict]) {
          const carried = policy.refusal(ip.join('.'))
          const carrier = policy.refusal(write(ip))
          expect(carrier === null).toBe(carried === null)
        }
      }),
    )
  })
})

it('applies the policy of the embedded address to IPv4-compatible addresses, except for the two that IPv6 uses', () => {
  fc.assert(
    fc.property(
      anyIpv4.filter((ip) => ip[0] !== 0),
      (ip) => {
        expect(strict.refusal(`::${ipv6Words(ip)}`) === null).toBe(strict.refusal(ip.join('.')) === null)
      },
    ),
  )
})

it('is never stricter inside than outside', () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      const [outside, inside] = [strict.refusal(address), open.refusal(address)]
      expect(outside !== null || inside === null).toBe(true)
    }),
  )
})

function pairs(table: Record<string, string[]>): [string, string][] {
  return Object.entries(table).flatMap(([kind, addresses]) =>
    addresses.map((address): [string, string] => [address, kind]),
  )
}
