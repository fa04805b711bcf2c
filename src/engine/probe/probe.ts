// The probe: takes what is due at its locations, has it checked, and reports to the judge.
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import type { Config } from '../../domain/monitor.ts'
import type { StatusRule } from '../../domain/rule.ts'
import type { Vault } from '../../domain/vault.ts'
import type { Store } from '../../store/database.ts'
import { type JobFacts, jobFacts } from '../../store/jobs.ts'
import { type Turn, claimTurns } from '../../store/turns.ts'
import type { Judge } from '../judge.ts'
import type { Crew } from './crew.ts'

export interface ProbeParts {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly vault: Vault
  readonly judge: Judge
  readonly crew: Crew
  /** Asked again and again: locations come and go. */
  readonly locations: () => Promise<number[]>
}

interface Job {
  readonly version: number
  readonly type: string
  readonly monitorId: string
  readonly target: string
  readonly config: Config
  readonly deadlineSeconds: number
  readonly statusRules: readonly StatusRule[]
}

const largestClaim = 500
const mostBusy = 5000
const restMs = 100
const retryMs = 1000

export function startProbe(parts: ProbeParts): { stop(): Promise<void> } {
  const { clock, log } = parts
  const stopping = new AbortController()
  const jobs = new Map<number, Job>()
  const under = new Set<Promise<void>>()

  const round = async (): Promise<boolean> => {
    const room = mostBusy - parts.crew.busy
    if (room <= 0) return false
    const limit = Math.min(room, largestClaim)
    const turns = await claimTurns(parts.store, { locations: await parts.locations(), limit, now: clock.now() })
    await learn(parts, jobs, turns)
    for (const turn of turns) {
      const check = checkTurn(parts, turn, jobs.get(turn.schedulerId))
      under.add(check)
      void check.finally(() => under.delete(check))
    }
    return turns.length === limit
  }

  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const pause = await round().then(
        (more) => (more ? 0 : restMs),
        (error: unknown) => {
          log.error('due checks could not be taken; trying again', { error: String(error) })
          return retryMs
        },
      )
      if (pause > 0) await clock.sleep(pause, stopping.signal).catch(() => undefined)
    }
  }
  const done = work()

  return {
    async stop() {
      stopping.abort()
      await done
      // What is being checked may finish; its lease would cost the monitor more.
      await Promise.race([Promise.all(under), clock.sleep(drainMs)])
    },
  }
}

const drainMs = 3000

/** Fetches what has changed since these monitors were checked last. */
async function learn({ store, vault }: ProbeParts, jobs: Map<number, Job>, turns: readonly Turn[]): Promise<void> {
  const outdated = turns.filter(({ schedulerId, version }) => jobs.get(schedulerId)?.version !== version)
  if (outdated.length === 0) return
  for (const facts of await jobFacts(store, outdated.map(({ schedulerId }) => schedulerId))) jobs.set(facts.schedulerId, toJob(facts, vault))
}

function toJob({ secrets, ...facts }: JobFacts, vault: Vault): Job {
  const opened = secrets ? (JSON.parse(vault.open(secrets, facts.monitorId)) as Config) : {}
  return { ...facts, config: { ...facts.config, ...opened } }
}

async function checkTurn({ crew, judge }: ProbeParts, turn: Turn, job: Job | undefined): Promise<void> {
  // The monitor was deleted between the claim and the look.
  if (!job) return
  const { type, monitorId, target, config, deadlineSeconds, statusRules } = job
  const done = await crew.run({ type, monitorId, target, config, deadlineMs: deadlineSeconds * 1000 })
  if (done) judge.report({ turn, at: new Date(done.at), outcome: done.outcome, statusRules })
}
