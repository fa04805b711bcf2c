// Creates, reads, updates and deletes status pages.
import { Fault } from '../../domain/fault.ts'
import { newId } from '../../domain/id.ts'
import type { Component, StatusPage } from '../../domain/status-page/page.ts'
import { isReservedSlug } from '../../domain/status-page/slug.ts'
import { knownMonitors } from '../../store/monitors/monitors.ts'
import { countAnnouncements } from '../../store/status-pages/announcements.ts'
import { componentsOf, putComponents } from '../../store/status-pages/components.ts'
import { readPageState } from '../../store/status-pages/page-state.ts'
import {
  type StoredPage,
  addPage,
  changePage,
  deletePage,
  findPage,
  lockPage,
  listPages,
  takeSlug,
} from '../../store/status-pages/pages.ts'
import { changesBetween } from '../registry/changes.ts'
import { type CallerContext, type OrganizationContext, defineOperation, ok } from '../registry/define.ts'
import { listOf } from '../registry/page.ts'
import { refuseBeyondLimit, refuseMoreThan } from '../registry/plan-limit.ts'
import { defineResource } from '../registry/resource.ts'
import {
  createBody,
  facts,
  listed,
  one,
  params,
  showComponent,
  showLiveComponent,
  showPage,
  updateBody,
} from './schema.ts'

export const pages = defineResource({
  object: 'status_page',
  noun: 'status page',
  tag: 'Status pages',
  path: '/status-pages',
  section: 'statusPages',
  params,
  one,
  find: ({ db, caller }, { id }) => findPage(db, caller.organization.id, id),
  lock: ({ db, caller }, { id }) => lockPage(db, caller.organization.id, id),
  show: showStored,
})

const listStatusPages = defineOperation({
  id: 'listStatusPages',
  method: 'GET',
  path: '/status-pages',
  tag: 'Status pages',
  summary: 'List status pages, oldest first, without their components',
  responses: { 200: { description: 'All of them', schema: listOf(listed.schema) } },
  async handle(_input, context) {
    const found = await listPages(context.db, context.caller.organization.id)
    const shown = found.map((page) => showPage(page, context.services))
    const data = await pages.withOwners(shown, context)
    return ok({ object: 'list', data, has_more: false, next_cursor: null })
  },
})

export const createStatusPage = pages.create({
  id: 'createStatusPage',
  summary: 'Create a status page',
  description:
    'Live fields come with `GET /status-pages/{id}`. Change components later with ' +
    '`PATCH /status-pages/{id}/components`, and add a logo, a password and hostnames ' +
    'with the operations named for them.',
  body: createBody,
  bodyExample: {
    slug: 'acme',
    name: 'Acme',
    description: 'Status of the shop',
    components: [
      { name: 'Checkout', monitorIds: ['0198c5a2-9b10-7d21-8c44-2b6f0e9d7a31'], monitorTags: ['team:shop'] },
    ],
  },
  faults: ['conflict'],
  facts,
  async create({ components, ...draft }, context) {
    const page = await makePage(context, draft)
    refuseTooManyComponents(context, components.length)
    const made = components.map((component, position): Component => ({
      ...component,
      id: newId(context.now),
      position,
      displayMode: 'rolled_up',
      publicCause: 'hidden',
      thirdParty: null,
    }))
    await putComponents(context.db, page.id, await withKnownMonitors(context, made))
    return { ...page, componentCount: made.length }
  },
})

type PageInput = Omit<StatusPage, 'id' | 'passwordProtected' | 'createdAt' | 'updatedAt'>

/** A page without components. */
async function makePage(context: OrganizationContext, draft: PageInput): Promise<StoredPage> {
  const { db, caller, now } = context
  await refuseSlug(context, draft.slug)
  await refuseBeyondLimit(context, 'status_pages')
  const page = { ...draft, id: newId(now), passwordProtected: false, createdAt: now, updatedAt: now }
  const organizationId = caller.organization.id
  await addPage(db, organizationId, page)
  return { ...page, organizationId, passwordHash: null, logo: null, componentCount: 0, subscriberCount: 0 }
}

const getStatusPage = pages.read({
  id: 'getStatusPage',
  summary: 'Get a status page with its current state',
  async show(page, { db, services, now }) {
    const { organizationId, id: pageId } = page
    const components = await componentsOf(db, pageId)
    const [state, incidents] = await Promise.all([
      readPageState(db, { organizationId, pageId, components }, now),
      countAnnouncements(db, pageId),
    ])
    return {
      ...showPage(page, services),
      components: state.components.map(showLiveComponent),
      overall_status: state.overallStatus,
      incident_count: incidents,
    }
  },
})

export const updateStatusPage = pages.update({
  id: 'updateStatusPage',
  summary: 'Update a status page',
  description: 'Omitted fields keep their values. If the slug changes, the old address stops working at once.',
  body: updateBody,
  bodyExample: { name: 'Acme', theme: 'dark' },
  faults: ['conflict'],
  async change(before, body, context) {
    const after = { ...before, ...body, updatedAt: context.now }
    if (after.slug !== before.slug) await refuseSlug(context, after.slug)
    return {
      changes: changesBetween(facts(before), facts(after)),
      async write() {
        await changePage(context.db, after)
        return after
      },
    }
  },
})

export const deleteStatusPage = pages.delete({
  id: 'deleteStatusPage',
  summary: 'Delete a status page',
  description: 'Also deletes its announcements and subscribers. Its address stops working at once.',
  remove: ({ id }, { db }) => deletePage(db, id),
})

async function refuseSlug({ db }: OrganizationContext, slug: string): Promise<void> {
  if (isReservedSlug(slug)) throw new Fault('conflict', `slug: ${slug} is reserved; choose another one`)
  if (!(await takeSlug(db, slug))) throw new Fault('conflict', `slug: ${slug} is taken; choose another one`)
}

export function refuseTooManyComponents(context: OrganizationContext, count: number): void {
  if (count > 0) refuseMoreThan(context, 'status_page_components', count - 1)
}

/** Removes unknown and duplicate monitors. */
export async function withKnownMonitors<C extends Pick<Component, 'monitorIds' | 'monitorTags'>>(
  { db, caller }: OrganizationContext,
  components: readonly C[],
): Promise<C[]> {
  const requested = [...new Set(components.flatMap(({ monitorIds }) => monitorIds))]
  const known = new Set(await knownMonitors(db, caller.organization.id, requested))
  return components.map((component) => ({
    ...component,
    monitorIds: [...new Set(component.monitorIds)].filter((id) => known.has(id)),
    monitorTags: [...new Set(component.monitorTags)],
  }))
}

async function showStored(page: StoredPage, { db, services }: CallerContext): Promise<object> {
  return { ...showPage(page, services), components: (await componentsOf(db, page.id)).map(showComponent) }
}

export const pageOperations = [listStatusPages, createStatusPage, getStatusPage, updateStatusPage, deleteStatusPage]
