// Hosts: machines with an agent. Each has a monitor, which is created and deleted with it.
import { z } from 'zod'
import { host as hostCheck } from '../../checks/reports/host.ts'
import { hostStates } from '../../domain/host/host.ts'
import { newId } from '../../domain/id.ts'
import { findHost, listHosts as hostRows } from '../../store/hosts/host-reads.ts'
import { addHost, setHostToken } from '../../store/hosts/hosts.ts'
import { lockMonitor } from '../../store/monitors/monitors.ts'
import { apply } from '../monitors/lifecycle.ts'
import { makeMonitor } from '../monitors/create.ts'
import { monitors } from '../monitors/monitor.ts'
import { createBody as monitorBody } from '../monitors/schema.ts'
import { tag } from '../../domain/fields/tag.ts'
import { changeOf } from '../monitors/update.ts'
import { type CallerContext, created, defineOperation, noContent, ok } from '../registry/define.ts'
import { list, listOf, pageNewestFirst, pageQuery } from '../registry/page.ts'
import { refuseBeyondLimit } from '../registry/plan-limit.ts'
import { defineResource } from '../registry/resource.ts'
import { newEnrollment, withEnrollment } from './enrollment.ts'
import { renewHosts } from '../monitors/turns/renew-hosts.ts'
import { createBody, enrolledHost, host, params, showHost, updateBody } from './schema.ts'

export const hosts = defineResource({
  object: 'host',
  noun: 'host',
  tag: 'Hosts',
  path: '/hosts',
  params,
  one: { description: 'The host', schema: host },
  find: ({ db, caller, now }, { id }) => findHost(db, caller.organization.id, { id, now }),
  async lock(context, { id }) {
    const found = await findHost(context.db, context.caller.organization.id, { id, now: context.now })
    const monitor = found && (await lockMonitor(context.db, context.caller.organization.id, found.monitorId))
    return found && monitor && { ...found, monitor }
  },
  show: showHost,
})

export const listHosts = defineOperation({
  id: 'listHosts',
  method: 'GET',
  path: '/hosts',
  tag: 'Hosts',
  summary: 'List hosts, newest first',
  query: pageQuery.extend({
    state: z.enum(hostStates).optional().meta({ description: 'Only hosts in this state' }),
    q: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({ description: 'Only hosts whose name or hostname contains this, ignoring case' }),
    tag: tag.optional().meta({ description: 'Only hosts with this tag' }),
  }),
  responses: { 200: { description: 'A page of hosts', schema: listOf(host) } },
  async handle({ query: { limit, cursor, ...filter } }, context) {
    const { db, caller, now } = context
    const page = await pageNewestFirst({ limit, cursor }, context, {
      list: 'hosts',
      rows: (after, limit) => hostRows(db, caller.organization.id, { filter, after, limit, now }),
    })
    return list(page, showHost)
  },
})

export const createHost = defineOperation({
  id: 'createHost',
  method: 'POST',
  path: '/hosts',
  creating: true,
  tag: 'Hosts',
  summary: 'Enroll a machine: create its host, its monitor and a token for its agent',
  body: createBody,
  bodyExample: { name: 'web-1', tags: ['env:prod'], config: { services: ['nginx'] } },
  responses: { 201: { description: 'The host, and how to enroll its agent', schema: enrolledHost } },
  async handle({ body: { name, tags, config } }, context) {
    const { db, caller, now } = context
    await refuseBeyondLimit(context, 'hosts')
    const id = newId(now)
    const { token, draft } = newEnrollment(id, now)
    const type = hostCheck.type
    const monitor = await makeMonitor(
      context,
      monitorBody.parse({ name, type, target: name, interval: hostCheck.intervalOf(config) ?? 60, tags, config }),
    )
    await addHost(db, caller.organization.id, { ...draft, monitorId: monitor.id })
    await renewHosts(context, [monitor.id])
    hosts.record(context, 'host.enrolled', { id, name })
    return created(withEnrollment(context, await shown(context, id), { token, expiresAt: draft.tokenExpiresAt }))
  },
})

export const getHost = hosts.read({ id: 'getHost', summary: 'Get a host' })

export const updateHost = hosts.update({
  id: 'updateHost',
  summary: 'Update a host',
  description:
    'Omitted fields keep their values. The config is merged key by key; null clears a key. The agent applies it ' +
    'after its next report.',
  body: updateBody,
  bodyExample: { tags: ['env:prod', 'team:shop'], config: { reportIntervalSeconds: 30 } },
  async change({ id, monitor }, body, context) {
    const target = body.name === undefined ? {} : { target: body.name }
    const { changes, write } = await changeOf(monitor, { ...body, ...target }, context)
    return {
      changes,
      async write() {
        monitors.record(context, 'monitor.updated', await write(), changes)
        return hosts.find(context, { id })
      },
    }
  },
})

export const deleteHost = defineOperation({
  id: 'deleteHost',
  method: 'DELETE',
  path: '/hosts/{id}',
  tag: 'Hosts',
  summary: 'Delete a host and its monitor with all their data; its agent is rejected',
  params,
  responses: { 204: { description: 'Deleted' } },
  async handle({ params }, context) {
    const { monitorId } = await hosts.find(context, params)
    if ((await apply(context, 'delete', [monitorId])).length === 0) throw hosts.notFound()
    return noContent
  },
})

export const rotateHostToken = defineOperation({
  id: 'rotateHostToken',
  method: 'POST',
  path: '/hosts/{id}/rotate-token',
  tag: 'Hosts',
  summary: 'Replace the token of a host; the old one stops working',
  params,
  responses: { 200: { description: 'The host, and how to enroll its agent', schema: enrolledHost } },
  async handle({ params: { id } }, context) {
    const { name } = await hosts.lock(context, { id })
    const { token, draft } = newEnrollment(id, context.now)
    await setHostToken(context.db, context.caller.organization.id, draft)
    hosts.record(context, 'host.token_rotated', { id, name })
    return ok(withEnrollment(context, await shown(context, id), { token, expiresAt: draft.tokenExpiresAt }))
  },
})

async function shown(context: CallerContext, id: string): Promise<object> {
  return showHost(await hosts.find(context, { id }))
}
