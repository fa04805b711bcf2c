import type { Incident, Monitor, Notification } from '../../sdk/src/api.ts'
import type { Client } from '../../sdk/src/client.ts'
import { ApiError } from '../../sdk/src/errors.ts'
import { type LiveEvent, readEvents } from '../../sdk/src/events.ts'
import { listAll } from '../../sdk/src/pages.ts'
import { defineCommand } from '../command.ts'
import type { Output } from '../output/output.ts'
import { plainText } from '../output/plain-text.ts'
import { styleOf } from '../output/style.ts'

export const command = defineCommand({
  description: 'Prints changes of monitors, incidents and deliveries until you press Ctrl-C; one JSON object per line.',
  example: 'tail | jq -c \'select(.event == "incident")\'',
  async run({ client, output, signal }) {
    const lapwing = await client()
    const follower = new Follower(lapwing, output, signal)
    await follower.begin()
    output.progress('Waiting for events; Ctrl-C ends.')
    for await (const event of readEvents(lapwing, { signal })) await follower.handle(event)
  },
})

/** Turns hints about changes into lines: it knows the last state of everything and prints what differs. */
class Follower {
  readonly #client: Client
  readonly #output: Output
  readonly #signal: AbortSignal
  readonly #monitors = new Map<string, { readonly name: string; readonly state: string }>()
  readonly #incidents = new Map<number, string>()
  #lastDelivery = 0

  constructor(client: Client, output: Output, signal: AbortSignal) {
    this.#client = client
    this.#output = output
    this.#signal = signal
  }

  async begin(): Promise<void> {
    await this.#readMonitors(() => undefined)
    const { data } = await this.#client.get('/notifications', { query: { limit: 1 }, signal: this.#signal })
    this.#lastDelivery = data[0]?.id ?? 0
  }

  async handle({ name, data }: LiveEvent): Promise<void> {
    if (name === 'monitor') await this.#monitorsChanged(data['monitors'] as readonly Pick<Monitor, 'id' | 'state'>[])
    else if (name === 'incident') await this.#incidentChanged(data['number'] as number)
    else if (name === 'delivery') await this.#newDeliveries()
    else if (name === 'monitors.many' || name === 'resync') await this.#readMonitors((one) => this.#printMonitor(one))
  }

  async #monitorsChanged(changes: readonly { readonly id: string; readonly state: string | null }[]): Promise<void> {
    for (const { id, state } of changes) {
      const known = this.#monitors.get(id)
      if (known?.state === state) continue
      if (state === null) {
        this.#monitors.delete(id)
        if (known) this.#print('monitor', { id, name: known.name, state: 'deleted' }, ['deleted', known.name])
        continue
      }
      const monitor = await orMissing(this.#client.get('/monitors/{id}', { params: { id }, signal: this.#signal }))
      if (monitor && monitor.state !== known?.state) this.#printMonitor(monitor)
    }
  }

  async #readMonitors(changed: (monitor: Monitor) => void): Promise<void> {
    const query = { limit: 100 }
    for await (const monitor of listAll(this.#client, '/monitors', { query, signal: this.#signal })) {
      if (this.#monitors.get(monitor.id)?.state !== monitor.state) changed(monitor)
      this.#monitors.set(monitor.id, monitor)
    }
  }

  #printMonitor(monitor: Monitor): void {
    this.#monitors.set(monitor.id, monitor)
    const { id, name, state, target } = monitor
    this.#print('monitor', { id, name, state, target }, [state, `${name} ${target}`])
  }

  async #incidentChanged(id: number): Promise<void> {
    const found = await orMissing(this.#client.get('/incidents/{id}', { params: { id }, signal: this.#signal }))
    const incident = found as Incident | undefined
    if (!incident || this.#incidents.get(id) === incident.status) return
    this.#incidents.set(id, incident.status)
    this.#print('incident', incident, [incident.status, `#${id} ${incident.message}`])
  }

  async #newDeliveries(): Promise<void> {
    const recent: Notification[] = []
    for await (const one of listAll(this.#client, '/notifications', { query: { limit: 20 }, signal: this.#signal })) {
      if (one.id <= this.#lastDelivery) break
      recent.unshift(one)
    }
    for (const one of recent) {
      this.#lastDelivery = one.id
      const where = `${one.channel.name ?? one.channel.type}${one.recipient ? ` to ${one.recipient}` : ''}`
      const why = one.error ?? one.silenced_reason
      this.#print('delivery', one, [one.status, `${one.event} #${one.incident.id} ${where}${why ? `: ${why}` : ''}`])
    }
  }

  #print(event: string, data: object, [word, text]: readonly [word: string, text: string]): void {
    const time = new Date()
    const clock = this.#output.paint('dim', time.toTimeString().slice(0, 8))
    const line = `${clock}  ${this.#output.paint(styleOf(word), word.padEnd(12))}  ${plainText(text)}`
    this.#output.entry({ event, at: time.toISOString(), data }, line)
  }
}

/** Undefined if it was deleted between the event and the request. */
async function orMissing<Data>(response: Promise<Data>): Promise<Data | undefined> {
  try {
    return await response
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}
