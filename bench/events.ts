// npm run bench -- events: the cost of open tabs for one process, when idle and while monitors change.
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { askProgram, nextMessage, startProgram } from './kit/children.ts'
import { deleteFolder, newFolder } from './kit/database.ts'

const tabs = Number(process.argv[2] ?? 1000)
const perSecond = Number(process.argv[3] ?? 500)
const seconds = Number(process.env['BENCH_SECONDS'] ?? 10)
const monitors = 500

interface Cost {
  readonly cpu: NodeJS.CpuUsage
  readonly memory: number
}

const folder = newFolder()
const server = startProgram('events-server.ts', [folder])
const { origin, key, cookie } = await nextMessage<{ origin: string; key: string; cookie: string }>(server)
const cost = (): Promise<Cost> => askProgram<Cost>(server, { ask: 'cost' })
const mib = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MiB`

for (let n = 0; n < monitors; n++)
  await fetch(`${origin}/v1/monitors`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: `Job ${n}`, type: 'heartbeat', interval: 3600 }),
  })

const before = await cost()
let received = 0
const open: ClientRequest[] = []
for (let n = 0; n < tabs; n++) {
  const asking = request(`${origin}/app/dashboard/events`, { headers: { cookie }, agent: false })
  asking.on('error', () => undefined).end()
  const [response] = (await once(asking, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`tab ${n} got ${response.statusCode}`)
  response.on('data', (chunk: Buffer) => (received += chunk.length))
  open.push(asking)
}
const opened = await cost()
process.stdout.write(
  `${tabs} tabs: ${mib(opened.memory - before.memory)} more memory (${((opened.memory - before.memory) / tabs / 1024).toFixed(0)} KiB each)\n`,
)

await measure('at rest')
server.send({ ask: 'change', perSecond })
await pause(1500)
await measure(`${perSecond} changes a second`)
server.send({ ask: 'rest' })
for (const tab of open) tab.destroy()
server.send({ ask: 'stop' })
await once(server, 'exit')
deleteFolder(folder)

async function measure(what: string): Promise<void> {
  const [start, startBytes, at] = [await cost(), received, performance.now()]
  await pause(seconds * 1000)
  const end = await cost()
  const wall = (performance.now() - at) / 1000
  const cpu = (end.cpu.user + end.cpu.system - start.cpu.user - start.cpu.system) / 1e6
  const perTab = (received - startBytes) / tabs / wall
  process.stdout.write(
    `${what}: ${((cpu / wall) * 100).toFixed(1)} % of a core, ${perTab.toFixed(0)} bytes a second to each tab, ${mib(end.memory)} in all\n`,
  )
}
