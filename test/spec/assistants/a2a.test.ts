// The A2A agent, called by the official client and by hand.
import { Role, type Task, TaskState } from '@a2a-js/sdk'
import { type Client, ClientFactory, ClientFactoryOptions, JsonRpcTransportFactory } from '@a2a-js/sdk/client'
import { describe, expect, it } from 'vitest'
import { toolOfSkill } from '../../../src/assistants/a2a/run-skill.ts'
import { skills } from '../../../src/assistants/a2a/skills.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { fail } from '../../kit/resources/incidents.ts'
import { make } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()

function clientWith(key: string): Promise<Client> {
  const fetchImpl: typeof fetch = (input, init) =>
    fetch(input, { ...init, headers: { ...(init?.headers as object), authorization: `Bearer ${key}` } })
  const transports = [new JsonRpcTransportFactory({ fetchImpl })]
  return new ClientFactory({ ...ClientFactoryOptions.default, transports }).createFromUrl(app().origin)
}

type Content = { $case: 'text'; value: string } | { $case: 'data'; value: unknown }

async function send(content: Content, { taskId = '', key = keys.write } = {}): Promise<Task> {
  const client = await clientWith(key)
  const part = { content, mediaType: '', filename: '', metadata: undefined }
  const message = {
    messageId: crypto.randomUUID(),
    role: Role.ROLE_USER,
    parts: [part],
    taskId,
    contextId: '',
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  }
  return (await client.sendMessage({ message, tenant: '', configuration: undefined, metadata: undefined })) as Task
}

const skill = (id: string, input: object = {}): Content => ({ $case: 'data', value: { skill: id, input } })
const stateOf = ({ status }: Task): string => TaskState[status!.state]
const textOf = ({ status }: Task): string => String(status?.message?.parts[0]?.content?.value)
const dataOf = ({ artifacts }: Task): any => artifacts[0]?.parts[0]?.content?.value

async function post(body: unknown, headers: Record<string, string> = {}): Promise<{ response: Response; json: any }> {
  const response = await fetch(`${app().origin}/a2a`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'a2a-version': '1.0',
      authorization: `Bearer ${keys.write}`,
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { response, json: await response.json() }
}

const getTask = (id: string) => ({ jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id } })

