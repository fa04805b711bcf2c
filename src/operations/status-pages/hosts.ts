// Host names of the organization's own that lead to a page.
import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { newToken } from '../../domain/secret.ts'
import { lockOrganization, listOrganizations } from '../../store/accounts/organizations.ts'
import { type PageHost, addHost, countHosts, deleteHost, hostsOf, verifyHost } from '../../store/status-pages/hosts.ts'
import { type CallerContext, created, defineOperation, ok } from '../registry/define.ts'
import { deleted, deletionOf } from '../registry/deletion.ts'
import { refuseMoreThan } from '../registry/plan-limit.ts'
import { pages } from './pages.ts'
import { params } from './schema.ts'

export const host = z
  .object({
    object: z.literal('status_page_host'),
    host: z.string(),
    verified_at: z.iso.datetime().nullable().meta({ description: 'Until then it is not answered to' }),
    txt_name: z.string().meta({ description: 'The name whose TXT record proves that it is yours' }),
    txt_value: z.string(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'StatusPageHost' })

export const hostExample = {
  object: 'status_page_host',
  host: 'status.example.com',
  verified_at: '2026-02-10T09:00:00.000Z',
  txt_name: '_lapwing.status.example.com',
  txt_value: 'lapwing-page=Zk3v0c8l2m1n',
  created_at: '2026-02-10T09:00:00.000Z',
}

export const hostName = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(
    /^(?=.*[a-z])([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/,
    'must be a host name, such as status.example.com',
  )
const oneParams = params.extend({ host: hostName })
const one = { description: 'The host name', schema: host, example: hostExample }
const dashboard = { audience: 'dashboard', tag: 'Status pages', access: 'write' } as const

export const showHost = ({ host, proof, verifiedAt, createdAt }: PageHost) => ({
  object: 'status_page_host',
  host,
  verified_at: verifiedAt,
  txt_name: `_lapwing.${host}`,
  txt_value: `lapwing-page=${proof}`,
  created_at: createdAt,
})

export const addStatusPageHost = defineOperation({
  ...dashboard,
  id: 'addStatusPageHost',
  method: 'POST',
  path: '/dashboard/status-pages/{id}/hosts',
  summary: 'Let a host name lead to a page',
  description:
    'Point the name at this installation. Where several organizations share it, a TXT record proves whose the name is.',
  params,
  body: z.strictObject({ host: hostName }).meta({ id: 'StatusPageHostAdd' }),
  bodyExample: { host: hostExample.host },
  faults: ['conflict'],
  responses: { 201: one },
  async handle({ params, body }, context) {
    const { db, caller, now, services } = context
    const page = await pages.held(context, params)
    if (body.host === new URL(services.origin()).hostname)
      throw new Fault('conflict', `host: ${body.host} is where this installation itself is reached`)
    await lockOrganization(db, caller.organization.id)
    refuseMoreThan(context, 'custom_domains', await countHosts(db, caller.organization.id))
    const isAlone = (await listOrganizations(db)).length === 1
    const made = { host: body.host, proof: newToken().slice(0, 24), verifiedAt: isAlone ? now : null, createdAt: now }
    if (!(await addHost(db, page.id, made)))
      throw new Fault('conflict', `host: ${body.host} leads to a page already; remove it there first`)
    pages.record(context, 'status_page.updated', page, { host: { from: null, to: body.host } })
    return created(showHost(made))
  },
})

export const checkStatusPageHost = defineOperation({
  ...dashboard,
  id: 'checkStatusPageHost',
  method: 'POST',
  path: '/dashboard/status-pages/{id}/hosts/{host}/check',
  summary: 'Look now whether a host name is proven',
  params: oneParams,
  faults: ['conflict'],
  responses: { 200: one },
  async handle({ params: { id, host: asked } }, context) {
    const { db, now, services } = context
    const page = await pages.held(context, { id })
    const found = await hostOf(context, page.id, asked)
    if (found.verifiedAt) return ok(showHost(found))
    const { txt_name: name, txt_value: value } = showHost(found)
    if (!(await services.textRecords(name)).includes(value))
      throw new Fault('conflict', `There is no TXT record ${value} at ${name} yet; names can take an hour to change`)
    await verifyHost(db, page.id, asked, now)
    return ok(showHost({ ...found, verifiedAt: now }))
  },
})

export const deleteStatusPageHost = defineOperation({
  ...dashboard,
  id: 'deleteStatusPageHost',
  method: 'DELETE',
  path: '/dashboard/status-pages/{id}/hosts/{host}',
  summary: 'Let a host name lead nowhere',
  params: oneParams,
  responses: deletionOf(hostExample.host),
  async handle({ params: { id, host: asked } }, context) {
    const page = await pages.held(context, { id })
    await hostOf(context, page.id, asked)
    await deleteHost(context.db, page.id, asked)
    pages.record(context, 'status_page.updated', page, { host: { from: asked, to: null } })
    return deleted(asked)
  },
})

async function hostOf({ db }: CallerContext, pageId: string, host: string): Promise<PageHost> {
  const found = (await hostsOf(db, pageId)).find((one) => one.host === host)
  if (!found) throw new Fault('not_found', 'There is no such host name on this page')
  return found
}
