// The judge's transaction: outcomes are written, the rules of monitors in trouble advance, incidents open and close.
import { type Closed, type Effect, type JudgedOutcome, type TypeFacts, judge } from '../../domain/alerting/judge.ts'
import type { RuleState } from '../../domain/alerting/rule-state.ts'
import { type Case, casesOf, keepStates, showStates, stateAfter } from './cases.ts'
import type { Database } from '../database/database.ts'
import { closeRecovered, openIncidents, remindOf, reopenIncidents } from './incidents.ts'
import { type Recorded, type ReportedOutcome, recordOutcomes } from '../results/outcomes.ts'
import { sql } from '../database/sql.ts'

export interface Report {
  /** As it is stored. */
  readonly row: ReportedOutcome
  /** As it was measured. */
  readonly outcome: JudgedOutcome
  /** Its monitor is late or otherwise not well, whatever the outcome says. */
  readonly unwell?: boolean
}

export interface Judging {
  readonly now: Date
  readonly factsOf: (type: string) => TypeFacts
}

/**
 * Answers how many outcomes counted. Healthy monitors cost nothing beyond their results. Monitors are locked before their
 * turns, as everybody does who changes both.
 */
export async function settleOutcomes(db: Database, reports: readonly Report[], judging: Judging): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = reports.map(({ row }) => row)
    const held = await holdTroubled(tx, rows)
    const { counted, troubled } = await recordOutcomes(tx, rows, judging.now)
    if (troubled.length === 0) return counted
    const late = troubled
      .filter(({ monitorNumber }) => !held.has(monitorNumber))
      .map(({ monitorNumber }) => monitorNumber)
    if (late.length > 0) await holdAtOnce(tx, late)
    await judgeAll(tx, countedAmong(reports, troubled), judging)
    return counted
  })
}

/** Each as the report it was: of several for one turn, only one has counted. */
function countedAmong(reports: readonly Report[], counted: Recorded['troubled']): Report[] {
  const keyOf = (monitorNumber: number, slot: number, at: number): string => `${monitorNumber} ${slot} ${at}`
  const byKey = new Map(
    reports.map((report) => [keyOf(report.row.monitorNumber, report.row.slot, report.row.at.getTime()), report]),
  )
  return counted.flatMap(({ monitorNumber, slot, at }) => byKey.get(keyOf(monitorNumber, slot, at)) ?? [])
}

async function holdTroubled(db: Database, rows: readonly ReportedOutcome[]): Promise<Set<number>> {
  const idsOf = (some: readonly ReportedOutcome[]): number[] => some.map(({ monitorNumber }) => monitorNumber)
  const held = await db.rows<{ id: number }>(sql`
    select monitor_number as id
    from monitors
    where monitor_number = any (${idsOf(rows)}::bigint[])
      and (state <> 'up' or unsettled or monitor_number = any (${idsOf(rows.filter(({ suspicious }) => suspicious))}::bigint[]))
    order by monitor_number
    for no key update`)
  return new Set(held.map(({ id }) => id))
}

// They got into trouble between the two looks. To wait for them now, with turns already locked, could wait for ever.
async function holdAtOnce(db: Database, monitorNumbers: readonly number[]): Promise<void> {
  await db.run(
    sql`select from monitors where monitor_number = any (${monitorNumbers}::bigint[]) for no key update nowait`,
  )
}

async function judgeAll(db: Database, reports: readonly Report[], { now, factsOf }: Judging): Promise<void> {
  const cases = await casesOf(db, {
    monitorNumbers: reports.map(({ row }) => row.monitorNumber),
    reporting: reports.map(({ row }) => row.location),
    now,
  })
  const judged = cases.map((watched) => {
    const theirs = reports.filter(
      ({ row }) => row.monitorNumber === watched.monitorNumber && watched.live.includes(row.location),
    )
    const judgement = judge(
      watched,
      theirs.map(({ outcome }) => outcome),
      factsOf(watched.type),
    )
    return {
      watched,
      judgement,
      unwell: theirs.at(-1)?.unwell ?? false,
      seen: theirs.some(({ outcome }) => !outcome.infrastructure),
    }
  })
  await keepStates(
    db,
    judged.flatMap(({ watched: { monitorNumber }, judgement }) =>
      [...judgement.states].map(([ruleId, state]) => ({ ruleId, monitorNumber, state })),
    ),
  )
  await applyEffects(
    db,
    judged.map(({ watched, judgement }) => ({ watched, effects: judgement.effects })),
    now,
  )
  await showStates(
    db,
    judged.map(({ watched, judgement, ...look }) => ({
      monitorNumber: watched.monitorNumber,
      state: stateAfter(watched, judgement.effects, look),
      unsettled: isUnsettled(watched, judgement.states),
    })),
  )
  await hurry(
    db,
    judged.flatMap(({ watched: { monitorNumber }, judgement: { hurryAt } }) =>
      hurryAt ? [{ monitorNumber, at: hurryAt }] : [],
    ),
    now,
  )
}

interface Effects {
  watched: Case
  effects: readonly Effect[]
}

/** Several outcomes of one batch can open and close the same rule, so each rule's effects are applied one after the other. */
async function applyEffects(db: Database, all: readonly Effects[], now: Date): Promise<void> {
  for (let wave = 0; ; wave += 1) {
    const due = all.flatMap(({ watched, effects }) => nth(effects, wave).map((effect) => ({ watched, effect })))
    if (due.length === 0) return
    const openings = due.flatMap(({ watched, effect }) =>
      effect.kind === 'opened' ? [{ monitor: watched, opened: effect }] : [],
    )
    const held = openings.filter(({ opened }) => opened.reopens)
    const remaining = held.length > 0 ? await reopenIncidents(db, held, now) : []
    const fresh = [...openings.filter(({ opened }) => !opened.reopens), ...remaining]
    if (fresh.length > 0) await openIncidents(db, fresh, now)
    const closings = due.flatMap(({ effect }): Closed[] => (effect.kind === 'closed' ? [effect] : []))
    if (closings.length > 0) await closeRecovered(db, closings, now)
    const reminders = due.flatMap(({ effect }) => (effect.kind === 'reminded' ? [effect.rule.ruleId] : []))
    if (reminders.length > 0) await remindOf(db, reminders, now)
  }
}

/** Of each rule, the effect that comes at this place in its order. */
function nth(effects: readonly Effect[], place: number): Effect[] {
  const passed = new Map<number, number>()
  return effects.filter(({ rule }) => {
    const index = passed.get(rule.ruleId) ?? 0
    passed.set(rule.ruleId, index + 1)
    return index === place
  })
}

function isUnsettled({ states }: Case, changed: ReadonlyMap<number, RuleState | null>): boolean {
  const untouched = Object.keys(states).some((ruleId) => !changed.has(Number(ruleId)))
  return untouched || [...changed.values()].some((state) => state !== null)
}

/** Turns that somebody is busy with stay: what they report is known by when it was due. */
async function hurry(db: Database, due: readonly { monitorNumber: number; at: Date }[], now: Date): Promise<void> {
  if (due.length === 0) return
  await db.run(sql`
    update turns t
    set due_at = h.at
    from unnest(${due.map(({ monitorNumber }) => monitorNumber)}::bigint[], ${due.map(({ at }) => at)}::timestamptz[]) as h (monitor_number, at)
    where t.monitor_number = h.monitor_number and t.due_at > h.at and t.leased_until <= ${now}`)
}
