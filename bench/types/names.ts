import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { type RequestListener, createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hasBind, startBind } from '../../test/kit/bind.ts'
import { hasRbldnsd, startRbldnsd } from '../../test/kit/rbldnsd.ts'
import { noSources } from '../../test/kit/run-check.ts'
import { type Entry, type Place, patienceMs } from './entry.ts'

const registration = {
  objectClassName: 'domain',
  ldhName: 'example.com',
  status: ['client transfer prohibited'],
  events: [
    { eventAction: 'registration', eventDate: '1995-08-14T04:00:00Z' },
    { eventAction: 'expiration', eventDate: '2030-08-13T04:00:00Z' },
  ],
  entities: [{ roles: ['registrar'], vcardArray: ['vcard', [['fn', {}, 'text', 'Example Registrar']]] }],
  nameservers: [{ ldhName: 'a.iana-servers.net' }, { ldhName: 'b.iana-servers.net' }],
  secureDNS: { delegationSigned: true },
}
// As many and as large as in the public directory.
const breaches = Array.from({ length: 900 }, (_, index) => ({
  Title: `Breach ${index}`,
  Domain: `site${index}.example`,
  AddedDate: '2025-01-01T00:00:00Z',
  PwnCount: index,
  Description: 'x'.repeat(900),
}))
const zones = Array.from({ length: 14 }, (_, index) => `list${index}.test`)
const mailNames = ['MX good.test', 'TXT good.test', 'TXT _spf.good.test', 'TXT _dmarc.good.test', 'A mail.good.test']

export const names: readonly Entry[] = [
  {
    name: 'rdap',
    missing: null,
    goal: { ratio: 1.5 },
    async open() {
      const { origin, stop } = await serve(registration)
      const source = { value: { rdap: [`${origin}/`], whois: null }, isFresh: true }
      return { target: 'example.com', config: {}, shared: { answer: null, source, mayAsk: true }, stop }
    },
    bare: ({ shared }) => readJson(`${(shared!.source!.value as { rdap: string[] }).rdap[0]}domain/example.com`),
  },
  {
    name: 'breach',
    missing: null,
    goal: { ratio: 1.5 },
    async open() {
      const { origin, stop } = await serve(breaches)
      return { target: 'site7.example', config: {}, sources: { ...noSources, breachFeedUrl: `${origin}/` }, stop }
    },
    bare: ({ sources }) => readJson(sources!.breachFeedUrl),
  },
  {
    name: 'blacklist',
    missing: hasRbldnsd ? null : "needs Debian's rbldnsd",
    goal: { ratio: 1.5 },
    async open() {
      const { address, stop } = await startRbldnsd(zones.map((zone) => ({ zone, type: 'ip4set', text: '192.0.2.66' })))
      return { target: '192.0.2.1', config: { resolver: address, lists: zones }, stop }
    },
    async bare(place) {
      const resolver = resolverOf(place)
      await Promise.all(zones.map((zone) => resolver.resolve4(`1.2.0.192.${zone}`).catch(() => [])))
    },
  },
  {
    name: 'email_policy',
    missing: hasBind ? null : "needs Debian's bind9",
    goal: { ratio: 1.5 },
    async open() {
      const records = `ns1 A 192.0.2.1\n@ MX 10 mail\nmail A 192.0.2.25\n@ TXT "v=spf1 include:_spf.good.test -all"
_spf TXT "v=spf1 ip4:192.0.2.0/24 -all"\n_dmarc TXT "v=DMARC1; p=reject"`
      const { address, stop } = await startBind({ 'good.test': records })
      const config = { resolver: address, checkMtaSts: false, checkTlsRpt: false }
      return { target: 'good.test', config, stop }
    },
    async bare(place) {
      const resolver = resolverOf(place)
      await Promise.all(mailNames.map((one) => resolver.resolve(one.split(' ')[1]!, one.split(' ')[0]!)))
    },
  },
]

function resolverOf({ config }: Place): Resolver {
  const resolver = new Resolver()
  resolver.setServers([String(config['resolver'])])
  return resolver
}

async function serve(value: unknown): Promise<{ origin: string; stop(): Promise<void> }> {
  const text = JSON.stringify(value)
  const answer: RequestListener = (_request, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(text)
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async (): Promise<void> => void server.close()
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

async function readJson(url: string): Promise<void> {
  const [response] = (await once(get(url, { agent: false, timeout: patienceMs }), 'response')) as [
    AsyncIterable<Buffer>,
  ]
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part)
  JSON.parse(Buffer.concat(parts).toString())
}
