// `node scripts/run.mjs test/web/pictures.ts`: takes the pictures of the docs from a Lapwing that watches a small shop,
// part of which breaks.
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { startLapwing } from '../../src/app.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { newToken } from '../../src/domain/secret.ts'
import { createLog } from '../../src/log.ts'
import { operations } from '../../src/operations/index.ts'
import { runningServer } from '../../src/postgres/index.ts'
import { builtDashboard } from '../../src/roles/dashboard.ts'
import { readSettings } from '../../src/settings.ts'
import { addSession } from '../../src/store/accounts/sessions.ts'
import { openStore } from '../../src/store/database/database.ts'
import { sql } from '../../src/store/database/sql.ts'
import { newFolder } from '../kit/files.ts'
import { checkout } from '../kit/lapwing/process.ts'
import { waitUntil } from '../kit/wait-until.ts'

const key = 'lw_pictures_0123456789abcdef0123'
const log = createLog('error')
const folder = newFolder()
const dataDir = join(folder.path, 'data')
const provision = join(folder.path, 'lapwing.yaml')

let isBroken = false
const shop = createServer(({ url }, response) => {
  const fails = isBroken && url === '/checkout'
  response.statusCode = fails ? 503 : 200
  const answer = (): unknown =>
    response.end(fails ? '{"status":"unavailable","failing":["payments"]}' : '{"status":"ok"}')
  setTimeout(answer, url === '/images' ? 120 : 8)
}).listen(0, '127.0.0.1')
await once(shop, 'listening')
const shopAt = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`

writeFileSync(
  provision,
  `
organizations:
  - name: Halden Outdoor
    apiKeys: [ { name: deploy-bot, scope: write, key: ${key} } ]
    users:
      - { name: Mara Lindqvist, email: mara@example.com, role: owner }
      - { name: Jonas Weber, email: jonas@example.com, role: admin }
    channels:
      - { name: "#shop-alerts", type: webhook, default: true, config: { url: "${shopAt}/hook" } }
locations:
  - { slug: fra, name: Frankfurt, city: Frankfurt, region: eu, country: Germany, countryCode: DE, embedded: true }
  - { slug: hel, name: Helsinki, city: Helsinki, region: eu, country: Finland, countryCode: FI, embedded: true }
`,
)

const lapwing = await startLapwing({
  settings: readSettings({ LAPWING_PORT: '0', LAPWING_DATA_DIR: dataDir, LAPWING_PROVISION: provision }),
  clock: systemClock,
  log,
  version: '0.3.0',
  operations,
  variable: () => undefined,
  checkEnvironment: process.env,
  dashboard: builtDashboard(join(checkout, 'web', 'dist')),
})
const origin = lapwing.origin!

async function ask(method: string, path: string, body?: object): Promise<any> {
  const response = await fetch(`${origin}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return response.json()
}

const locations = (await ask('GET', '/locations')).data.map(({ id }: { id: string }) => id)
const watch = (name: string, path: string, tags: string[]): Promise<any> =>
  ask('POST', '/monitors', { name, type: 'http', target: shopAt + path, interval: 5, locations, tags })

const checkoutApi = await watch('Checkout API', '/checkout', ['shop', 'tier:1'])
await watch('Product images', '/images', ['shop'])
for (const [name, tag] of [
  ['Search', 'shop'],
  ['Basket', 'shop'],
  ['Sign-in', 'platform'],
  ['Billing', 'platform'],
  ['Docs', 'platform'],
  ['Queue', 'platform'],
  ['Mail gateway', 'mail'],
  ['Partner feed', 'partners'],
] as const)
  await watch(name, `/${name.toLowerCase()}`, [tag])

const store = openStore(runningServer(dataDir)!, { log, connections: 1 })
const token = newToken()
const owner = (await store.row<{ user: string; organization: string }>(
  sql`select user_id as "user", organization_id as organization from members where role = 'owner' limit 1`,
))!
const now = systemClock.now()
await addSession(
  store,
  {
    userId: owner.user,
    organizationId: owner.organization,
    token,
    ip: '127.0.0.1',
    userAgent: null,
    expiresAt: new Date(now.getTime() + 3_600_000),
  },
  now,
)
await store.close()

const settleMs = 60_000
await systemClock.sleep(settleMs)
isBroken = true
const incident = await waitUntil(async () => (await ask('GET', '/incidents')).data?.[0])
await systemClock.sleep(settleMs / 2)

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const wide = { width: 1440, height: 1000 }
const phone = { width: 390, height: 844 }
for (const theme of ['light', 'dark'] as const) {
  await take(browser, { name: `overview-wide-${theme}`, path: '/', size: wide, theme })
  await take(browser, { name: `overview-phone-${theme}`, path: '/', size: phone, theme })
}
await take(browser, { name: 'monitor', path: `/monitors/${checkoutApi.id}`, size: wide, theme: 'light' })
await take(browser, { name: 'incident', path: `/incidents/${incident.id}`, size: wide, theme: 'light' })
await browser.close()
await lapwing.stop()
shop.close()
folder.remove()

interface Picture {
  readonly name: string
  readonly path: string
  readonly size: typeof wide
  readonly theme: 'light' | 'dark'
}

async function take(chrome: Browser, { name, path, size, theme }: Picture): Promise<void> {
  const context = await chrome.newContext({ viewport: size, colorScheme: theme, locale: 'en-GB' })
  await context.addCookies([{ name: 'lapwing_session', value: token, url: origin }])
  const page = await context.newPage()
  await page.goto(origin + path)
  await page.locator('h1').waitFor()
  await page.waitForTimeout(2000)
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
  await page.waitForTimeout(1000)
  const file = join(checkout, 'docs', 'images', `${name}.png`)
  await page.screenshot({ path: file })
  process.stdout.write(`${file}\n`)
  await context.close()
}
