// A third-party service that publishes its status, and the poll of it.
import { createServer } from 'node:http'
import type { Clock } from '../../../../src/domain/clock.ts'
import type { Log } from '../../../../src/domain/log.ts'
import { askServices } from '../../../../src/engine/status-pages/third-party.ts'
import type { Store } from '../../../../src/store/database/database.ts'
import { openNet } from '../../checks/run-check.ts'
import { onlyErrors } from '../../log.ts'
import { listening } from '../listening.ts'

interface PublishedStatus {
  readonly status?: number
  readonly body: string
}

interface StatusSummary {
  /** What the service responds from now on. */
  publish(next: PublishedStatus): void
  poll(): Promise<void>
  requests(): number
}

export async function statusSummary(store: Store, clock: Clock, log: Log = onlyErrors): Promise<StatusSummary> {
  let [published, requests]: [PublishedStatus, number] = [{ status: 503, body: '' }, 0]
  const server = createServer((_request, response) => {
    requests++
    response.writeHead(published.status ?? 200).end(published.body)
  })
  const url = new URL(`http://127.0.0.1:${await listening(server)}/api/v2/summary.json`)
  const net = openNet({ clock })
  return {
    publish: (next) => void (published = next),
    poll: () => askServices({ store, clock, log, net, summaryOf: () => url }),
    requests: () => requests,
  }
}
