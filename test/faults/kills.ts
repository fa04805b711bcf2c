// Kills Lapwing and its PostgreSQL repeatedly under load: no outage goes undetected, and no write or event is lost.
import { Installation } from './installation.ts'
import { type Receiver, type Site, pause, startReceiver, startSite, until } from './targets.ts'

interface Outage {
  readonly site: Site
  readonly from: number
  to: number
}

/** From a kill until Lapwing was ready again; a process was starting from `startedAt` on. */
interface Gap {
  readonly from: number
  readonly startedAt: number
  readonly to: number
}

/** An undetected outage, and what Lapwing was doing meanwhile. */
interface Unseen {
  readonly seconds: number
  /** No process was alive: the only excuse. */
  readonly deadSeconds: number
  /** Dead or starting. */
  readonly notReadySeconds: number
  /** How long it was ready each time until the next kill. */
  readonly readySeconds: readonly number[]
  /** How often the site was checked meanwhile. */
  readonly checks: number
}

export interface KillFigures {
  readonly kills: number
  readonly postmasterKills: number
  /** How often it had exited by itself before the kill. */
  readonly deaths: number
  /** The slowest start on this machine. */
  readonly slowestStartSeconds: number
  /** From readiness to the first check, if it lived that long. */
  readonly slowestFirstCheckSeconds: number
  readonly writes: number
  readonly lostWrites: number
  readonly outages: number
  /** Outages longer than two intervals and twenty seconds, not counting time without a process. */
  readonly unseenOutages: number
  /** Undetected outages during which it was ready for two intervals in a row: a slow machine does not explain them. */
  readonly unseenThoughReady: number
  readonly unseen: readonly Unseen[]
  readonly incidents: number
  /** Openings and ends that the receiver never got. */
  readonly lostEvents: number
  readonly longestUncheckedSeconds: number
}

const intervalSeconds = 5
const longestUnseenSeconds = 2 * intervalSeconds + 20
const shortestOutageMs = (longestUnseenSeconds + 1) * 1000
const betweenOutagesMs = 4000
const settleMs = 300_000

export async function killAgainAndAgain(size: { kills: number; sites: number }): Promise<KillFigures> {
  const [receiver, sites] = [await startReceiver(), await Promise.all(Array.from({ length: size.sites }, startSite))]
  const lapwing = new Installation({ hooks: [receiver] })
  const life = { isOver: false }
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
    const [writing, breaking] = [writeContacts(lapwing, life), breakInTurn(sites, life)]
    const { gaps, postmasterKills, deaths } = await killTimes(lapwing, size.kills)
    life.isOver = true
    const [written, outages] = await Promise.all([writing, breaking])
    const incidents = await settledIncidents(lapwing)
    const contacts = new Set((await lapwing.list('/v1/contacts')).map(({ id }) => id))
    const unseen = outages
      .filter((outage) => !incidents.some((incident) => isOf(incident, outage)))
      .map((outage) => describe(outage, gaps))
      .filter(({ seconds: all, deadSeconds }) => all - deadSeconds > longestUnseenSeconds)
    return {
      kills: size.kills,
      postmasterKills,
      deaths,
      slowestStartSeconds: seconds(Math.max(...gaps.map(({ from, to }) => to - from))),
      slowestFirstCheckSeconds: seconds(Math.max(...firstChecks(sites, gaps))),
      writes: written.length,
      lostWrites: written.filter((id) => !contacts.has(id)).length,
      outages: outages.length,
      unseenOutages: unseen.length,
      unseenThoughReady: unseen.filter(({ readySeconds }) => Math.max(0, ...readySeconds) > 2 * intervalSeconds).length,
      unseen,
      incidents: incidents.length,
      lostEvents: await lostEvents(receiver, incidents),
      longestUncheckedSeconds: Math.max(...sites.map(longestGap)),
    }
  } finally {
    life.isOver = true
    await lapwing.stop()
    receiver.stop()
    for (const site of sites) site.stop()
  }
}

