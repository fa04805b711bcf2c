// Evaluates the figures of each fault. Limits leave room for a busy machine.
import type { ClockFigures } from './clock.ts'
import type { HostileFigures } from './hostile.ts'
import type { KillFigures } from './kills.ts'
import type { CpuFigures } from './little-cpu.ts'
import type { ReceiverFigures } from './receivers.ts'

/** The sentences whose condition holds. */
const violations = (found: readonly (readonly [violated: boolean, sentence: string])[]): string[] =>
  found.filter(([violated]) => violated).map(([, sentence]) => sentence)

export function killViolations(figures: KillFigures): string[] {
  const { deaths, writes, lostWrites, outages, incidents, unseenThoughReady, lostEvents } = figures
  return violations([
    [deaths > 0, `Lapwing ended by itself ${deaths} times.`],
    [writes === 0, 'No write succeeded.'],
    [lostWrites > 0, `${lostWrites} of ${writes} acknowledged writes were lost.`],
    [outages > 0 && incidents === 0, `None of ${outages} outages opened an incident.`],
    [unseenThoughReady > 0, `${unseenThoughReady} of ${outages} outages were missed although Lapwing was ready.`],
    [lostEvents > 0, `${lostEvents} events were never sent.`],
  ])
}

export function receiverViolations(figures: ReceiverFigures): string[] {
  const { eventsOwed, lostEvents, outOfOrder, unnotifiedPeople } = figures
  return violations([
    [eventsOwed === 0, 'No event was due.'],
    [lostEvents > 0, `${lostEvents} of ${eventsOwed} events were lost.`],
    [outOfOrder > 0, `${outOfOrder} resolved events came before their firing events.`],
    [unnotifiedPeople > 0, `The chat channel never mentioned ${unnotifiedPeople} sites.`],
  ])
}

// Few checks vary too much to compare their number.
const minComparableChecks = 100

export function clockViolations(figures: ClockFigures): string[] {
  const { sites, before, afterSetBack, afterSetForward, busiestSecond, saidSo, sentAfterSetBack } = figures
  const minChecks = before < minComparableChecks ? 1 : before / 2
  return violations([
    [before === 0, 'No check ran before the clock changed.'],
    [afterSetBack < minChecks, `${afterSetBack} checks ran after the clock was set back, ${before} before.`],
    [afterSetForward < minChecks, `${afterSetForward} checks ran after the clock was set forward, ${before} before.`],
    [busiestSecond > 2 * sites, `${busiestSecond} checks of ${sites} sites ran in one second.`],
    [!saidSo, 'The log does not mention both changes of the clock.'],
    [!sentAfterSetBack, 'No alert was sent for a site that failed after the clock was set back.'],
  ])
}

export function cpuViolations({ checksInAMinute, replacedProcesses }: CpuFigures): string[] {
  return violations([
    [checksInAMinute === 0, 'No check ran within a minute.'],
    [replacedProcesses > 0, `${replacedProcesses} slow check processes were replaced as if they hung.`],
  ])
}

// One interval of the canary.
const maxAddedDelayMs = 5000
const maxMegabytes = 1024

export function hostileViolations(figures: HostileFigures): string[] {
  const { refused, latestMsBefore, latestMs, canaryChecks, mostMegabytes, isAlive } = figures
  return violations([
    [refused.length > 0, `Monitors could not be created: ${refused.join('; ')}.`],
    [canaryChecks === 0, 'The canary was not checked.'],
    [
      latestMs - latestMsBefore > maxAddedDelayMs,
      `A check of the canary was ${latestMs} ms late, ${latestMsBefore} ms before.`,
    ],
    [mostMegabytes > maxMegabytes, `One process used ${mostMegabytes} MB.`],
    [!isAlive, 'Lapwing no longer answers.'],
  ])
}
