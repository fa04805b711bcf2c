// npm run bench -- probe [seconds]: the memory and CPU time of a probe elsewhere with 1,000 monitors, each checked once
// a minute.
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pass } from 'node:timers/promises'
import { probePaths } from '../src/domain/probing/protocol.ts'
import { runLapwing, serve, terminate } from './kit/children.ts'
import { deleteFolder, newFolder } from './kit/database.ts'
import { cpuSeconds, ownMegabytes, proportionalMegabytes } from './kit/processes.ts'

const seconds = Number(process.argv[2] ?? 120)
const monitors = 1000
const intervalMs = 60_000
const goalMegabytes = 120
const claimMs = 500

let [handedOut, reported, batch, lastClaimMs] = [0, 0, 0, performance.now()]

const site = await serve((_request, response) => response.end('<title>Shop</title>'.padEnd(20_000)))
const target = `${site.origin}/`

function orders(): object[] {
  const nowMs = performance.now()
  const count = Math.floor(((nowMs - lastClaimMs) / intervalMs) * monitors)
  lastClaimMs += (count / monitors) * intervalMs
  return Array.from({ length: count }, () => {
    const number = handedOut++ % monitors
    return {
      ticket: `${handedOut}`.padEnd(200, 'x'),
      type: 'http',
      target: `${target}${number}`,
      config: {},
      monitor_id: `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`,
      organization_id: '00000000-0000-7000-8000-000000000000',
      version: 1,
      deadline_ms: 10_000,
      max_wait_ms: intervalMs,
      host: '127.0.0.1',
      in_browser: false,
    }
  })
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const now = Date.now()
  const answer = { received_at: now, sent_at: now }
  request.resume()
  await once(request, 'end')
  if (request.url === probePaths.hello)
    return void response.end(JSON.stringify({ ...answer, protocol: 2, server_version: '0.0.0', location: 'Bench' }))
  if (request.url === probePaths.report) {
    reported += 1
    return void response.end(JSON.stringify({ ...answer, accepted: 1, refused: 0 }))
  }
  await pass(claimMs)
  batch += 1
  response.end(JSON.stringify({ ...answer, server: 'bench', batch, orders: orders(), cancel: [] }))
}

const server = await serve((request, response) => void respond(request, response))
const folder = newFolder()
const probe = runLapwing(['probe', '--server', server.origin, '--dir', folder, '--allow-private'], {
  LAPWING_PROBE_TOKEN: 'lwp_bench',
  LAPWING_BROWSERS: '0',
  LAPWING_LOG_LEVEL: 'warn',
})
probe.stdout!.resume()
// Modules load and are compiled once.
await pass(20_000)
const [before, from] = [cpuSeconds(probe.pid!), handedOut]
await pass(seconds * 1000)
const percent = ((cpuSeconds(probe.pid!) - before) / seconds) * 100
const { own, program } = ownMegabytes(probe.pid!)
console.log(
  `${proportionalMegabytes(probe.pid!)} MB with its process for checks (goal ${goalMegabytes}): ${own} MB of its own and ` +
    `a part of the ${program} MB of Node, which all Node processes share; ` +
    `${percent.toFixed(1)} % of a core; ${handedOut - from} checks in ${seconds} s, ${reported} reports`,
)
await terminate(probe)
server.close()
site.close()
deleteFolder(folder)
