// The probe: takes what is due at its locations, has it checked, and reports to the judge.
import type { RuleCondition } from '../../domain/alerting/report.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import type { Config } from '../../domain/monitor.ts'
import { type Memory, type ReportedOutcome, asReported, notChecked } from '../../domain/outcome.ts'
import { SecretUnreadable, type Vault } from '../../domain/vault.ts'
import type { Store } from '../../store/database/database.ts'
import { type JobFacts, jobFacts } from '../../store/checking/jobs.ts'
import type { DueScan } from '../../store/checking/scans.ts'
import { type Turn, claimTurns } from '../../store/checking/turns.ts'
import type { OutcomeQueue } from '../judge/outcome-queue.ts'
import { startRounds } from '../rounds.ts'
import type { Crew } from './crew.ts'
import type { Doubt } from './doubt.ts'
import { keepMemory, memoriesFor } from './memories.ts'
import { keepScan, scansDue } from './scans.ts'

export interface ProbeParts {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly vault: Vault
  readonly outcomes: OutcomeQueue
  readonly crew: Crew
  readonly doubt: Doubt
  /** Asked again and again: locations come and go. */
  readonly locations: () => Promise<number[]>
  /** Whose leases its claims are. */
  readonly processId?: number
}

interface Job {
  readonly version: number
  readonly type: string
  readonly monitorId: string
  readonly target: string
  readonly config: Config
  readonly deadlineSeconds: number
  readonly rules: readonly RuleCondition[]
  /** Why it cannot be checked. */
  readonly problem?: string
}

const largestClaim = 500
const mostBusy = 5000
const restMs = 100
const mostRemembered = 250_000
const drainMs = 3000

export function startProbe(parts: ProbeParts): { stop(): Promise<void> } {
  const { clock, log } = parts
  const jobs = new Map<number, Job>()
  const under = new Set<Promise<void>>()

  const round = async (): Promise<boolean> => {
    const room = mostBusy - parts.crew.busy
    if (room <= 0) return false
    const limit = Math.min(room, largestClaim)
    const claim = { locations: await parts.locations(), limit, processId: parts.processId, now: clock.now() }
    const turns = await claimTurns(parts.store, claim)
    await learn(parts, jobs, turns)
    const scans = await scansDue(parts.store, { turns, jobs, now: clock.now() })
    const memories = await memoriesFor(parts.store, { turns, jobs })
    for (const turn of turns) {
      const known = memories.get(turn.monitorNumber)
      const check = checkTurn(parts, turn, { job: jobs.get(turn.monitorNumber), scan: scans.get(turn), known })
      under.add(check)
      void check.finally(() => under.delete(check))
    }
    return turns.length === limit
  }

  const rounds = startRounds({ round, clock, log, complaint: 'due checks could not be taken; trying again', restMs })

  return {
    async stop() {
      await rounds.stop()
      // What is being checked may finish; its lease would cost the monitor more.
      await Promise.race([Promise.all(under), clock.sleep(drainMs)])
    },
  }
}

/** Fetches what has changed since these monitors were checked last. */
async function learn({ store, vault }: ProbeParts, jobs: Map<number, Job>, turns: readonly Turn[]): Promise<void> {
  // Deleted monitors are never asked for again, so now and then everything is learned anew.
  if (jobs.size > mostRemembered) jobs.clear()
  const outdated = turns.filter(({ monitorNumber, version }) => jobs.get(monitorNumber)?.version !== version)
  if (outdated.length === 0) return
  for (const facts of await jobFacts(
    store,
    outdated.map(({ monitorNumber }) => monitorNumber),
  ))
    jobs.set(facts.monitorNumber, toJob(facts, vault))
}

/** Secrets that cannot be read keep their monitor from being checked, and no other. */
function toJob({ secrets, ...facts }: JobFacts, vault: Vault): Job {
  if (!secrets) return facts
  try {
    return { ...facts, config: { ...facts.config, ...(JSON.parse(vault.open(secrets, facts.monitorId)) as Config) } }
  } catch (error) {
    if (error instanceof SecretUnreadable) return { ...facts, problem: error.message }
    throw error
  }
}

interface Assignment {
  readonly job: Job | undefined
  /** What the check carries beside. */
  readonly scan: DueScan | undefined
  readonly known: Memory | undefined
}

async function checkTurn(parts: ProbeParts, turn: Turn, { job, scan, known }: Assignment): Promise<void> {
  const { crew, outcomes, clock } = parts
  // The monitor was deleted between the claim and the look.
  if (!job) return
  if (job.problem)
    return outcomes.report({ turn, at: clock.now(), outcome: asReported(notChecked(job.problem)), rules: [] })
  const { type, monitorId, target, config, deadlineSeconds, rules } = job
  const done = await crew.run({
    type,
    monitorId,
    target,
    config,
    deadlineMs: deadlineSeconds * 1000,
    withScan: scan !== undefined,
    known,
  })
  if (!done) return
  const { remember: memory } = done.outcome
  // Before the turn comes round again.
  if (memory) await keepMemory(parts, turn.monitorNumber, { memory, instead: known })
  const outcome = await doubted(parts.doubt, target, done.outcome)
  outcomes.report({ turn, at: new Date(done.at), outcome, rules })
  if (scan) await keepScan(parts, scan, { type, outcome: done.outcome })
}

/** A failure that is the probe's own is nobody else's. */
async function doubted(doubt: Doubt, target: string, outcome: ReportedOutcome): Promise<ReportedOutcome> {
  if (!outcome.local || outcome.infrastructure) {
    doubt.note(target)
    return outcome
  }
  const excuse = await doubt.consider(target, outcome.local)
  return excuse === null ? outcome : asReported(notChecked(excuse))
}
