// Kills Lapwing and its PostgreSQL again and again, under load: no outage goes unseen, no write and no event is lost.
import { Installation } from './installation.ts'
import { type Site, pause, startReceiver, startSite, until } from './targets.ts'

interface Outage {
  readonly site: Site
  readonly from: number
  to: number
}

export interface KillFigures {
  readonly kills: number
  readonly postmasterKills: number
  readonly writes: number
  readonly lostWrites: number
  readonly outages: number
  readonly unseenOutages: number
  readonly incidents: number
  readonly untoldIncidents: number
  readonly longestUncheckedSeconds: number
}

const intervalSeconds = 5
// What has to be seen: two intervals and twenty seconds.
const outageMs = (2 * intervalSeconds + 20) * 1000
const settleMs = 180_000

export async function killAgainAndAgain({
  kills,
  sites: count,
}: {
  kills: number
  sites: number
}): Promise<KillFigures> {
  const [receiver, sites] = [await startReceiver(), await Promise.all(Array.from({ length: count }, startSite))]
  const lapwing = new Installation({ hook: receiver.url })
  const written: string[] = []
  const outages: Outage[] = []
  let over = false
  try {
    await lapwing.start()
    for (const { url } of sites)
      await lapwing.watch({
        name: url,
        type: 'http',
        target: url,
        interval: intervalSeconds,
        config: { confirmationThreshold: 1 },
      })
    const write = async (): Promise<void> => {
      for (let n = 1; !over; n++) {
        const body = { name: `Contact ${n}`, email: `contact-${n}-${Date.now()}@example.com` }
        const answer = await lapwing.ask('/v1/contacts', { method: 'POST', body }).catch(() => null)
        if (answer?.status === 201) written.push(answer.body.id)
        else await pause(100)
      }
    }
    const breakSites = async (): Promise<void> => {
      for (let n = 0; !over; n++) {
        const site = sites[n % sites.length]!
        const outage = { site, from: Date.now(), to: 0 }
        site.away = true
        outages.push(outage)
        void pause(outageMs).then(() => {
          site.away = false
          outage.to = Date.now()
        })
        await pause((2 * outageMs) / sites.length)
      }
    }
    const busy = [write(), write(), breakSites()]
    let postmasterKills = 0
    for (let n = 0; n < kills; n++) {
      // Now and then before it has drawn breath.
      await pause(n % 5 === 4 ? 150 : 1500 + (n % 7) * 700)
      if (n % 3 === 2 && lapwing.killPostmaster()) postmasterKills += 1
      else {
        await lapwing.kill()
        await lapwing.start()
      }
    }
    over = true
    await Promise.all(busy)
    await until(() => outages.every(({ to }) => to > 0), 2 * outageMs)
    const settled = async (): Promise<boolean> =>
      (await lapwing.list('/v1/incidents?status=resolved').catch(() => [])).length > 0 &&
      (await lapwing.list('/v1/incidents?status=firing').catch(() => [null])).length === 0
    await until(settled, settleMs)
    const incidents = await lapwing.list('/v1/incidents')
    const told = (): Set<string> => new Set(receiver.events.map(({ incident }) => String(incident.id)))
    await until(() => incidents.every(({ id }) => told().has(String(id))), settleMs)
    const contacts = new Set((await lapwing.list('/v1/contacts')).map(({ id }) => id))
    return {
      kills,
      postmasterKills,
      writes: written.length,
      lostWrites: written.filter((id) => !contacts.has(id)).length,
      outages: outages.length,
      unseenOutages: outages.filter((outage) => !incidents.some((incident) => isOf(incident, outage))).length,
      incidents: incidents.length,
      untoldIncidents: incidents.filter(({ id }) => !told().has(String(id))).length,
      longestUncheckedSeconds: Math.max(...sites.map(longestGap)),
    }
  } finally {
    over = true
    await lapwing.stop()
    receiver.stop()
    for (const site of sites) site.stop()
  }
}

function isOf(incident: any, { site, from, to }: Outage): boolean {
  const started = Date.parse(incident.started_at)
  return JSON.stringify(incident).includes(site.url) && started >= from - 1000 && started <= to + 1000
}

function longestGap({ asked }: Site): number {
  return Math.round(Math.max(0, ...asked.slice(1).map((at, index) => at - asked[index]!)) / 1000)
}
