// Creates many monitors: one through the API, and the others as copies of its rows.
import { copyMonitor } from '../kit/copy-monitors.ts'
import { type SeveralProcesses, keys } from './installation.ts'

interface MonitorPlan {
  readonly count: number
  readonly interval: number
  /** Each monitor checks its own number below this address. */
  readonly target: string
}

export async function fillMonitors(
  { store, origins }: SeveralProcesses,
  { count, interval, target }: MonitorPlan,
): Promise<void> {
  const headers = { authorization: `Bearer ${keys[0]}`, 'content-type': 'application/json' }
  const found = await fetch(`${origins[0]}/v1/locations`, { headers })
  const { data } = (await found.json()) as { data: { id: string }[] }
  const locations = data.map(({ id }) => id)
  const body = JSON.stringify({ name: 'Monitor 1', type: 'http', target: `${target}/1`, interval, locations })
  const made = await fetch(`${origins[0]}/v1/monitors`, { method: 'POST', headers, body })
  if (!made.ok) throw new Error(`Lapwing refused to create a monitor: ${await made.text()}`)
  const { id } = (await made.json()) as { id: string }
  await copyMonitor(store, { id, count: count - 1, target })
}
