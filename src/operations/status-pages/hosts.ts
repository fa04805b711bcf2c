// Custom hostnames of status pages.
import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { ruled } from '../../domain/field.ts'
import { canonicalHostName } from '../../domain/status-page/host-name.ts'
import { newToken } from '../../domain/secret.ts'
import { addActivity } from '../../store/accounts/activity.ts'
import { lockOrganization, listOrganizations } from '../../store/accounts/organizations.ts'
import { findSignInHost } from '../../store/accounts/sign-in-hosts.ts'
import {
  type PageHost,
  addHost,
  countHosts,
  deleteHost,
  lockHost,
  hostsOf,
  verifyHost,
} from '../../store/status-pages/hosts.ts'
import { type CallerContext, created, defineOperation, ok } from '../registry/define.ts'
import { deleted, deletionResponse } from '../registry/deletion.ts'
import { refuseMoreThan } from '../registry/plan-limit.ts'
import { pages } from './pages.ts'
import { params } from './schema.ts'

export const host = z
  .object({
    object: z.literal('status_page_host'),
    host: z.string().meta({ example: 'status.example.com' }),
    verified_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'The name is not served before this time', example: '2026-02-10T09:00:00.000Z' }),
    txt_name: z
      .string()
      .meta({ description: 'Name of the TXT record that proves ownership', example: '_lapwing.status.example.com' }),
    txt_value: z.string().meta({ example: 'lapwing-page=Zk3v0c8l2m1n' }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'StatusPageHost' })

export const hostName = ruled(
  z
    .string()
    .trim()
    .max(253)
    .overwrite((text) => canonicalHostName(text) ?? text),
  (text) => (canonicalHostName(text) === null ? 'must be a hostname, such as status.example.com' : null),
)
const oneParams = params.extend({ host: hostName })
const one = { description: 'The hostname', schema: host }
const shared = { tag: 'Status pages', access: 'write', role: 'admin' } as const

const recordFor = (proof: string): string => `lapwing-page=${proof}`

export const showHost = ({ host, proof, verifiedAt, createdAt }: PageHost) => ({
  object: 'status_page_host',
  host,
  verified_at: verifiedAt,
  txt_name: `_lapwing.${host}`,
  txt_value: recordFor(proof),
  created_at: createdAt,
})

export const addStatusPageHost = defineOperation({
  ...shared,
  id: 'addStatusPageHost',
  method: 'POST',
  path: '/status-pages/{id}/hosts',
  summary: 'Add a hostname to a page',
  creating: true,
  description:
    'Point the name at this installation. A TXT record must prove ownership if several organizations share the ' +
    'installation, or if users have signed in at that name.',
  params,
  body: z.strictObject({ host: hostName }).meta({ id: 'StatusPageHostAdd' }),
  bodyExample: { host: 'status.example.com' },
  faults: ['conflict'],
  responses: { 201: one },
  async handle({ params, body: { host } }, context) {
    const { db, caller, now } = context
    const page = await pages.lock(context, params)
    await refuseOwnHost(context, host)
    await lockOrganization(db, caller.organization.id)
    refuseMoreThan(context, 'custom_domains', await countHosts(db, caller.organization.id))
    const holder = await lockHost(db, host)
    const verifiedAt = (await needsProof(context, host)) ? null : now
    const added = { host, proof: newToken().slice(0, 24), verifiedAt, createdAt: now }
    if (holder?.organizationId === caller.organization.id || !(await addHost(db, page.id, added)))
      throw new Fault('conflict', `host: ${host} already belongs to a status page; remove it there first`)
    pages.record(context, 'status_page.updated', page, { host: { from: null, to: host } })
    return created(showHost(added))
  },
})

export const checkStatusPageHost = defineOperation({
  ...shared,
  id: 'checkStatusPageHost',
  method: 'POST',
  path: '/status-pages/{id}/hosts/{host}/check',
  summary: 'Check the TXT record of a hostname',
  description:
    'A verified name serves this page, even if it served a page of another organization without a TXT record before.',
  params: oneParams,
  faults: ['conflict'],
  responses: { 200: one },
  async handle({ params: { id, host } }, context) {
    const { db, now, services } = context
    const page = await pages.lock(context, { id })
    const found = await hostOf(context, page.id, host)
    if (found.verifiedAt) return ok(showHost(found))
    const { txt_name: name, txt_value: value } = showHost(found)
    await refuseOwnHost(context, host)
    const records = await services.textRecords(name)
    if (!records.includes(value))
      throw new Fault('conflict', `Found no TXT record ${value} at ${name}; DNS changes can take an hour to appear`)
    await refuseProvenElsewhere(context, { pageId: page.id, host, records })
    await verifyHost(db, page.id, host, now)
    pages.record(context, 'status_page.updated', page, { host_verified: { from: null, to: host } })
    return ok(showHost({ ...found, verifiedAt: now }))
  },
})

export const deleteStatusPageHost = defineOperation({
  ...shared,
  id: 'deleteStatusPageHost',
  method: 'DELETE',
  path: '/status-pages/{id}/hosts/{host}',
  summary: 'Remove a hostname from a page',
  params: oneParams,
  responses: deletionResponse,
  async handle({ params: { id, host } }, context) {
    const page = await pages.lock(context, { id })
    await hostOf(context, page.id, host)
    await deleteHost(context.db, page.id, host)
    pages.record(context, 'status_page.updated', page, { host: { from: host, to: null } })
    return deleted(host)
  },
})

/** The addresses of the installation itself, which no page can take. */
async function refuseOwnHost({ db, services }: CallerContext, host: string): Promise<void> {
  const isOwn = host === new URL(services.origin()).hostname || (await findSignInHost(db, host))?.isSetup
  if (isOwn) throw new Fault('conflict', `host: ${host} is the address of this installation`)
}

/** Without other organizations, a name that is only used for status pages needs no proof. */
async function needsProof({ db, visit }: CallerContext, host: string): Promise<boolean> {
  if (host === visit.host || (await findSignInHost(db, host)) !== undefined) return true
  return (await listOrganizations(db)).length > 1
}

/** The TXT record exists, so a page with the same name but without a record loses it. */
async function refuseProvenElsewhere(
  { db, now }: CallerContext,
  { pageId, host, records }: { pageId: string; host: string; records: readonly string[] },
): Promise<void> {
  const holder = await lockHost(db, host)
  if (!holder || holder.pageId === pageId) return
  if (records.includes(recordFor(holder.proof)))
    throw new Fault(
      'conflict',
      `host: ${host} belongs to another page whose TXT record also exists; remove that record`,
    )
  const event = {
    entityType: 'status_page',
    entityId: holder.pageId,
    entityName: holder.pageName,
    action: 'status_page.updated',
    changes: { host: { from: host, to: null } },
  }
  await addActivity(db, { organizationId: holder.organizationId, actor: null, events: [event], now })
}

async function hostOf({ db }: CallerContext, pageId: string, host: string): Promise<PageHost> {
  const found = (await hostsOf(db, pageId)).find((one) => one.host === host)
  if (!found) throw new Fault('not_found', 'Hostname not found on this page')
  return found
}

export const pageHostOperations = [addStatusPageHost, checkStatusPageHost, deleteStatusPageHost]
