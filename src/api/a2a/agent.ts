// The agent as the A2A library wants it: it runs skills, and its tasks are rows. Loaded with the first request.
import { AgentCard, Role, Task, TaskState } from '@a2a-js/sdk'
import {
  AgentEvent,
  type AgentExecutor,
  DefaultExecutionEventBusManager,
  DefaultRequestHandler,
  JsonRpcTransportHandler,
  type RequestContext,
  ServerCallContext,
  type TaskStore,
  validateVersion,
} from '@a2a-js/sdk/server'
import { type SkillOutcome, runSkill } from '../../assistants/a2a/run-skill.ts'
import { type StoredTask, listTasks, loadTask, saveTask } from '../../assistants/a2a/tasks.ts'
import type { AssistantSession } from '../../assistants/session.ts'
import { newId } from '../../domain/id.ts'
import { agentCard } from './card.ts'

const sessionKey = 'session'
const maxHistory = 20

const sessionOf = ({ state }: ServerCallContext): AssistantSession => state.get(sessionKey) as AssistantSession

const states = {
  completed: TaskState.TASK_STATE_COMPLETED,
  input_required: TaskState.TASK_STATE_INPUT_REQUIRED,
  failed: TaskState.TASK_STATE_FAILED,
  rejected: TaskState.TASK_STATE_REJECTED,
}

type Part = Task['artifacts'][number]['parts'][number]

const textPart = (value: string): Part => ({
  content: { $case: 'text', value },
  mediaType: 'text/plain',
  filename: '',
  metadata: undefined,
})

const dataPart = (value: object): Part => ({
  content: { $case: 'data', value },
  mediaType: 'application/json',
  filename: '',
  metadata: undefined,
})

interface JsonRpcResponse {
  readonly jsonrpc: string
  readonly id: string | number | null
  readonly result?: unknown
  readonly error?: unknown
}

/** Answers one JSON-RPC message. */
export async function answerA2a(
  body: Record<string, unknown>,
  { session, version }: { session: AssistantSession; version: string | undefined },
): Promise<JsonRpcResponse> {
  const card = AgentCard.fromJSON(agentCard(session.services))
  const context = new ServerCallContext({
    ...(version !== undefined && { requestedVersion: version }),
    state: new Map([[sessionKey, session]]),
  })
  try {
    // A request without a version is one of 0.3, which this agent does not speak.
    validateVersion(context.requestedVersion, card, 'JSONRPC')
    const answer = await new JsonRpcTransportHandler(handlerFor(card)).handle(body, context)
    if (!(Symbol.asyncIterator in answer)) return answer
    // Methods that stream are refused before their first event.
    return (await answer.next()).value as JsonRpcResponse
  } catch (error) {
    const { id } = body
    const known = typeof id === 'string' || typeof id === 'number' ? id : null
    return { jsonrpc: '2.0', id: known, error: JsonRpcTransportHandler.mapToJSONRPCError(error) }
  }
}

// Shared by all requests, so that one of them can cancel the task of another.
const buses = new DefaultExecutionEventBusManager((context) => sessionOf(context!).caller.credential.id)

function handlerFor(card: AgentCard): DefaultRequestHandler {
  const none = undefined
  // Nothing stays in memory while a task waits for input.
  const options = { keepBusAliveStates: [] }
  return new DefaultRequestHandler(card, taskStore, executor, buses, none, none, none, none, options)
}

const executor: AgentExecutor = {
  async execute(request, bus) {
    const session = sessionOf(request.context)
    bus.publish(AgentEvent.task(begunTask(request, session)))
    const outcome = await runSkill(requestOf(request), session)
    const event = { taskId: request.taskId, contextId: request.contextId, metadata: undefined }
    if (outcome.skill)
      bus.publish(
        AgentEvent.artifactUpdate({ ...event, artifact: artifactOf(outcome, session), append: false, lastChunk: true }),
      )
    bus.publish(AgentEvent.statusUpdate({ ...event, status: statusOf(request, outcome, session) }))
  },
  /** A skill that has begun is carried out; the task is canceled for those who wait. */
  async cancelTask(taskId, bus) {
    const status = { state: TaskState.TASK_STATE_CANCELED, message: undefined, timestamp: undefined }
    bus.publish(AgentEvent.statusUpdate({ taskId, contextId: '', status, metadata: undefined }))
  },
}

