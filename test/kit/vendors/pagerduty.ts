// PagerDuty: takes events, keeps incidents, and reports every change of them to its webhooks.
import { createHmac, randomUUID } from 'node:crypto'
import { startReceiver } from '../resources/receiver.ts'

export const routingKey = '0123456789abcdef0123456789abcdef'
export const pagerdutyApiKey = 'y_NbAkKc66ryYTWUXYEu'
const oldSecret = 'the secret before the last'

interface PagerDutyIncident {
  readonly id: string
  readonly key: string
  status: 'triggered' | 'acknowledged' | 'resolved'
}

const next = { trigger: 'triggered', acknowledge: 'acknowledged', resolve: 'resolved' } as const
const ada = { id: 'PADA', type: 'user_reference', summary: 'Ada L.' }
const integration = { id: 'PINT', type: 'events_api_v2_inbound_integration_reference', summary: 'Lapwing' }

export async function startPagerDuty({ secret, email }: { secret: string; email: string }) {
  /** Incidents of services that create alerts have no key themselves. */
  const service = { hasAlerts: false }
  const incidents = new Map<string, PagerDutyIncident>()
  const events: string[] = []
  const delivered: number[] = []
  const reports: Promise<unknown>[] = []
  let webhook: string | null = null
  const report = async (incident: PagerDutyIncident, agent: object): Promise<void> => {
    if (webhook === null) return
    const body = JSON.stringify({
      event: {
        id: randomUUID(),
        event_type: `incident.${incident.status}`,
        resource_type: 'incident',
        occurred_at: '2026-03-01T12:00:00.000Z',
        agent,
        client: null,
        data: {
          id: incident.id,
          type: 'incident',
          number: 1,
          status: incident.status,
          incident_key: service.hasAlerts ? null : incident.key,
        },
      },
    })
    const response = await postWebhook(webhook, body, [oldSecret, secret])
    delivered.push(response.status)
  }
  const change = async (incident: PagerDutyIncident, to: PagerDutyIncident['status'], agent: object): Promise<void> => {
    if (incident.status === 'resolved' || incident.status === to) return
    incident.status = to
    await report(incident, agent)
  }
  const receiver = await startReceiver((response, request) => {
    const { path, headers, method } = request
    const json = (status: number, value: object): void => void response.writeHead(status).end(JSON.stringify(value))
    if (method === 'POST' && path === '/v2/enqueue') {
      const { routing_key, event_action, dedup_key } = request.json()
      if (routing_key !== routingKey) return json(400, { status: 'invalid event' })
      events.push(event_action)
      json(202, { status: 'success', dedup_key })
      const known = incidents.get(dedup_key)
      if (known) return void reports.push(change(known, next[event_action as keyof typeof next], integration))
      if (event_action !== 'trigger') return
      const made: PagerDutyIncident = { id: `P${incidents.size + 1}`, key: dedup_key, status: 'triggered' }
      incidents.set(dedup_key, made)
      return void reports.push(report(made, integration))
    }
    if (headers.authorization !== `Token token=${pagerdutyApiKey}`) return json(401, { error: { code: 2006 } })
    const incident = [...incidents.values()].find(({ id }) => path.startsWith(`/incidents/${id}/alerts`))
    if (incident) return json(200, { alerts: [{ alert_key: 'of another tool' }, { alert_key: incident.key }] })
    if (path === '/users/PADA') return json(200, { user: { name: 'Ada Lovelace', email } })
    json(404, { error: { code: 2100 } })
  })
  return {
    origin: receiver.origin,
    service,
    incidents,
    events,
    /** The status of the response to each webhook. */
    delivered,
    settled: () => Promise.all(reports),
    subscribe: (url: string) => void (webhook = url),
    act: (key: string, status: 'acknowledged' | 'resolved') => change(incidents.get(key)!, status, ada),
  }
}

export function postWebhook(url: string, body: string, secrets: readonly string[]): Promise<Response> {
  const signatures = secrets.map((secret) => `v1=${createHmac('sha256', secret).update(body).digest('hex')}`)
  const headers = { 'Content-Type': 'application/json', 'X-PagerDuty-Signature': signatures.join(',') }
  return fetch(url, { method: 'POST', headers, body })
}