async function killTimes(
  lapwing: Installation,
  kills: number,
): Promise<{ gaps: Gap[]; postmasterKills: number; deaths: number }> {
  const gaps: Gap[] = []
  let [postmasterKills, deaths, startMs] = [0, 0, 2000]
  for (let n = 0; n < kills; n++) {
    // Sometimes right after the start, otherwise after a time relative to this machine's speed.
    await pause(n % 5 === 4 ? 150 : startMs * (0.4 + (n % 7) * 0.2))
    const from = Date.now()
    let startedAt = from
    if (n % 3 === 2 && lapwing.killPostmaster()) {
      postmasterKills += 1
      await until(() => lapwing.answers(), settleMs)
    } else {
      if (!(await lapwing.kill())) deaths += 1
      await lapwing.start(() => (startedAt = Date.now()))
      startMs = Date.now() - from
    }
    gaps.push({ from, startedAt, to: Date.now() })
  }
  return { gaps, postmasterKills, deaths }
}

/** Returns the ids of acknowledged contacts. */
async function writeContacts(lapwing: Installation, life: { isOver: boolean }): Promise<string[]> {
  const written: string[] = []
  for (let n = 1; !life.isOver; n++) {
    const body = { name: `Contact ${n}`, email: `contact-${n}@example.com` }
    const answer = await lapwing.ask('/v1/contacts', { method: 'POST', body }).catch(() => null)
    if (answer?.status === 201) written.push(answer.body.id)
    await pause(answer?.status === 201 ? 20 : 100)
  }
  return written
}

/** Takes one site after the other down for a while, several at a time. */
async function breakInTurn(sites: readonly Site[], life: { isOver: boolean }): Promise<Outage[]> {
  const outages: Outage[] = []
  for (let n = 0; !life.isOver; n++) {
    const site = sites[n % sites.length]!
    const outage = { site, from: Date.now(), to: 0 }
    site.away = true
    outages.push(outage)
    void pause(shortestOutageMs + (n % 4) * 5000).then(() => {
      site.away = false
      outage.to = Date.now()
    })
    await pause(betweenOutagesMs)
  }
  await until(() => outages.every(({ to }) => to > 0), settleMs)
  return outages
}

async function settledIncidents(lapwing: Installation): Promise<any[]> {
  const isSettled = async (): Promise<boolean> =>
    (await lapwing.list('/v1/incidents').catch(() => [{}])).every(({ status }) => status === 'resolved')
  await until(isSettled, settleMs)
  return lapwing.list('/v1/incidents')
}

async function lostEvents({ events }: Receiver, incidents: readonly any[]): Promise<number> {
  const owed = incidents.flatMap(({ id }) => [`${id} incident.firing`, `${id} incident.resolved`])
  const missing = (): string[] => {
    const received = new Set(events.map(({ event, incident }) => `${incident.id} ${event}`))
    return owed.filter((key) => !received.has(key))
  }
  await until(() => missing().length === 0, settleMs)
  return missing().length
}

/** Whether it was open at some time during the outage. */
function isOf(incident: any, { site, from, to }: Outage): boolean {
  const [started, ended] = [Date.parse(incident.started_at), Date.parse(incident.resolved_at ?? '9999-12-31')]
  return JSON.stringify(incident).includes(site.url) && started <= to + 1000 && ended >= from
}

function describe({ site, from, to }: Outage, gaps: readonly Gap[]): Unseen {
  const within = (one: { from: number; to: number }): number =>
    Math.max(0, Math.min(to, one.to) - Math.max(from, one.from))
  const sum = (spans: readonly { from: number; to: number }[]): number =>
    tenths(spans.reduce((ms, span) => ms + within(span), 0))
  const ready = [...gaps, { from: Infinity }].map((gap, n) => ({ from: gaps[n - 1]?.to ?? 0, to: gap.from }))
  return {
    seconds: tenths(to - from),
    deadSeconds: sum(gaps.map((gap) => ({ from: gap.from, to: gap.startedAt }))),
    notReadySeconds: sum(gaps),
    readySeconds: ready
      .map(within)
      .filter((ms) => ms > 0)
      .map(tenths),
    checks: site.requested.filter((at) => at >= from && at <= to).length,
  }
}

function firstChecks(sites: readonly Site[], gaps: readonly Gap[]): number[] {
  const requested = sites.flatMap((site) => site.requested).toSorted((a, b) => a - b)
  return gaps.flatMap(({ to }, index) => {
    const first = requested.find((at) => at > to)
    const diesAt = gaps[index + 1]?.from ?? Infinity
    return first !== undefined && first < diesAt ? [first - to] : []
  })
}

function longestGap({ requested }: Site): number {
  return seconds(Math.max(0, ...requested.slice(1).map((at, index) => at - requested[index]!)))
}

const seconds = (ms: number): number => Math.round(ms / 1000)
const tenths = (ms: number): number => Math.round(ms / 100) / 10