describe('the agent card', () => {
  it('is public, cached and names every skill', async () => {
    const response = await fetch(`${app().origin}/.well-known/agent-card.json`)
    expect(response.headers.get('cache-control')).toBe('public, max-age=300')
    const card: any = await response.json()
    expect(card).toMatchObject({
      supportedInterfaces: [{ url: `${app().origin}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
      capabilities: { streaming: false, pushNotifications: false },
    })
    expect(card.skills.map(({ id }: { id: string }) => id)).toEqual([
      'status-summary',
      'explain-incident',
      'create-monitor',
      'schedule-maintenance',
      'run-diagnostic',
    ])
    const headers = { 'if-none-match': response.headers.get('etag')! }
    expect((await fetch(response.url, { headers })).status).toBe(304)
  })

  it('has examples that the tools accept', () => {
    for (const each of skills) expect(() => toolOfSkill(each).input.parse(each.example)).not.toThrow()
  })
})

describe('a message', () => {
  it('runs a skill, by data or by its name in a text', async () => {
    const task = await send(skill('status-summary'))
    expect(stateOf(task)).toBe('TASK_STATE_COMPLETED')
    expect(dataOf(task)).toMatchObject({ monitors: { total: expect.any(Number) } })
    expect(stateOf(await send({ $case: 'text', value: 'status-summary, please' }))).toBe('TASK_STATE_COMPLETED')
  })

  it('that names no skill asks for one with an example, and the task goes on', async () => {
    const task = await send({ $case: 'text', value: 'Is the shop up?' })
    expect(stateOf(task)).toBe('TASK_STATE_INPUT_REQUIRED')
    expect(textOf(task)).toContain('{"skill":"status-summary","input":{}}')
    const next = await send(skill('status-summary'), { taskId: task.id })
    expect(next.id).toBe(task.id)
    expect(stateOf(next)).toBe('TASK_STATE_COMPLETED')
    await expect(send(skill('status-summary'), { taskId: task.id })).rejects.toThrow(/terminal state/)
  })

  it('with wrong input asks for it again', async () => {
    const task = await send(skill('create-monitor', { name: 'Web' }))
    expect(stateOf(task)).toBe('TASK_STATE_INPUT_REQUIRED')
    expect(textOf(task)).toMatch(/type.*Send a data part/s)
  })

  it('changes something through the guard, which the activity log shows', async () => {
    const input = {
      name: 'From A2A',
      type: 'http',
      target: 'https://example.com',
      config: { authType: 'bearer', bearerToken: 'hush' },
    }
    const task = await send(skill('create-monitor', input))
    const { id } = dataOf(task).result
    const { data } = (await app().get(`/activity?entity_id=${id}`)).body
    expect(data[0].changes).toMatchObject({ via: 'a2a', tool: 'create_monitor' })
    const [stored] = await app().store.rows<{ sealed: Buffer }>(sql`select sealed from a2a_tasks where id = ${task.id}`)
    expect(stored!.sealed.includes('hush')).toBe(false)
    await fail(app(), id)
    const window = await send(skill('schedule-maintenance', { name: 'Work', duration_minutes: 30, monitor_ids: [id] }))
    expect(stateOf(window)).toBe('TASK_STATE_INPUT_REQUIRED')
    expect(textOf(window)).toContain('A person must confirm')
  })

  it('of a read key that would change something is rejected', async () => {
    const input = { name: 'No', type: 'http', target: 'https://example.com' }
    expect(stateOf(await send(skill('create-monitor', input), { key: keys.read }))).toBe('TASK_STATE_REJECTED')
  })
})

describe('tasks', () => {
  it('are read, listed and canceled by their credential only', async () => {
    const client = await clientWith(keys.other)
    const waiting = await send({ $case: 'text', value: 'hello' }, { key: keys.other })
    await send(skill('status-summary'), { key: keys.other })
    const query = { tenant: '', contextId: '', pageToken: '', statusTimestampAfter: undefined }
    const page = await client.listTasks({ ...query, status: TaskState.TASK_STATE_UNSPECIFIED, pageSize: 1 })
    expect(page).toMatchObject({ totalSize: 2, tasks: [expect.anything()] })
    const rest = await client.listTasks({ ...query, status: 0, pageSize: 1, pageToken: page.nextPageToken })
    expect(rest.tasks[0]!.id).not.toBe(page.tasks[0]!.id)
    expect(rest.nextPageToken).toBe('')
    expect((await post(getTask(waiting.id))).json.error.code).toBe(-32_001)
    const canceled = await client.cancelTask({ tenant: '', id: waiting.id, metadata: undefined })
    expect(stateOf(canceled)).toBe('TASK_STATE_CANCELED')
    const params = { tenant: '', id: page.tasks[0]!.id, metadata: undefined }
    await make(app(), {}, { key: keys.other })
    if (params.id !== waiting.id) await expect(client.cancelTask(params)).rejects.toThrow(/not cancelable/)
  })

  it('are not found by ids that are none', async () => {
    for (const id of ['x', "'; drop table a2a_tasks", crypto.randomUUID()])
      expect((await post(getTask(id))).json.error.code).toBe(-32_001)
  })
})

describe('a request', () => {
  it('needs a credential', async () => {
    const { response, json } = await post(getTask('x'), { authorization: '' })
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer resource_metadata=/)
    expect(json).toMatchObject({ jsonrpc: '2.0', error: { message: expect.any(String) } })
  })

  it('without a version, or with one that is not spoken, is refused as the protocol says', async () => {
    for (const version of ['', '0.3', '2.0'])
      expect((await post(getTask('x'), { 'a2a-version': version })).json.error.code).toBe(-32_009)
  })

  it('for a stream or a push notification is refused', async () => {
    const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hi' }] }
    const stream = { jsonrpc: '2.0', id: 7, method: 'SendStreamingMessage', params: { message } }
    expect((await post(stream)).json).toMatchObject({ id: 7, error: { code: -32_004 } })
    const config = { taskId: 'x', url: 'https://example.com' }
    const push = { jsonrpc: '2.0', id: 8, method: 'CreateTaskPushNotificationConfig', params: config }
    expect((await post(push)).json.error.code).toBe(-32_003)
  })

  it('that is malformed gets an error of JSON-RPC', async () => {
    expect((await post('{')).json.error.code).toBe(-32_700)
    expect((await post('{}', { 'content-type': 'text/plain' })).json.error.code).toBe(-32_005)
    expect((await post([])).json.error.code).toBe(-32_600)
    expect((await post({ jsonrpc: '2.0', id: 1, method: 'Nonsense', params: {} })).json.error.code).toBe(-32_601)
  })
})
