// npm run bench -- agent [seconds]: the cost of an agent in memory and CPU time, including the programs it runs, with a
// sample every ten seconds.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { copyAgent } from '../src/agent/copy.ts'
import { saveSettings } from '../src/agent/settings.ts'
import { nodeFlags } from '../src/agent/service/unit.ts'
import { serve } from './kit/children.ts'
import { deleteFolder, newFolder } from './kit/database.ts'
import { cpuSeconds } from './kit/processes.ts'

const seconds = Number(process.argv[2] ?? 120)
const goals = { megabytes: 60, percent: 0.3 }

const config = {
  reportIntervalSeconds: 10,
  diskInclude: [],
  diskExclude: [],
  interfaces: [],
  services: ['cron'],
  processes: [{ name: 'node' }],
  collectContainers: true,
  collectUpdates: true,
  collectTopProcesses: true,
}

let reports = 0
const server = await serve((request, response) => {
  request.resume()
  request.once('end', () => {
    reports += 1
    response.end(JSON.stringify({ object: 'agent_ack', config_version: 1, config }))
  })
})

const folder = newFolder()
saveSettings(folder, { url: server.origin, token: 'lwa_bench' })
const program = copyAgent(join(import.meta.dirname, '../src'), { folder: join(folder, 'program'), version: '0.0.0' })

async function measure(forSeconds: number): Promise<void> {
  const agent = spawn(process.execPath, [...nodeFlags, program, 'agent', '--dir', folder], {
    stdio: 'inherit',
    env: { UV_THREADPOOL_SIZE: '1' },
  })
  // Starting happens once, and so does querying apt.
  await pass(25_000)
  const [before, from] = [cpuSeconds(agent.pid!), reports]
  await pass(forSeconds * 1000)
  const percent = ((cpuSeconds(agent.pid!) - before) / forSeconds) * 100
  const { resident, own } = memoryOf(agent.pid!)
  agent.kill()
  await once(agent, 'exit')
  console.log(
    `${percent.toFixed(2)} % of a core (goal ${goals.percent}), ${resident.toFixed(1)} MB resident ` +
      `(goal ${goals.megabytes}), ${own.toFixed(1)} MB of them its own; ${reports - from} reports in ${forSeconds} s`,
  )
}

function memoryOf(pid: number): { resident: number; own: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024
  return { resident: megabytes('VmRSS'), own: megabytes('RssAnon') }
}

await measure(seconds)
server.close()
deleteFolder(folder)
