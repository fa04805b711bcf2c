// The bare alternative: a loop of signed POSTs with the same client, and nothing else. The first ones are measured
// apart, because compiling the code falls into them.
import { createHmac } from 'node:crypto'
import { systemClock as clock } from '../../src/domain/clock.ts'
import { KeptConnections } from '../../src/net/http/kept-connections.ts'
import { createNet } from '../../src/net/index.ts'
import { createPolicy } from '../../src/net/policy.ts'

const [address = '', json = '{}', warmUp = '', count = '', atOnce = '', connections = 'new'] = process.argv.slice(2)
const event: unknown = JSON.parse(json)
const net = createNet({ policy: createPolicy({ allowPrivate: true }), clock })
const kept = new KeptConnections(clock)
let left = 0

/** A closed connection occupies its port for a minute, but only for one address of the receiver. */
function urlOf(n: number): URL {
  const url = new URL(address)
  if (connections === 'new') url.hostname = `127.0.0.${1 + (n % 16)}`
  return url
}

async function loop(owner: string): Promise<void> {
  while (left-- > 0) {
    const body = JSON.stringify(event)
    const signature = createHmac('sha256', 'the secret of the bench').update(body).digest('hex')
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': 'Service-AlertManager/1.0',
      'X-Service-Signature': `sha256=${signature}`,
    }
    const { status } = await net.request({
      url: urlOf(left),
      method: 'POST',
      headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
      body,
      maxRedirects: 0,
      verify: true,
      ipVersion: 'any',
      signal: new AbortController().signal,
      // A loop may keep as many as it has requests at once, so each of its strands is an owner.
      keep: connections === 'kept' ? { connections: kept, owner } : undefined,
    })
    if (status !== 200) throw new Error(`answered ${status}`)
  }
}

async function cpuOf(requests: number): Promise<number> {
  left = requests
  const before = process.cpuUsage()
  await Promise.all(Array.from({ length: Number(atOnce) }, (_, n) => loop(String(n))))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

const first = await cpuOf(Number(warmUp))
const rest = await cpuOf(Number(count))
kept.close()
process.send!({ first, rest })
