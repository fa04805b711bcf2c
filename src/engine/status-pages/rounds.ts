// The loops that update status pages.
import type { Net } from '../../net/index.ts'
import { nextPageChange } from '../../store/checking/due-times.ts'
import type { DueBoard } from '../due-board.ts'
import { startRounds } from '../rounds.ts'
import { announceMaintenance } from './announce-maintenance.ts'
import { publishIncidents } from './publish-incidents.ts'
import { askServices, publishedSummary } from './third-party.ts'
import type { EngineServices } from '../services.ts'

const incidentsMs = 1000
const maintenanceMs = 2000
const servicesMs = 10_000

interface StatusPageServices extends EngineServices {
  readonly net: Net
  readonly board?: DueBoard
}

export function startStatusPages({ store, clock, log, net, board }: StatusPageServices): { stop(): Promise<void> } {
  const rounds = (what: () => Promise<void>, restMs: number, failureMessage: string) => {
    const untilDue = board?.add({ dueAt: () => nextPageChange })
    return startRounds({ round: () => what().then(() => false), clock, log, failureMessage, restMs, untilDue })
  }
  const all = [
    rounds(
      () => publishIncidents(store, clock.now()),
      incidentsMs,
      'incidents could not be put on status pages; trying again',
    ),
    rounds(
      () => announceMaintenance(store, clock.now()),
      maintenanceMs,
      'maintenance could not be put on status pages; trying again',
    ),
    rounds(
      () => askServices({ store, clock, net, summaryOf: publishedSummary }),
      servicesMs,
      'third-party services could not be polled; trying again',
    ),
  ]
  return {
    async stop() {
      await Promise.all(all.map((one) => one.stop()))
    },
  }
}
