// Webhooks of GitHub, GitLab and pipelines that report deployments.
import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../../src/store/database/sql.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { activityOf } from '../../kit/people/people.ts'
import { expectRefusal, make } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()
beforeEach(() => app().store.run(sql`delete from deployments`))

interface CreatedWebhook {
  readonly id: string
  readonly url: string
  readonly secret: string
}

async function create(body: object): Promise<CreatedWebhook> {
  const response = await app().post('/deployment-webhooks', { name: 'shop', ...body })
  expect(response.status).toBe(201)
  return response.body
}

async function send({ id }: Pick<CreatedWebhook, 'id'>, text: string, headers: Record<string, string>) {
  const response = await fetch(`${app().origin}/hooks/deployments/${id}`, {
    method: 'POST',
    body: text,
    headers: { 'content-type': 'application/json', ...headers },
  })
  return { status: response.status, body: (await response.json()) as any }
}

const signed = (secret: string, text: string): string =>
  `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`

const github = (webhook: CreatedWebhook, event: string, body: object, secret = webhook.secret) => {
  const text = JSON.stringify(body)
  return send(webhook, text, { 'x-github-event': event, 'x-hub-signature-256': signed(secret, text) })
}

const listed = async () => (await app().get('/deployments')).body.data
const minutesAgo = (minutes: number): string => new Date(app().clock.now().getTime() - minutes * 60_000).toISOString()

const deploymentStatus = (id: number, state = 'success', environment = 'production') => ({
  action: 'created',
  deployment_status: {
    state,
    created_at: minutesAgo(1),
    log_url: 'https://github.com/acme/shop/actions/runs/7',
    target_url: '',
  },
  deployment: {
    id,
    ref: 'v1.4.2',
    sha: '9c1185a5c5e9fc54612808977ee8f548b2258d31',
    environment,
    creator: { login: 'ada' },
  },
  repository: { name: 'shop', full_name: 'acme/shop', html_url: 'https://github.com/acme/shop' },
  sender: { login: 'ada' },
})

describe('GitHub', () => {
  it('reports a successful deployment once, with who, what and where', async () => {
    const webhook = await create({ source: 'github', environments: ['Production'], tags: ['team:shop'] })
    expect(webhook.url).toMatch(new RegExp(`/hooks/deployments/${webhook.id}$`))
    const ping = await github(webhook, 'ping', { zen: 'Keep it simple' })
    expect([ping.status, ping.body.status]).toEqual([202, 'ignored'])
    for (const state of ['queued', 'in_progress', 'failure', 'error', 'inactive'])
      expect((await github(webhook, 'deployment_status', deploymentStatus(1, state))).status).toBe(202)
    const { status, body } = await github(webhook, 'deployment_status', deploymentStatus(1))
    expect([status, body.status]).toEqual([201, 'recorded'])
    const again = await github(webhook, 'deployment_status', deploymentStatus(1))
    expect([again.status, again.body.status]).toEqual([200, 'duplicate'])
    const preview = await github(webhook, 'deployment_status', deploymentStatus(2, 'success', 'preview'))
    expect(preview.body).toMatchObject({ status: 'ignored', reason: 'the environment is not one of the webhook' })
    expect(await listed()).toEqual([
      expect.objectContaining({
        id: body.deployment_id,
        service: 'shop',
        version: 'v1.4.2',
        environment: 'production',
        link: 'https://github.com/acme/shop/actions/runs/7',
        deployed_by: 'ada',
        tags: ['team:shop'],
        monitor_ids: [],
        deployed_at: minutesAgo(1),
      }),
    ])
    const used = (await app().get('/deployment-webhooks')).body.data[0]
    expect(used).toMatchObject({ id: webhook.id, last_used_at: app().clock.now().toISOString() })
    expect(used).not.toHaveProperty('secret')
    expect(JSON.stringify(await activityOf(app(), webhook.id))).not.toContain(webhook.secret)
  })

  it('counts runs of the chosen workflow and releases', async () => {
    const webhook = await create({ source: 'github', workflow: 'Deploy' })
    const { repository } = deploymentStatus(1)
    const run = (changes: object) => ({
      action: 'completed',
      workflow_run: {
        id: 9,
        name: 'Deploy',
        conclusion: 'success',
        head_branch: 'main',
        head_sha: 'abcdef0123',
        ...changes,
      },
      repository,
    })
    for (const changes of [{ name: 'Test' }, { conclusion: 'failure' }, { event: 'pull_request' }])
      expect((await github(webhook, 'workflow_run', run(changes))).status).toBe(202)
    expect((await github(webhook, 'workflow_run', run({}))).status).toBe(201)
    const release = { id: 3, tag_name: '2.0.0', html_url: 'javascript:alert(1)', author: { login: 'x'.repeat(300) } }
    expect((await github(webhook, 'release', { action: 'published', release, repository })).status).toBe(202)
    expect((await github(webhook, 'release', { action: 'released', release, repository })).status).toBe(201)
    expect(await listed()).toMatchObject([
      { version: '2.0.0', link: null, deployed_by: 'x'.repeat(100) },
      { version: 'abcdef0', link: null },
    ])
  })
})

