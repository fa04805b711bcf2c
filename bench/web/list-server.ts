// A server of ten thousand monitors without a database, so that only the page is measured.
// All other responses are the examples of the operations.
import { readFileSync } from 'node:fs'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { operations } from '../../src/operations/index.ts'

const monitors = 10_000
const dist = join(import.meta.dirname, '../../web/dist')
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}
const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

const rows = Array.from({ length: monitors }, (_, n) => ({
  id: idOf(n),
  name: `Monitor ${n}`,
  type: 'http',
  target: `https://host-${n}.example.com/health`,
  tags: [`team:${n % 40}`],
  interval_seconds: 60,
  state: n % 500 === 0 ? 'down' : 'up',
  status: n % 500 === 0 ? 'down' : 'up',
  maintenance: null,
  affected_by: null,
  group: null,
  bars: 'u'.repeat(48),
  spark: Array.from({ length: 24 }, (_point, hour) => 100 + ((n * 7 + hour * 13) % 80)),
  median_ms: 140,
  uptime_30d: 99.98,
  last_check_at: new Date().toISOString(),
  next_due_at: null,
  failing_locations: [],
}))

function list(query: URLSearchParams): object {
  const fitting = rows.filter(
    ({ name, status }) => name.includes(query.get('q') ?? '') && (query.get('status') ?? status) === status,
  )
  const offset = Number(query.get('offset'))
  const count = (status: string) => ({ value: status, count: rows.filter((row) => row.status === status).length })
  return {
    object: 'list',
    data: fitting.slice(offset, offset + 100),
    total: fitting.length,
    bars_from: new Date().toISOString(),
    bar_seconds: 1800,
    facets: { status: ['up', 'down'].map(count), type: [], tag: [], location: [], interval: [] },
    groups: null,
  }
}

const session = {
  object: 'session',
  id: idOf(1),
  user: { id: idOf(1), name: 'Bench', email: 'bench@example.com' },
  role: 'owner',
  rights: { change: true, administer: true, own: true },
  organization: { id: idOf(1), name: 'Bench', slug: 'bench', plan: 'Enterprise', timezone: 'UTC' },
  organizations: [],
  preferences: { theme: 'system', language: 'en', timezone: null, density: 'comfortable', keys: true },
  server: { version: '0' },
}
const statusGrid = {
  object: 'status-grid',
  groups: Array.from({ length: 40 }, (_, n) => ({ key: `team:${n}`, cells: 'uuuuuuuuug'.repeat(monitors / 400) })),
}
const summary = { monitors: { total: monitors }, incidents: { firing: 1, acknowledged: 0, critical: 1 } }

function sendChanges(response: ServerResponse, turn: number, changed: readonly number[], state: string): void {
  const at = new Date().toISOString()
  const data = { monitors: changed.map((n) => ({ id: idOf(n), state, last_check_at: at })) }
  response.write(`id: ${turn}\nevent: monitor\ndata: ${JSON.stringify(data)}\n\n`)
}

/** Five messages a second that share the changes of that second. */
function stream(response: ServerResponse, changesPerSecond: number): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
  if (changesPerSecond === 0) return
  const size = changesPerSecond / 5
  let turn = 0
  const timer = setInterval(() => {
    const changed = Array.from({ length: size }, (_, n) => (turn * size + n) % monitors)
    sendChanges(response, turn, changed, turn++ % 2 === 0 ? 'down' : 'up')
  }, 200)
  response.on('close', () => clearInterval(timer))
}

type FakeState = 'up' | 'down'

/** Changes every monitor to the other state and then to this one, 200 in a message. */
function burst(streams: Iterable<ServerResponse>, state: FakeState): void {
  const all = rows.map((_row, n) => n)
  for (const response of streams)
    for (const next of [state === 'up' ? 'down' : 'up', state])
      for (let from = 0; from < monitors; from += 200) sendChanges(response, from, all.slice(from, from + 200), next)
  for (const row of rows) row.state = row.status = state
}

function exampleAt(path: string): object {
  const found = operations.find((operation) => operation.method === 'GET' && operation.path === path)
  const example = found?.responses[200] && 'example' in found.responses[200] ? found.responses[200].example : undefined
  return (example as object | undefined) ?? { object: 'list', data: [], has_more: false, next_cursor: null }
}

const overview = exampleAt('/dashboard/overview')
const now = { object: 'now', on_call: [], maintenance: [] }
const beside = {
  session,
  notices: exampleAt('/dashboard/notices'),
  upcoming: exampleAt('/dashboard/upcoming'),
  paging_problems: exampleAt('/dashboard/paging-problems'),
  summary,
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const json = (body: object): unknown =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  if (pathname === '/app/dashboard/session') return void json(session)
  if (pathname === '/app/dashboard/monitors') return void json(list(searchParams))
  if (pathname === '/app/summary') return void json(summary)
  if (pathname === '/app/dashboard/status-grid') return void json(statusGrid)
  const more = searchParams.has('with') && beside
  if (pathname === '/app/dashboard/overview') return void json({ ...overview, ...more })
  if (pathname === '/app/dashboard/now') return void json({ ...now, ...more })
  if (pathname.startsWith('/app/')) return void json(exampleAt(pathname.slice('/app'.length)))
  const type = types[extname(pathname)]
  response.setHeader('content-type', type ?? 'text/html').end(readFileSync(join(dist, type ? pathname : 'index.html')))
}

export interface ListServer {
  readonly origin: string
  /** Sends 20,000 changes to open pages at once; at the end every monitor has this state. */
  readonly burst: (state: FakeState) => void
  readonly close: () => void
}

export async function serveList({ changesPerSecond = 500 } = {}): Promise<ListServer> {
  const streams = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/app/dashboard/events')) return answer(request, response)
    streams.add(response)
    response.on('close', () => streams.delete(response))
    stream(response, changesPerSecond)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = (): void => {
    server.closeAllConnections()
    server.close()
  }
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, burst: (state) => burst(streams, state), close }
}
