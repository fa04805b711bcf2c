// A page as it is edited: what visitors see, and a draft that they do not see yet.
import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import type { Component } from '../../domain/status-page/page.ts'
import { services } from '../../domain/status-page/third-party.ts'
import { componentsOf, putComponents } from '../../store/status-pages/components.ts'
import { hostsOf } from '../../store/status-pages/hosts.ts'
import { readPageState } from '../../store/status-pages/page-state.ts'
import { type PageAppearance, type StoredPage, changePage, draftOf, putDraft } from '../../store/status-pages/pages.ts'
import { type CallerContext, defineOperation, ok } from '../registry/define.ts'
import { componentDrafts, componentsFrom, draftExample } from './component-drafts.ts'
import { host, showHost } from './hosts.ts'
import { pages } from './pages.ts'
import { look, one as onePage, params, showLiveComponent, showPage } from './schema.ts'

const shared = { tag: 'Status pages' } as const

const editedComponent = onePage.schema.shape.components.element

const { name, description, dim_untracked_days, theme, language, days_shown, footer, support_url } = onePage.schema.shape
const draftLook = z
  .object({ name, description, dim_untracked_days, theme, language, days_shown, footer, support_url })
  .partial()
  .meta({ description: 'Only what differs from the page' })

const edited = onePage.schema
  .extend({
    hosts: z.array(host),
    draft: z
      .object({ components: z.array(editedComponent), look: draftLook })
      .nullable()
      .meta({ description: 'Unpublished changes' }),
  })
  .meta({ id: 'StatusPageEdited' })

const one = { description: 'The page with its draft', schema: edited }

export const getEditedStatusPage = defineOperation({
  ...shared,
  id: 'getEditedStatusPage',
  method: 'GET',
  path: '/status-pages/{id}/draft',
  summary: 'Get a status page with its draft and its hostnames',
  params,
  responses: { 200: one },
  handle: async ({ params }, context) => ok(await show(context, await pages.find(context, params))),
})

export const updateStatusPageComponents = defineOperation({
  ...shared,
  id: 'updateStatusPageComponents',
  method: 'PATCH',
  path: '/status-pages/{id}/components',
  summary: 'Replace the components of a page',
  description:
    'Visitors see them immediately. A component with its `id` keeps its announcements and subscribers; ' +
    'a draft stays as it is.',
  params,
  body: z.strictObject({ components: componentDrafts }).meta({ id: 'StatusPageComponents' }),
  bodyExample: { components: [draftExample] },
  responses: { 200: one },
  async handle({ params, body }, context) {
    const page = await pages.lock(context, params)
    await writeComponents(
      context,
      page,
      await componentsFrom(context, body.components, await componentsOf(context.db, page.id)),
    )
    return ok(await show(context, await pages.find(context, params)))
  },
})

export const updateStatusPageDraft = defineOperation({
  ...shared,
  id: 'updateStatusPageDraft',
  method: 'PATCH',
  path: '/status-pages/{id}/draft',
  summary: 'Save a draft of components and appearance',
  description:
    'Replaces an earlier draft. Visitors see it once it is published. ' +
    'Without `components` the draft has those of the page.',
  params,
  body: z
    .strictObject({ components: componentDrafts.optional(), look: look.default({}) })
    .meta({ id: 'StatusPageDraft' }),
  bodyExample: { components: [draftExample], look: { theme: 'dark' } },
  responses: { 200: one },
  async handle({ params, body }, context) {
    const page = await pages.lock(context, params)
    const existing = await componentsOf(context.db, page.id)
    const before = await draftOf(context.db, page.id)
    const known = [...existing, ...(before?.components ?? [])]
    const components = body.components ? await componentsFrom(context, body.components, known) : existing
    await putDraft(context.db, page.id, { components, look: body.look })
    return ok(await show(context, page))
  },
})

export const discardStatusPageDraft = defineOperation({
  ...shared,
  id: 'discardStatusPageDraft',
  method: 'DELETE',
  path: '/status-pages/{id}/draft',
  summary: 'Discard the draft',
  params,
  responses: { 200: one },
  async handle({ params }, context) {
    const page = await pages.lock(context, params)
    await putDraft(context.db, page.id, null)
    return ok(await show(context, page))
  },
})

export const publishStatusPageDraft = defineOperation({
  ...shared,
  id: 'publishStatusPageDraft',
  method: 'POST',
  path: '/status-pages/{id}/publish',
  summary: 'Publish the draft',
  params,
  faults: ['conflict'],
  responses: { 200: one },
  async handle({ params }, context) {
    const { db, now } = context
    const page = await pages.lock(context, params)
    const draft = await draftOf(db, page.id)
    if (!draft) throw new Fault('conflict', 'There is no draft to publish; edit the components or the appearance first')
    await changePage(db, { ...page, ...draft.look, updatedAt: now })
    await putDraft(db, page.id, null)
    await writeComponents(context, page, draft.components)
    return ok(await show(context, await pages.find(context, params)))
  },
})

export const listThirdPartyServices = defineOperation({
  ...shared,
  id: 'listThirdPartyServices',
  method: 'GET',
  path: '/third-party-services',
  summary: 'List third-party services that a component can show',
  responses: {
    200: {
      description: 'By name',
      schema: z.object({
        object: z.literal('list'),
        data: z.array(
          z
            .object({
              object: z.literal('third_party_service'),
              slug: z.string().meta({ example: 'github' }),
              name: z.string().meta({ example: 'GitHub' }),
              url: z.string().meta({ example: 'https://www.githubstatus.com' }),
            })
            .meta({ id: 'ThirdPartyService' }),
        ),
      }),
    },
  },
  handle: async () => ok({ object: 'list', data: services.map((one) => ({ object: 'third_party_service', ...one })) }),
})

async function writeComponents(
  context: CallerContext,
  page: StoredPage,
  components: readonly Component[],
): Promise<void> {
  await putComponents(context.db, page.id, components)
  pages.record(context, 'status_page.updated', page, { components: components.map(({ name }) => name) })
}

async function show({ db, caller, services, now }: CallerContext, page: StoredPage): Promise<object> {
  const components = await componentsOf(db, page.id)
  const hosts = await hostsOf(db, page.id)
  const draft = await draftOf(db, page.id)
  const resolve = async (edited: readonly Component[]): Promise<object[]> => {
    const stateQuery = { organizationId: caller.organization.id, pageId: page.id, components: edited }
    return (await readPageState(db, stateQuery, now)).components.map(showLiveComponent)
  }
  return {
    ...showPage(page, services),
    components: await resolve(components),
    hosts: hosts.map(showHost),
    draft: draft && { components: await resolve(draft.components), look: showLook(draft.look) },
  }
}

const showLook = ({ dimUntrackedDays, daysShown, supportUrl, ...look }: PageAppearance): object => ({
  ...look,
  ...(dimUntrackedDays !== undefined && { dim_untracked_days: dimUntrackedDays }),
  ...(daysShown !== undefined && { days_shown: daysShown }),
  ...(supportUrl !== undefined && { support_url: supportUrl }),
})

export const pageEditorOperations = [
  getEditedStatusPage,
  updateStatusPageComponents,
  updateStatusPageDraft,
  discardStatusPageDraft,
  publishStatusPageDraft,
  listThirdPartyServices,
]
