// Polls the status of third-party services that status pages show or monitors depend on, once a minute.
import { type ServiceSummary, type Service, readSummary, serviceOf } from '../../domain/status-page/third-party.ts'
import { withTimeLimit } from '../../domain/limits/time-limit.ts'
import type { Net } from '../../net/index.ts'
import { queueItems } from '../../store/checking/queue-items.ts'
import { isPassing } from '../../store/database/failures.ts'
import { noteVendorReports } from '../../store/incidents/vendor-reports.ts'
import { recordService, takeServicesToAsk } from '../../store/status-pages/third-party-services.ts'
import { processDue } from '../due-queue.ts'
import { dropItem } from '../isolation.ts'
import type { EngineServices } from '../services.ts'

export interface AskingParts extends EngineServices {
  readonly net: Net
  /** The address of the summary of a service. */
  summaryOf(service: Service): URL
}

export const publishedSummary = ({ url }: Service): URL => new URL('/api/v2/summary.json', url)

const askEveryMs = 60_000
const timeoutMs = 10_000
const maxBytes = 2_097_152

export async function askServices(parts: AskingParts): Promise<void> {
  const { store, clock } = parts
  const slugs = await takeServicesToAsk(store, { everyMs: askEveryMs, now: clock.now() })
  await Promise.all(
    slugs.map((slug) =>
      askService(parts, slug).catch((error: unknown) => {
        if (isPassing(error)) throw error
        return dropItem(parts, { kind: 'third-party services', ids: { slug }, error })
      }),
    ),
  )
  if (slugs.length > 0)
    await processDue(parts, {
      items: queueItems.vendorReports,
      process: async (db, due) => (await noteVendorReports(db, due)).size,
    })
}

async function askService(parts: AskingParts, slug: string): Promise<void> {
  const service = serviceOf(slug)
  if (!service) return
  const answer = await ask(parts, service).catch((error: unknown) => String(error))
  const [summary, problem] = typeof answer === 'string' ? [null, answer.slice(0, 500)] : [answer, null]
  await recordService(parts.store, { slug, summary, problem, now: parts.clock.now() })
}

/** The status, or the reason why it is unknown. */
async function ask({ net, clock, summaryOf }: AskingParts, service: Service): Promise<ServiceSummary | string> {
  const { status, body } = await withTimeLimit({ clock, ms: timeoutMs }, (signal) =>
    net.request({
      url: summaryOf(service),
      method: 'GET',
      headers: [{ key: 'accept', value: 'application/json' }],
      maxRedirects: 3,
      onlyHttp1: true,
      maxBytes,
      verify: true,
      ipVersion: 'any',
      signal,
    }),
  )
  if (status !== 200) return `answered ${status}`
  return readSummary(JSON.parse(body.toString('utf8'))) ?? 'answered with something that is no status summary'
}
