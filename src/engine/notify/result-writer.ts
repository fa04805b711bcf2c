// Collects results of deliveries and stores many of them in one transaction.
import { type DeliveryResult, endUnrecorded } from '../../store/notifications/deliveries.ts'
import { BatchQueue, collectMs } from '../batch-queue.ts'
import { recordResults } from './record-results.ts'
import type { EngineServices } from '../services.ts'

export interface ResultWriter {
  /** Resolves when the result is stored, or dropped because it cannot be. */
  write(result: DeliveryResult): Promise<void>
  stop(): Promise<void>
}

interface WaitingResult {
  readonly result: DeliveryResult
  readonly written: () => void
}

/** After `hurry` aborts, results are stored without waiting for more. */
export function startResultWriter({ store, clock, log }: EngineServices, hurry: AbortSignal): ResultWriter {
  const queue = new BatchQueue<WaitingResult>({
    store,
    clock,
    log,
    kind: 'delivery results',
    async save(batch) {
      const results = batch.map(({ result }) => result)
      await recordResults(store, results, clock.now())
      for (const { written } of batch) written()
    },
    idsOf: ({ result }) => idsOf(result),
    async onRefused({ result, written }) {
      await endUnrecorded(store, result).finally(written)
    },
  })
  hurry.addEventListener('abort', () => queue.flush(), { once: true })
  return {
    write: (result) => new Promise((written) => queue.add({ result, written }, hurry.aborted ? 0 : collectMs)),
    stop: () => queue.stop(),
  }
}

function idsOf({ id, channelId, entries }: DeliveryResult): object {
  const [{ organizationId, alert }] = entries as [DeliveryResult['entries'][number]]
  return { delivery: id, channel: channelId, organizationId, incident: alert.incident.id }
}
