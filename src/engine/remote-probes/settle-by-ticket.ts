// Settles outcomes that nobody waits for in this process: they were handed out by another one, or before a restart, or
// they come late. Late ones become history and open no incident.
import { type LateReport, recordLate } from '../../alerting/record-late.ts'
import type { OutcomeReport } from '../../domain/alerting/report.ts'
import type { ReportedOutcome } from '../../domain/outcome.ts'
import { isCurrent, isTooLate } from '../../domain/probing/late-outcome.ts'
import { type CheckPlan, checkPlans } from '../../store/checking/check-plans.ts'
import { waitingTurns } from '../../store/checking/turns.ts'
import type { Store } from '../../store/database/database.ts'
import { dropItem, inParts } from '../isolation.ts'
import type { OutcomeQueue } from '../judge/outcome-queue.ts'
import { saveLateMemory } from '../probe/memories.ts'
import { type ArtifactKeeping, saveArtifacts } from '../probe/save-artifacts.ts'
import type { FigureFilter } from './figure-filter.ts'
import type { Ticket } from './tickets.ts'
import type { EngineServices } from '../services.ts'

export interface TicketedOutcome {
  readonly ticket: Ticket
  readonly outcome: ReportedOutcome & { readonly endedAt: number }
}

interface SettlingServices extends EngineServices {
  readonly artifacts: ArtifactKeeping
  readonly outcomes: OutcomeQueue
  readonly withKnownFigures: FigureFilter
}

export async function settleByTicket(services: SettlingServices, reported: readonly TicketedOutcome[]): Promise<void> {
  const { store, clock } = services
  const now = clock.now().getTime()
  const timed = reported.filter(({ outcome }) => !isTooLate(outcome.endedAt, now))
  if (timed.length === 0) return
  const plans = await plansOf(store, timed)
  const isWaiting = await waitingTurns(
    store,
    timed.map(({ ticket }) => ticket.turn),
  )
  const late: LateReport[] = []
  for (const { ticket, outcome } of timed) {
    const plan = plans.get(ticket.turn.monitorNumber)
    if (!plan) continue
    const report = await reportOf(services, plan, { ticket, outcome })
    if (isCurrent(outcome.endedAt, now) && isWaiting(ticket.turn)) services.outcomes.report(report)
    else late.push({ report, from: ticket.claimedAt, until: ticket.leaseEndsAt })
  }
  await saveLate(services, late)
}

/**
 * Records what a probe checked by itself while it could not reach a server: history only, because the time is over.
 * Returns how many were dropped because their monitors were changed or deleted since.
 */
export async function recordRepetitions(
  services: SettlingServices,
  repeated: readonly TicketedOutcome[],
): Promise<number> {
  const now = services.clock.now().getTime()
  const timed = repeated.filter(({ outcome }) => !isTooLate(outcome.endedAt, now))
  const plans = await plansOf(services.store, timed)
  const late: LateReport[] = []
  for (const { ticket, outcome } of timed) {
    const plan = plans.get(ticket.turn.monitorNumber)
    if (plan?.version !== ticket.turn.version) continue
    const report = {
      turn: ticket.turn,
      at: new Date(outcome.endedAt),
      outcome: services.withKnownFigures(plan.type, outcome),
      rules: plan.rules,
    }
    // Another probe of the location may have repeated it too.
    const nearMs = ticket.repeatEveryMs / 2
    late.push({ report, from: outcome.endedAt - nearMs, until: outcome.endedAt + nearMs })
  }
  await saveLate(services, late)
  return timed.length - late.length
}

/** A probe would send a report that fails again and again. */
const saveLate = (services: SettlingServices, late: readonly LateReport[]): Promise<void> =>
  inParts(
    late,
    (part) => recordLate(services.store, part),
    ({ report: { turn, at } }, error) =>
      dropItem(services, { kind: 'outcomes', ids: { monitorNumber: turn.monitorNumber, at }, error }),
  )

async function plansOf(store: Store, outcomes: readonly TicketedOutcome[]): Promise<Map<number, CheckPlan>> {
  const numbers = [...new Set(outcomes.map(({ ticket }) => ticket.turn.monitorNumber))]
  return new Map((await checkPlans(store, numbers)).map((plan) => [plan.monitorNumber, plan]))
}

async function reportOf(
  services: SettlingServices,
  { type, version, organizationId, monitorId, rules }: CheckPlan,
  { ticket, outcome }: TicketedOutcome,
): Promise<OutcomeReport> {
  const { turn } = ticket
  const at = new Date(outcome.endedAt)
  // What a check of the monitor before its last change learned may be wrong now.
  if (outcome.remember && turn.version === version)
    await saveLateMemory(services, { turn, type, claimedAt: new Date(ticket.claimedAt), endedAt: at }, outcome.remember)
  const known = services.withKnownFigures(type, outcome)
  const saved = await saveArtifacts(services, { organizationId, monitorId }, known)
  return { turn, at, outcome: saved, rules }
}
