// Clients that create, change, read, list and delete objects while the server is killed under them.
import { randomFrom } from '../../simulation/random.ts'
import type { Answer, Installation } from '../installation.ts'
import { pause } from '../targets.ts'
import type { ListWalk, ObjectOperation } from './history.ts'

export interface RecordedHistory {
  readonly operations: ObjectOperation[]
  readonly walks: ListWalk[]
  /** Replays of a key that were not answered like the first request. */
  readonly wrongReplays: string[]
}

const path = '/v1/maintenance-windows'
const maxObjects = 40
const retryMs = 100
const windowNamed = (name: string) => ({
  name,
  startsAt: '2031-01-01T00:00:00Z',
  durationMinutes: 30,
  monitorTags: ['history'],
})

interface Known {
  readonly id: string
  readonly idempotencyKey: string
  readonly name: string
}

const now = (): number => Math.round(performance.now() * 1e6)

/** Starts clients; they stop when `life` is over, and then their history is complete. */
export async function recordHistory(
  lapwing: Installation,
  { clients, seed, life }: { clients: number; seed: number; life: { isOver: boolean } },
): Promise<RecordedHistory> {
  const history: RecordedHistory = { operations: [], walks: [], wrongReplays: [] }
  const known: Known[] = []
  await Promise.all(Array.from({ length: clients }, (_, client) => live(client)))
  return history

  async function live(client: number): Promise<void> {
    const random = randomFrom(seed, `client ${client}`)
    for (let n = 0; !life.isOver; n++) {
      const one = known.length > 0 ? random.pick(known) : undefined
      const value = `${client}-${n}`
      const deed = random.next()
      if (!one || (deed < 0.15 && known.length < maxObjects)) await create(client, value)
      else if (deed < 0.4) await operate(client, one.id, 'read')
      else if (deed < 0.65) await operate(client, one.id, 'update', value)
      else if (deed < 0.75) await replay(one)
      else if (deed < 0.85) await operate(client, one.id, 'delete')
      else await walk(client)
    }
  }

  async function create(client: number, value: string): Promise<void> {
    const call = now()
    const idempotencyKey = `history-${seed}-${value}`
    // An id is known only from a response, so the request is repeated until there is one.
    for (let left = 600; left > 0; left--) {
      const answer = await post(value, idempotencyKey)
      if (answer?.status === 201) {
        const { id } = answer.body
        history.operations.push({ object: id, client, call, return: now(), kind: 'create', value, outcome: 'found' })
        known.push({ id, idempotencyKey, name: value })
        return
      }
      await pause(retryMs)
    }
    throw new Error(`${path} did not answer for a minute`)
  }

  function post(name: string, idempotencyKey: string): Promise<Answer | null> {
    const headers = { 'idempotency-key': idempotencyKey }
    return lapwing.ask(path, { method: 'POST', body: windowNamed(name), headers }).catch(() => null)
  }

  async function replay({ id, idempotencyKey, name }: Known): Promise<void> {
    const answer = await post(name, idempotencyKey)
    if (answer && answer.status < 500 && answer.body.id !== id)
      history.wrongReplays.push(`${idempotencyKey}: ${answer.status} ${answer.body.id ?? JSON.stringify(answer.body)}`)
  }

  async function operate(client: number, id: string, kind: 'read' | 'update' | 'delete', written = ''): Promise<void> {
    const methods = { read: 'GET', update: 'PATCH', delete: 'DELETE' }
    const call = now()
    const body = kind === 'update' ? { name: written } : undefined
    const answer = await lapwing.ask(`${path}/${id}`, { method: methods[kind], body }).catch(() => null)
    const outcome = outcomeOf(answer)
    // Nothing follows from a read without a response.
    if (kind === 'read' && outcome === 'unknown') return
    const value = kind === 'read' ? (answer?.body.name ?? '') : written
    const end = outcome === 'unknown' ? Number.MAX_SAFE_INTEGER : now()
    history.operations.push({ object: id, client, call, return: end, kind, value, outcome })
    if (kind === 'delete' && outcome !== 'unknown') forget(id)
    if (outcome === 'unknown') await pause(retryMs)
  }

  /** Objects stay known for a while, so that some are used after their deletion. */
  function forget(id: string): void {
    const index = known.findIndex((one) => one.id === id)
    if (index !== -1 && known.length > maxObjects / 2) known.splice(index, 1)
  }

  async function walk(client: number): Promise<void> {
    const begin = now()
    const objects: string[] = []
    for (let cursor = ''; ;) {
      const call = now()
      const answer = await lapwing.ask(`${path}?limit=7${cursor && `&cursor=${cursor}`}`).catch(() => null)
      // The item of a cursor may be deleted meanwhile.
      if (answer?.status !== 200) return void (await pause(retryMs))
      for (const { id, name } of answer.body.data) {
        objects.push(id)
        history.operations.push({
          object: id,
          client,
          call,
          return: now(),
          kind: 'read',
          value: name,
          outcome: 'found',
        })
      }
      if (!answer.body.has_more) break
      cursor = encodeURIComponent(answer.body.next_cursor)
    }
    history.walks.push({ call: begin, return: now(), objects })
  }
}

function outcomeOf(answer: Answer | null): ObjectOperation['outcome'] {
  if (!answer || answer.status >= 500 || answer.status === 409) return 'unknown'
  return answer.status === 404 ? 'missing' : 'found'
}
