// The loops that update status pages.
import type { Net } from '../../net/index.ts'
import { nextPageChange } from '../../store/checking/due-times.ts'
import { queueItems } from '../../store/checking/queue-items.ts'
import { startDueQueue } from '../due-queue.ts'
import { startRounds } from '../rounds.ts'
import { announceMaintenance } from './announce-maintenance.ts'
import { publishIncidents, updatePublished } from './publish-incidents.ts'
import { askServices, publishedSummary } from './third-party.ts'
import type { LoopServices } from '../services.ts'

const incidentsMs = 1000
const maintenanceMs = 2000
const servicesMs = 10_000

interface StatusPageServices extends LoopServices {
  readonly net: Net
}

export function startStatusPages({ net, ...services }: StatusPageServices): { stop(): Promise<void> } {
  const { clock, log, board } = services
  const dueAt = () => nextPageChange
  const askAll = async (): Promise<boolean> => {
    await askServices({ ...services, net, summaryOf: publishedSummary })
    return false
  }
  const limit = 200
  const all = [
    startDueQueue(services, {
      items: queueItems.unpublished,
      limit,
      process: publishIncidents,
      restMs: incidentsMs,
      dueAt,
    }),
    startDueQueue(services, {
      items: queueItems.published,
      limit,
      process: updatePublished,
      restMs: incidentsMs,
      dueAt,
    }),
    startDueQueue(services, {
      items: queueItems.maintenance,
      process: announceMaintenance,
      restMs: maintenanceMs,
      dueAt,
    }),
    startRounds({
      round: askAll,
      clock,
      log,
      failureMessage: 'third-party services could not be polled; trying again',
      restMs: servicesMs,
      untilDue: board?.add({ dueAt }),
    }),
  ]
  return {
    async stop() {
      await Promise.all(all.map((one) => one.stop()))
    },
  }
}
