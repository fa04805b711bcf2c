// Opsgenie: takes alerts, and reports every change of them to its webhook integration.
import { startReceiver } from '../resources/receiver.ts'

export const opsgenieKey = 'a4dd8e1c-0a5d-4b4b-9d0f-2a2b0c5d8e11'

interface OpsgenieAlert {
  readonly id: string
  status: 'open' | 'acked' | 'closed'
  updatedAt: number
}

export async function startOpsgenie({ headers, email }: { headers: Record<string, string>; email: string }) {
  const alerts = new Map<string, OpsgenieAlert>()
  const actions: string[] = []
  const delivered: number[] = []
  const reports: Promise<unknown>[] = []
  let webhook: string | null = null
  const report = async (alias: string, action: string, { source, username }: { source: object; username: string }) => {
    const { id, updatedAt } = alerts.get(alias)!
    if (webhook === null) return 0
    const alert = {
      alertId: id,
      alias,
      tinyId: '23',
      message: 'DOWN Shop',
      username,
      updatedAt,
      createdAt: 1,
      tags: [],
    }
    const body = JSON.stringify({ source, alert, action, integrationId: 'i', integrationName: 'Webhook' })
    const response = await fetch(webhook, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
    })
    delivered.push(response.status)
    return response.status
  }
  const receiver = await startReceiver((response, { path, json, headers: sent }) => {
    if (sent.authorization !== `GenieKey ${opsgenieKey}`) return void response.writeHead(403).end('{"message":"key"}')
    response.writeHead(202).end('{"result":"Request will be processed","took":0.1,"requestId":"r"}')
    const [, encoded = '', verb] =
      /^\/v2\/alerts\/([^/?]+)\/(acknowledge|close)\?identifierType=alias$/.exec(path) ?? []
    const alias = verb ? decodeURIComponent(encoded) : json().alias
    actions.push(verb ?? 'create')
    if (!verb) alerts.set(alias, { id: `alert-${alerts.size + 1}`, status: 'open', updatedAt: 1 })
    const alert = alerts.get(alias)
    if (!alert) return
    alert.updatedAt += 1
    if (verb) alert.status = verb === 'close' ? 'closed' : 'acked'
    const names = { acknowledge: 'Acknowledge', close: 'Close' } as const
    const name = verb ? names[verb as keyof typeof names] : 'Create'
    reports.push(report(alias, name, { source: { name: 'Lapwing', type: 'api' }, username: 'Alert API' }))
  })
  return {
    origin: receiver.origin,
    alerts,
    actions,
    /** The status of the response to each webhook. */
    delivered,
    settled: () => Promise.all(reports),
    subscribe: (url: string) => void (webhook = url),
    async act(alias: string, action: 'Acknowledge' | 'Close'): Promise<number> {
      const alert = alerts.get(alias)!
      alert.status = action === 'Close' ? 'closed' : 'acked'
      alert.updatedAt += 1
      return report(alias, action, { source: { name: '', type: 'web' }, username: email })
    },
    repeat: (alias: string, action: string) =>
      report(alias, action, { source: { name: '', type: 'web' }, username: email }),
  }
}
