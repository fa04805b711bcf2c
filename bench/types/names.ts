import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { type RequestListener, createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hasBind, startBind } from '../../test/kit/debian/bind.ts'
import { hasRbldnsd, startRbldnsd } from '../../test/kit/debian/rbldnsd.ts'
import { noSources } from '../../test/kit/checks/run-check.ts'
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
type Breach = (typeof breaches)[number]
const zones = Array.from({ length: 14 }, (_, index) => `list${index}.test`)
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
    async bare({ shared }) {
      const [server] = (shared!.source!.value as { rdap: string[] }).rdap
      const { events } = (await readJson(`${server}domain/example.com`)) as typeof registration
      const expires = events.find(({ eventAction }) => eventAction === 'expiration')?.eventDate
      if (Date.parse(expires ?? '') < Date.now()) throw new Error('expired')
    },
  },
  {
    name: 'breach',
    missing: null,
    goal: { ratio: 1.5 },
    async open() {
      const { origin, stop } = await serve(breaches)
      return { target: 'site7.example', config: {}, sources: { ...noSources, breachFeedUrl: `${origin}/` }, stop }
    },
    async bare({ sources, target }) {
      const found = Object.groupBy((await readJson(sources!.breachFeedUrl)) as Breach[], ({ Domain }) => Domain)
      if (Number.isNaN(Date.parse(found[target]?.[0]?.AddedDate ?? ''))) throw new Error('no breach')
    },
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
      const { address, stop } = await startBind({ 'good.test': mailRecords })
      return { target: 'good.test', config: { resolver: address, dkimSelectors: ['s1'], checkBimi: true }, stop }
    },
    bare: (place) => readMailPolicies(resolverOf(place), place.target),
  },
]

// No MTA-STS record: its policy would be fetched from port 443.
const mailRecords = `ns1 A 192.0.2.1
@ MX 10 mail
mail A 192.0.2.25
@ TXT "v=spf1 include:_spf.good.test -all"
_spf TXT "v=spf1 ip4:192.0.2.0/24 -all"
_dmarc TXT "v=DMARC1; p=reject"
s1._domainkey TXT "v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="
_smtp._tls TXT "v=TLSRPTv1; rua=mailto:tls@good.test"`

/** Sends the queries of a check in its order: an include is known after the record that contains it. */
async function readMailPolicies(resolver: Resolver, domain: string): Promise<void> {
  const texts = async (name: string): Promise<string[]> =>
    (await resolver.resolveTxt(name).catch(() => [])).map((parts) => parts.join(''))
  const spf = async (name: string): Promise<void> => {
    const record = (await texts(name)).find((text) => text.startsWith('v=spf1')) ?? ''
    await Promise.all([...record.matchAll(/include:(\S+)/g)].map(([, one]) => spf(one!)))
  }
  const [server] = await resolver.resolveMx(domain)
  const others = ['_dmarc', 's1._domainkey', '_mta-sts', '_smtp._tls', 'default._bimi']
  const found = others.map((name) => texts(`${name}.${domain}`))
  await Promise.all([resolver.resolve4(server!.exchange), spf(domain), ...found])
  if (!(await found[0])?.[0]?.startsWith('v=DMARC1')) throw new Error('no DMARC record')
}

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

async function readJson(url: string): Promise<unknown> {
  const [response] = (await once(get(url, { agent: false, timeout: patienceMs }), 'response')) as [
    AsyncIterable<Buffer>,
  ]
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part)
  return JSON.parse(Buffer.concat(parts).toString())
}
