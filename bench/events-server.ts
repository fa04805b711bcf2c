// A Lapwing of its own process for bench:events; its parent says when monitors change, and reads what it costs.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startLapwing } from '../src/app.ts'
import { systemClock } from '../src/domain/clock.ts'
import { newToken } from '../src/domain/secret.ts'
import { operations } from '../src/operations/index.ts'
import { runningServer } from '../src/postgres/index.ts'
import { readSettings } from '../src/settings.ts'
import { addSession } from '../src/store/accounts/sessions.ts'
import { openStore } from '../src/store/database/database.ts'
import { sql } from '../src/store/database/sql.ts'

const [folder = ''] = process.argv.slice(2)
const key = 'lw_bench_events_0123456789abcdef'
const log = { debug() {}, info() {}, warn() {}, error: console.error }
const provision = join(folder, 'lapwing.yaml')
writeFileSync(
  provision,
  `organizations:
  - name: Bench
    apiKeys: [ { name: rw, scope: write, key: ${key} } ]
    users: [ { name: Ada, email: ada@example.com, role: owner } ]
`,
)

const lapwing = await startLapwing({
  settings: readSettings({
    LAPWING_PORT: '0',
    LAPWING_DATA_DIR: join(folder, 'data'),
    LAPWING_PROVISION: provision,
    LAPWING_ROLES: 'server',
  }),
  clock: systemClock,
  log,
  version: '0.0.0-bench',
  operations,
  variable: () => undefined,
  checkEnvironment: process.env,
})
const store = openStore(runningServer(join(folder, 'data'))!, { log, connections: 2 })
const now = systemClock.now()
const token = newToken()
const owner = (await store.row<{ userId: string; organizationId: string }>(
  sql`select user_id as "userId", organization_id as "organizationId" from members limit 1`,
))!
await addSession(
  store,
  { ...owner, token, ip: '127.0.0.1', userAgent: null, expiresAt: new Date(now.getTime() + 3_600_000) },
  now,
)
process.send!({ origin: lapwing.origin, key, cookie: `lapwing_session=${token}` })

let changing: NodeJS.Timeout | undefined
process.on(
  'message',
  async ({ ask, perSecond = 0 }: { ask: 'cost' | 'change' | 'rest' | 'stop'; perSecond?: number }) => {
    if (ask === 'cost') process.send!({ cpu: process.cpuUsage(), memory: process.memoryUsage().rss })
    if (ask === 'rest') clearInterval(changing)
    if (ask === 'change') {
      const numbers = (await store.rows<{ number: number }>(sql`select monitor_number as number from monitors`)).map(
        ({ number }) => number,
      )
      let at = 0
      changing = setInterval(() => {
        const some = Array.from({ length: perSecond / 10 }, () => numbers[at++ % numbers.length]!)
        store.tell({ checked: some })
      }, 100)
    }
    if (ask === 'stop') {
      await store.close()
      await lapwing.stop()
      process.exit(0)
    }
  },
)
