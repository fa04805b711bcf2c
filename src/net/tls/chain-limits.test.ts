import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { type TLSSocket, connect, createServer } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { extension, sequence, tagged } from '../../../test/kit/checks/certificates.ts'
import { type Chain, type Link, makeChain, purposes, usages } from '../../../test/kit/checks/chains.ts'
import { listening } from '../../../test/kit/servers/listening.ts'
import { createChainVerifier } from './chain.ts'

const root = { name: 'Root' }
const middle = { name: 'Middle' }
const lower = { name: 'Lower' }
const leaf = { name: 'shop.example.com', names: ['shop.example.com'] }

function problemOf({ root: trusted, cert }: Chain): string | null {
  const chain = cert.split(/(?<=-----END CERTIFICATE-----\n)/).map((pem) => new X509Certificate(pem))
  return createChainVerifier([trusted])(chain, new Date())
}

/** OpenSSL's error for the same chain over TCP. */
async function openSslAccepts({ root: trusted, cert, key }: Chain): Promise<boolean> {
  const port = await listening(createServer({ cert, key }))
  const socket: TLSSocket = connect({ port, host: '127.0.0.1', ca: [trusted], rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const { authorized, authorizationError } = socket
  socket.destroy()
  // Names are tested elsewhere.
  return authorized || String(authorizationError) === 'ERR_TLS_CERT_ALTNAME_INVALID'
}

const cases: [what: string, links: Link[], problem: string | null][] = [
  ['has room for its authorities', [{ ...root, pathLength: 1 }, { ...middle, pathLength: 0 }, leaf], null],
  ['is longer than its root allows', [{ ...root, pathLength: 0 }, middle, leaf], 'PATH_LENGTH_EXCEEDED'],
  ['is longer than one in it allows', [root, { ...middle, pathLength: 0 }, lower, leaf], 'PATH_LENGTH_EXCEEDED'],
  ['is signed by one that is no authority', [root, { ...middle, isAuthority: false }, leaf], 'INVALID_CA'],
  [
    'is signed by a key that may not sign certificates',
    [root, { ...middle, keyUsage: usages.sign }, leaf],
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  ],
  ['is signed by a key that may', [root, { ...middle, keyUsage: usages.certSign }, leaf], null],
  ['ends with a key that may not sign', [root, { ...leaf, keyUsage: usages.certSign }], 'INVALID_PURPOSE'],
  ['is for servers', [root, { ...leaf, keyUsage: usages.sign, purposes: [purposes.server] }], null],
  ['is for clients', [root, { ...leaf, purposes: [purposes.client] }], 'INVALID_PURPOSE'],
  ['is for anything at all', [root, { ...leaf, purposes: [purposes.any] }], 'INVALID_PURPOSE'],
  ['is below one for clients', [root, { ...middle, purposes: [purposes.client] }, leaf], 'INVALID_PURPOSE'],
  ['is below one for servers', [root, { ...middle, purposes: [purposes.server] }, leaf], null],
  ['has a permitted name', [root, { ...middle, permitted: ['example.com'] }, leaf], null],
  ['has a name that is not permitted', [root, { ...middle, permitted: ['example.org'] }, leaf], 'PERMITTED_VIOLATION'],
  [
    'has a name that only looks permitted',
    [root, { ...middle, permitted: ['ample.com'] }, leaf],
    'PERMITTED_VIOLATION',
  ],
  ['has an excluded name', [root, { ...middle, excluded: ['SHOP.example.com'] }, leaf], 'EXCLUDED_VIOLATION'],
  ['has a name beside the excluded ones', [root, { ...middle, excluded: ['mail.example.com'] }, leaf], null],
  ['is constrained by its root', [{ ...root, permitted: ['example.org'] }, middle, leaf], 'PERMITTED_VIOLATION'],
  ['is constrained far above', [root, { ...middle, excluded: ['example.com'] }, lower, leaf], 'EXCLUDED_VIOLATION'],
  [
    'has one name too many',
    [root, { ...middle, permitted: ['example.com'] }, { ...leaf, names: ['shop.example.com', 'example.net'] }],
    'PERMITTED_VIOLATION',
  ],
  [
    'has its host in the subject only',
    [root, { ...middle, permitted: ['example.org'] }, { name: 'shop.example.com' }],
    'PERMITTED_VIOLATION',
  ],
  [
    'has a permitted address',
    [root, { ...middle, permitted: ['127.0.0.0/8', 'example.com'] }, { ...leaf, names: ['127.0.0.1'] }],
    null,
  ],
  [
    'has an excluded address',
    [root, { ...middle, excluded: ['127.0.0.0/8'] }, { ...leaf, names: ['127.0.0.1'] }],
    'EXCLUDED_VIOLATION',
  ],
  ['has a permitted subject', [root, { ...middle, permitted: ['CN=Shop.Example.com'] }, leaf], null],
  ['has another subject', [root, { ...middle, permitted: ['CN=Shop'] }, leaf], 'PERMITTED_VIOLATION'],
  ['is not concerned by a rule for mail', [root, { ...middle, permitted: ['a@example.org'] }, leaf], null],
  [
    'has a rule that nobody knows',
    [root, { ...leaf, more: [extension('2a0304', sequence(), true)] }],
    'UNHANDLED_CRITICAL_EXTENSION',
  ],
  ['has a remark that nobody knows', [root, { ...leaf, more: [extension('2a0304', sequence())] }], null],
]

describe('a chain', () => {
  it.each(cases)('that %s', async (_what, links, problem) => {
    const chain = makeChain(...links)
    expect(problemOf(chain)).toBe(problem)
    expect(await openSslAccepts(chain)).toBe(problem === null)
  })

  it('for every host of a domain is refused when one of them is excluded', () => {
    const wide = { name: 'wide', names: ['*.example.com'] }
    expect(problemOf(makeChain(root, { ...middle, excluded: ['mail.example.com'] }, wide))).toBe('EXCLUDED_VIOLATION')
    expect(problemOf(makeChain(root, { ...middle, excluded: ['mail.example.org'] }, wide))).toBeNull()
  })

  it('with unreadable extensions is refused', () => {
    const garbled = extension('551d1e', tagged(0x30, Buffer.from([0xa0, 0x84, 0xff, 0xff, 0xff, 0xff])), true)
    expect(problemOf(makeChain(root, { ...middle, more: [garbled] }, leaf))).not.toBeNull()
    const twice = [1, 2].map(() => extension('2a0304', sequence()))
    expect(problemOf(makeChain(root, { ...leaf, more: twice }))).toBe('INVALID_EXTENSION')
  })
})
