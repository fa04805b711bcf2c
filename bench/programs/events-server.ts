// A Lapwing process for the bench `events`; its parent triggers monitor changes and reads the cost.
import { systemClock } from '../../src/domain/clock.ts'
import { newToken } from '../../src/domain/secret.ts'
import { addSession } from '../../src/store/accounts/sessions.ts'
import { sql } from '../../src/store/database/sql.ts'
import { startServing } from '../kit/serving.ts'

const [folder = ''] = process.argv.slice(2)
const key = 'lw_bench_events_0123456789abcdef'
const { lapwing, store } = await startServing(folder, key)
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
        store.publish({ checked: some })
      }, 100)
    }
    if (ask === 'stop') {
      await store.close()
      await lapwing.stop()
      process.exit(0)
    }
  },
)