describe('GitLab', () => {
  const deployment = (id: number, status = 'success') => ({
    object_kind: 'deployment',
    status,
    status_changed_at: minutesAgo(2)
      .replace('T', ' ')
      .replace(/\.\d+Z$/, ' +0000'),
    deployment_id: id,
    deployable_url: 'https://gitlab.example.com/acme/shop/-/jobs/796',
    environment: 'production',
    project: { id: 30, name: 'shop', web_url: 'https://gitlab.example.com/acme/shop' },
    short_sha: '279484c0',
    ref: 'main',
    user: { username: 'grace' },
  })

  it('reports with its secret token, or with a signature of the same secret', async () => {
    const webhook = await create({ source: 'gitlab', workflow: 'main' })
    const plain = (body: object) => send(webhook, JSON.stringify(body), { 'x-gitlab-token': webhook.secret })
    expect((await plain(deployment(15, 'failed'))).status).toBe(202)
    expect((await plain({ object_kind: 'push' })).status).toBe(202)
    expect((await plain(deployment(15))).status).toBe(201)

    const text = JSON.stringify(deployment(16))
    const seconds = Math.trunc(app().clock.now().getTime() / 1000)
    const key = Buffer.from(webhook.secret.replace('whsec_', ''), 'base64')
    const sign = (timestamp: number) => ({
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(timestamp),
      'webhook-signature': `v1,${createHmac('sha256', key).update(`msg_1.${timestamp}.${text}`).digest('base64')}`,
    })
    expect((await send(webhook, text, sign(seconds - 400))).status).toBe(401)
    expect((await send(webhook, `${text} `, sign(seconds))).status).toBe(401)
    expect((await send(webhook, text, sign(seconds))).status).toBe(201)

    const pipeline = { id: 4, ref: 'main', status: 'success', sha: 'fedcba98', source: 'push' }
    const { project } = deployment(1)
    expect((await plain({ object_kind: 'pipeline', object_attributes: pipeline, project })).status).toBe(201)
    expect(await listed()).toMatchObject([
      { version: 'fedcba9' },
      { version: '279484c', deployed_by: 'grace', deployed_at: minutesAgo(2) },
      { version: '279484c' },
    ])
  })
})

describe('a pipeline', () => {
  it('reports with a small JSON', async () => {
    const monitor = await make(app())
    const webhook = await create({ source: 'ci', monitorIds: [monitor.id] })
    const report = (body: unknown, secret = webhook.secret) =>
      send(webhook, JSON.stringify(body), { authorization: `Bearer ${secret}` })
    expect((await report({ service: 'shop', version: '1.0', status: 'failed' })).status).toBe(202)
    expect((await report({ service: 'shop', version: '1.0', id: 17 })).status).toBe(201)
    expect((await report({ service: 'shop', version: '1.0', id: 17 })).status).toBe(200)
    expect((await report({ version: '1.0' })).body.error.message).toMatch(/^service: /)
    expect((await report([])).status).toBe(400)
    expect((await report(null)).status).toBe(400)
    expect(await listed()).toMatchObject([{ service: 'shop', monitor_ids: [monitor.id] }])
  })
})

describe('a stranger', () => {
  it('cannot report without the secret, with another one, or to a deleted webhook', async () => {
    const webhook = await create({ source: 'github' })
    const other = await create({ source: 'github' })
    const text = JSON.stringify(deploymentStatus(5))
    const event = { 'x-github-event': 'deployment_status' }
    const attempts: Record<string, string>[] = [
      {},
      { 'x-hub-signature-256': '' },
      { 'x-hub-signature-256': 'sha256=' },
      { 'x-hub-signature-256': signed(other.secret, text) },
      { 'x-hub-signature-256': signed(webhook.secret, `${text} `) },
      { 'x-hub-signature-256': signed(webhook.secret, text).slice(0, -2) },
      { 'x-hub-signature': signed(webhook.secret, text) },
      { authorization: `Bearer ${webhook.secret}` },
    ]
    for (const headers of attempts) expect((await send(webhook, text, { ...event, ...headers })).status).toBe(401)
    await app().ask('DELETE', `/deployment-webhooks/${webhook.id}`)
    expect((await github(webhook, 'deployment_status', deploymentStatus(5))).status).toBe(404)
    expect((await send({ id: 'nothing' }, text, event)).status).toBe(404)
    expect(await listed()).toEqual([])
  })

  it('cannot replay an event under another delivery id, nor after it was forgotten', async () => {
    const webhook = await create({ source: 'github' })
    const event = deploymentStatus(6)
    expect((await github(webhook, 'deployment_status', event)).status).toBe(201)
    expect((await github(webhook, 'deployment_status', event)).body.status).toBe('duplicate')
    await app().store.run(sql`delete from deployments`)
    app().clock.advance(25 * 60 * 60_000)
    expect((await github(webhook, 'deployment_status', event)).body).toMatchObject({
      status: 'ignored',
      reason: 'the event is older than a day',
    })
  })

  it('cannot send a body that is too large or not JSON', async () => {
    const webhook = await create({ source: 'github' })
    const large = 'x'.repeat(1_048_577)
    expect((await send(webhook, large, { 'x-hub-signature-256': signed(webhook.secret, large) })).status).toBe(413)
    for (const text of ['payload=%7B%7D', '{', '\u0000'])
      expect((await send(webhook, text, { 'x-hub-signature-256': signed(webhook.secret, text) })).status).toBe(400)
    const deep = `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`
    expect((await send(webhook, deep, { 'x-hub-signature-256': signed(webhook.secret, deep) })).status).toBe(400)
  })

  it('of another organization sees and deletes nothing', async () => {
    const webhook = await create({ source: 'ci' })
    const theirs = { key: keys.other }
    expect((await app().get('/deployment-webhooks', theirs)).body.data).toEqual([])
    expect((await app().ask('DELETE', `/deployment-webhooks/${webhook.id}`, theirs)).status).toBe(404)
    const monitor = await make(app())
    const body = { name: 'x', source: 'ci', monitorIds: [monitor.id] }
    expectRefusal(await app().post('/deployment-webhooks', body, theirs), 400, /^monitorIds: unknown monitor/)
  })
})
