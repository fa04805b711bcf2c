// Tasks of A2A clients as rows: encrypted, and seen by the credential that created them.
import { a2aTaskContext } from '../../domain/limits/assistant-change.ts'
import { openReadable } from '../../domain/vault.ts'
import {
  type A2aTaskRow,
  countA2aTasks,
  findA2aTask,
  listA2aTasks,
  saveA2aTask,
} from '../../store/assistants/a2a-tasks.ts'
import { holderOf } from '../guard/plan.ts'
import type { AssistantSession } from '../session.ts'

/** What is stored of a task beside its JSON. */
export interface TaskFacts {
  readonly id: string
  readonly contextId: string
  readonly state: string
  readonly statusAt: Date
}

export interface StoredTask extends TaskFacts {
  readonly json: object
  /** Whether its process ended before it did. */
  readonly isInterrupted: boolean
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const maxWorkingMs = 10 * 60_000
const workingStates: readonly string[] = ['TASK_STATE_SUBMITTED', 'TASK_STATE_WORKING']

export async function saveTask(session: AssistantSession, facts: TaskFacts, json: object): Promise<void> {
  const { store, vault, clock } = session.services
  const sealed = vault.seal(JSON.stringify(json), a2aTaskContext(facts.id))
  await saveA2aTask(store, { ...holderOf(session), ...facts, sealed, updatedAt: clock.now() })
}

export async function loadTask(session: AssistantSession, id: string): Promise<StoredTask | undefined> {
  if (!uuid.test(id)) return undefined
  const row = await findA2aTask(session.services.store, { ...holderOf(session), id: id.toLowerCase() })
  return row && opened(session, row)[0]
}

export interface TaskQuery {
  readonly contextId: string | undefined
  readonly state: string | undefined
  readonly statusAfter: Date | undefined
  readonly after: { readonly statusAt: Date; readonly id: string } | undefined
  readonly limit: number
}

export interface TaskPage {
  readonly tasks: readonly StoredTask[]
  readonly total: number
  readonly hasMore: boolean
}

export async function listTasks(session: AssistantSession, { after, limit, ...query }: TaskQuery): Promise<TaskPage> {
  const { store } = session.services
  const filter = { ...holderOf(session), ...query }
  const rows = await listA2aTasks(store, filter, { after, limit: limit + 1 })
  const tasks = rows.slice(0, limit).flatMap((row) => opened(session, row))
  return { tasks, total: await countA2aTasks(store, filter), hasMore: rows.length > limit }
}

/** Nothing if the key is lost. */
function opened({ services: { vault, clock } }: AssistantSession, row: A2aTaskRow): StoredTask[] {
  const json = openReadable(vault, row.sealed, a2aTaskContext(row.id))
  if (json === null) return []
  const isOld = clock.now().getTime() - row.updatedAt.getTime() > maxWorkingMs
  return [{ ...row, json: JSON.parse(json) as object, isInterrupted: isOld && workingStates.includes(row.state) }]
}
