// npm run bench -- cli: how long `lapwing status` takes beyond a bare Node, against a server that responds at once.
import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { median } from './kit/figures.ts'
import { Worker, isMainThread, parentPort } from 'node:worker_threads'

const rounds = 20
const maxBeyondNodeMs = 150

const summary = {
  object: 'summary',
  monitors: { total: 1, up: 1, degraded: 0, down: 0, paused: 0, unknown: 0, health_score: 100 },
  incidents: { firing: 0, acknowledged: 0, critical: 0, warning: 0, started_24h: 0 },
  watching: { ok: true, problems: [] },
}
const list = { object: 'list', data: [], has_more: false, next_cursor: null }

/** In a thread of its own: the main thread waits for the programs that it measures. */
function serve(): void {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(request.url?.includes('/summary') ? summary : list))
  }).listen(0, '127.0.0.1', () => parentPort!.postMessage((server.address() as AddressInfo).port))
}

interface RunCost {
  readonly wallMs: number
  readonly cpuMs: number
}

/** The program and its children. bash prints real, user and system time in seconds. */
function costOf(program: readonly string[], env: Readonly<Record<string, string>>): RunCost {
  const script = 'TIMEFORMAT="%R %U %S"; time "$@" >/dev/null'
  const given = { PATH: process.env['PATH'], HOME: '/nonexistent', ...env }
  const { stderr, status } = spawnSync('bash', ['-c', script, 'bash', ...program], { env: given, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  const [wall = 0, user = 0, system = 0] = stderr.trim().split(' ').map(Number)
  return { wallMs: wall * 1000, cpuMs: (user + system) * 1000 }
}

function compare(node: string, env: Readonly<Record<string, string>>): void {
  const program = join(dirname(import.meta.dirname), 'bin', 'lapwing.mjs')
  const bare: RunCost[] = []
  const status: RunCost[] = []
  // Once before, so that the compile cache is there. Then in turns, so that a busy moment hits both.
  costOf([node, program, 'status'], env)
  for (let round = 0; round < rounds; round++) {
    bare.push(costOf([node, '-e', '0'], env))
    status.push(costOf([node, program, 'status'], env))
  }
  const [nodeWall, nodeCpu] = [median(bare.map(({ wallMs }) => wallMs)), median(bare.map(({ cpuMs }) => cpuMs))]
  const [wall, cpu] = [median(status.map(({ wallMs }) => wallMs)), median(status.map(({ cpuMs }) => cpuMs))]
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()
  // On a busy machine the wall time says little, so the CPU time decides.
  const beyond = cpu - nodeCpu
  console.log(
    `${version}: node -e 0 takes ${nodeWall.toFixed(0)} ms (CPU ${nodeCpu.toFixed(0)} ms), lapwing status ` +
      `${wall.toFixed(0)} ms (CPU ${cpu.toFixed(0)} ms): ${beyond.toFixed(0)} ms of CPU beyond Node`,
  )
  if (beyond > maxBeyondNodeMs) process.exitCode = 1
}

if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url))
  const port = await new Promise<number>((resolve) => worker.once('message', resolve))
  const env = { LAPWING_URL: `http://127.0.0.1:${port}`, LAPWING_TOKEN: 'bench' }
  // The Node that runs this, and the one of the machine, which may need the packaged one.
  const installed = spawnSync('bash', ['-c', 'command -v node'], { encoding: 'utf8' }).stdout.trim()
  for (const node of new Set([process.execPath, installed])) compare(node, env)
  await worker.terminate()
} else serve()