function begunTask({ task, taskId, contextId, userMessage }: RequestContext, session: AssistantSession): Task {
  const timestamp = session.services.clock.now().toISOString()
  return {
    id: taskId,
    contextId,
    status: { state: TaskState.TASK_STATE_WORKING, message: undefined, timestamp },
    artifacts: task?.artifacts ?? [],
    history: task?.history ?? [userMessage],
    metadata: undefined,
  }
}

function requestOf({ userMessage: { parts } }: RequestContext) {
  const contents = parts.map(({ content }) => content)
  return {
    texts: contents.flatMap((content) => (content?.$case === 'text' ? [content.value] : [])),
    data: contents.flatMap((content) => (content?.$case === 'data' ? [content.value as unknown] : [])),
  }
}

function artifactOf({ skill, text, data }: SkillOutcome, { services }: AssistantSession): Task['artifacts'][number] {
  return {
    artifactId: newId(services.clock.now()),
    name: skill!.id,
    description: skill!.name,
    parts: [dataPart(data), textPart(text)],
    metadata: undefined,
    extensions: [],
  }
}

function statusOf(
  { taskId, contextId }: RequestContext,
  { state, text, data }: SkillOutcome,
  { services }: AssistantSession,
): NonNullable<Task['status']> {
  const now = services.clock.now()
  const parts = state === 'completed' ? [textPart(text)] : [textPart(text), dataPart(data)]
  return {
    state: states[state],
    timestamp: now.toISOString(),
    message: {
      messageId: newId(now),
      role: Role.ROLE_AGENT,
      taskId,
      contextId,
      parts,
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    },
  }
}

const taskStore: TaskStore = {
  async save(task, context) {
    const session = sessionOf(context)
    const timestamp = task.status?.timestamp
    const kept = { ...task, history: task.history.slice(-maxHistory) }
    const facts = {
      id: task.id,
      contextId: task.contextId,
      state: nameOf(task.status?.state),
      statusAt: timestamp === undefined ? session.services.clock.now() : new Date(timestamp),
    }
    await saveTask(session, facts, Task.toJSON(kept) as object)
  },
  async load(id, context) {
    const found = await loadTask(sessionOf(context), id)
    return found && readTask(found)
  },
  async list({ contextId, status, statusTimestampAfter, pageSize = 50, pageToken, includeArtifacts }, context) {
    const session = sessionOf(context)
    const page = await listTasks(session, {
      contextId: contextId || undefined,
      state: status === TaskState.TASK_STATE_UNSPECIFIED || status === undefined ? undefined : nameOf(status),
      statusAfter: statusTimestampAfter ? new Date(statusTimestampAfter) : undefined,
      after: pageToken ? openToken(session, pageToken) : undefined,
      limit: pageSize,
    })
    const last = page.tasks.at(-1)
    return {
      tasks: page.tasks.map(readTask).map((task) => (includeArtifacts ? task : { ...task, artifacts: [] })),
      nextPageToken: page.hasMore && last ? sealToken(session, last) : '',
      pageSize,
      totalSize: page.total,
    }
  },
}

const nameOf = (state: TaskState | undefined): string => TaskState[state ?? TaskState.TASK_STATE_UNSPECIFIED]

function readTask({ json, isInterrupted }: StoredTask): Task {
  const task = Task.fromJSON(json)
  if (!isInterrupted) return task
  return { ...task, status: { ...task.status!, state: TaskState.TASK_STATE_FAILED } }
}

const tokenList = ({ caller }: AssistantSession): string => `${caller.organization.id} a2a tasks`

const sealToken = (session: AssistantSession, { statusAt, id }: StoredTask): string =>
  session.services.cursors.seal(tokenList(session), [statusAt.toISOString(), id])

function openToken(session: AssistantSession, token: string): { statusAt: Date; id: string } {
  const [statusAt = '', id = ''] = session.services.cursors.open(tokenList(session), token)
  return { statusAt: new Date(statusAt), id }
}
