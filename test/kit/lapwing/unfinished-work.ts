// What a Lapwing still works on when its test is over.
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import type { FakeClock } from '../clock.ts'

// A delivery that waits for an earlier one of its incident is not due yet.
const readUnfinished = {
  name: 'unfinished',
  text: `
    select format('alert of incident %s waits to be routed', incident_id) as what
    from outbox
    where due_at <= $1
    union all
    select format('delivery %s to channel "%s" (%s) is %s', d.id, c.name, c.type,
      case when d.leased_until > $1 then 'under way, or its result is not stored' else 'due' end)
    from deliveries d
    join notification_channels c on c.organization_id = d.organization_id and c.id = d.channel_id
    where d.leased_until > $1
      or d.due_at <= $1 and not exists (
        select from deliveries e
        where e.channel_id = d.channel_id and e.incident_id = d.incident_id and e.id < d.id and d.incident_id <> 0
      )
    union all
    select format('email %s to a subscriber is under way', id) from status_page_letters where leased_until > $1`,
}

const pauseMs = 5
// A result waits for others for a twentieth of a second; after many steps, a receiver that never responds times out.
const [firstStepMs, maxStepMs] = [100, 5000]

interface Unfinished {
  readonly clock: FakeClock
  readonly session: Client
  readonly patienceMs?: number
}

/** Lets time pass until its notifier has nothing to do. Throws with what is left if that never happens. */
export async function finishWork({ clock, session, patienceMs = 60_000 }: Unfinished): Promise<void> {
  const giveUpAt = performance.now() + patienceMs
  for (let stepMs = firstStepMs; ; stepMs = Math.min(stepMs * 1.1, maxStepMs)) {
    const { rows } = await session.query<{ what: string }>({ ...readUnfinished, values: [clock.now()] })
    if (rows.length === 0) return
    if (performance.now() > giveUpAt)
      throw new Error(`the test left work behind that does not end:\n${rows.map(({ what }) => what).join('\n')}`)
    clock.advance(stepMs)
    await wait(pauseMs)
  }
}
