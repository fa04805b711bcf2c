// npm run bench -- cold: the overview of 10,000 monitors in a browser with an empty cache, from a whole server and its
// database, beside a page without anything. The limit is 1 s until content on a quiet machine. On a busy one, read the
// CPU seconds.
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { systemClock } from '../src/domain/clock.ts'
import { newToken } from '../src/domain/secret.ts'
import { addSession } from '../src/store/accounts/sessions.ts'
import { runLapwing, serve, terminate, untilReady } from './kit/children.ts'
import { fillDashboard, putOwner } from './kit/dashboard-data.ts'
import { startDatabase } from './kit/database.ts'
import { median } from './kit/figures.ts'
import { cpuSeconds } from './kit/processes.ts'
import { program } from './web/list.ts'

const monitors = Number(process.argv[2] ?? 10_000)
const rounds = 5
const requests = [
  '/app/dashboard/overview?with=session%2Cnotices%2Cpaging_problems%2Cupcoming',
  '/app/dashboard/status-grid?by=tag',
  '/app/dashboard/session',
  '/',
]

const database = await startDatabase()
const now = systemClock.now()
const organizationId = await fillDashboard(database.store, { monitors, days: 1, now, results: false })
const { id: userId } = await putOwner(database.store, organizationId, now)
const token = newToken()
const expiresAt = new Date(now.getTime() + 3_600_000)
await addSession(database.store, { userId, organizationId, token, ip: '127.0.0.1', userAgent: null, expiresAt }, now)
const lapwing = runLapwing(['start'], {
  LAPWING_DATABASE_URL: database.url,
  LAPWING_DATA_DIR: join(database.folder, 'lapwing'),
  LAPWING_SECRET_KEY: 'a key that is long enough for a bench',
  LAPWING_ROLES: 'server',
  LAPWING_PORT: '0',
  LAPWING_HOST: '127.0.0.1',
})
const origin = await untilReady(lapwing)
const bare = await serve((_request, response) => {
  response.setHeader('content-type', 'text/html').end('<!doctype html><title>Bare</title><h1>Bare.</h1>')
})

interface Spent {
  readonly seconds: number
  readonly server: number
  readonly database: number
}

async function spentBy(work: () => Promise<unknown>): Promise<Spent> {
  const [server, postgres, start] = [cpuSeconds(lapwing.pid!), cpuSeconds(database.pid), performance.now()]
  await work()
  return {
    seconds: (performance.now() - start) / 1000,
    server: cpuSeconds(lapwing.pid!) - server,
    database: cpuSeconds(database.pid) - postgres,
  }
}

const cookie = { name: 'lapwing_session', value: token, url: origin }
// The moment at which the heading is painted; one of the overview ends in a full stop once it has the data.
const watch = `new MutationObserver((_changes, observer) => {
  if (!document.querySelector('h1')?.textContent.endsWith('.')) return
  observer.disconnect()
  requestAnimationFrame(() => setTimeout(() => (globalThis.shown = performance.now())))
}).observe(document, { subtree: true, childList: true })`

async function visit(browser: Browser, address: string): Promise<Spent> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 } })
  await context.addCookies([cookie])
  const page = await context.newPage()
  await page.addInitScript(watch)
  let shown = 0
  const { server, database: postgres } = await spentBy(async () => {
    await page.goto(address)
    while (!shown) shown = Number((await page.evaluate('globalThis.shown')) ?? 0)
  })
  await context.close()
  return { seconds: shown / 1000, server, database: postgres }
}

function report(title: string, spent: readonly Spent[]): void {
  const middle = (of: keyof Spent): string => median(spent.map((one) => one[of])).toFixed(3)
  console.log(
    `${title.padEnd(46)} ${middle('seconds')} s (first ${spent[0]!.seconds.toFixed(3)})  CPU: server ${middle('server')} s, database ${middle('database')} s`,
  )
}

const repeated = (work: () => Promise<Spent>): Promise<Spent[]> => Array.fromAsync({ length: rounds }, work)

const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-gpu'] })
try {
  for (const path of requests)
    report(
      path.replace(/\?.*/, ''),
      await repeated(() =>
        spentBy(async () => (await fetch(origin + path, { headers: { cookie: `${cookie.name}=${token}` } })).bytes()),
      ),
    )
  report('a bare page in the browser', await repeated(() => visit(browser, bare.origin)))
  report(`the overview of ${monitors} monitors in the browser`, await repeated(() => visit(browser, origin)))
} finally {
  await browser.close()
  bare.close()
  await terminate(lapwing)
  await database.stop()
}
