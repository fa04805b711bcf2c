// A page as the dashboard edits it: what visitors see, and a draft that they do not see yet.
import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { type Component, pageLanguages } from '../../domain/status-page/page.ts'
import { services } from '../../domain/status-page/third-party.ts'
import { componentsOf, putComponents } from '../../store/status-pages/components.ts'
import { hostsOf } from '../../store/status-pages/hosts.ts'
import { type PageAppearance, type StoredPage, changePage, draftOf, putDraft } from '../../store/status-pages/pages.ts'
import { type CallerContext, defineOperation, ok } from '../registry/define.ts'
import { componentDrafts, componentsFrom, draftExample, look } from './component-drafts.ts'
import { host, hostExample, showHost } from './hosts.ts'
import { pages } from './pages.ts'
import { componentExample, one as onePage, params, showComponent, showPage } from './schema.ts'

const dashboard = { audience: 'dashboard', tag: 'Status pages' } as const

const editedComponent = onePage.schema.shape.components.element
const logo = z.object({ hash: z.string(), width: z.int(), height: z.int() }).nullable()

const edited = onePage.schema
  .extend({
    language: z.enum(pageLanguages),
    days_shown: z.int(),
    footer: z.string().nullable(),
    logo,
    hosts: z.array(host),
    draft: z
      .object({ components: z.array(editedComponent), look: z.record(z.string(), z.unknown()) })
      .nullable()
      .meta({ description: 'What is not published yet' }),
  })
  .meta({ id: 'StatusPageEdited' })

const { overall_status: _overall, incident_count: _count, ...stored } = onePage.example
const one = {
  description: 'The page as it is edited',
  schema: edited,
  example: {
    ...stored,
    components: [{ ...componentExample, third_party: null }],
    language: 'en',
    days_shown: 90,
    footer: null,
    logo: { hash: '2f7a1c', width: 320, height: 80 },
    hosts: [hostExample],
    draft: null,
  },
}

export const getEditedStatusPage = defineOperation({
  ...dashboard,
  id: 'getEditedStatusPage',
  method: 'GET',
  path: '/dashboard/status-pages/{id}',
  access: 'read',
  summary: 'A status page as it is edited, with its draft',
  params,
  responses: { 200: one },
  handle: async ({ params }, context) => ok(await show(context, await pages.found(context, params))),
})

export const putStatusPageComponents = defineOperation({
  ...dashboard,
  id: 'putStatusPageComponents',
  method: 'PUT',
  path: '/dashboard/status-pages/{id}/components',
  access: 'write',
  summary: 'Replace the components of a page at once',
  params,
  body: z.strictObject({ components: componentDrafts }).meta({ id: 'StatusPageComponents' }),
  bodyExample: { components: [withoutId(draftExample)] },
  responses: { 200: one },
  async handle({ params, body }, context) {
    const page = await pages.held(context, params)
    await writeComponents(
      context,
      page,
      await componentsFrom(context, body.components, await componentsOf(context.db, page.id)),
    )
    return ok(await show(context, await pages.found(context, params)))
  },
})

function withoutId({ id: _id, ...rest }: typeof draftExample): object {
  return rest
}

export const putStatusPageDraft = defineOperation({
  ...dashboard,
  id: 'putStatusPageDraft',
  method: 'PUT',
  path: '/dashboard/status-pages/{id}/draft',
  access: 'write',
  summary: 'Keep components and look of a page without publishing them',
  params,
  body: z
    .strictObject({ components: componentDrafts.optional(), look: look.default({}) })
    .meta({ id: 'StatusPageDraft' }),
  bodyExample: { components: [withoutId(draftExample)], look: { theme: 'dark' } },
  responses: { 200: one },
  async handle({ params, body }, context) {
    const page = await pages.held(context, params)
    const existing = await componentsOf(context.db, page.id)
    const before = await draftOf(context.db, page.id)
    const known = [...existing, ...(before?.components ?? [])]
    const components = body.components ? await componentsFrom(context, body.components, known) : existing
    await putDraft(context.db, page.id, { components, look: body.look })
    return ok(await show(context, page))
  },
})

export const discardStatusPageDraft = defineOperation({
  ...dashboard,
  id: 'discardStatusPageDraft',
  method: 'DELETE',
  path: '/dashboard/status-pages/{id}/draft',
  access: 'write',
  summary: 'Forget what was not published',
  params,
  responses: { 200: one },
  async handle({ params }, context) {
    const page = await pages.held(context, params)
    await putDraft(context.db, page.id, null)
    return ok(await show(context, page))
  },
})

export const publishStatusPageDraft = defineOperation({
  ...dashboard,
  id: 'publishStatusPageDraft',
  method: 'POST',
  path: '/dashboard/status-pages/{id}/publish',
  access: 'write',
  summary: 'Show visitors what the draft has',
  params,
  faults: ['conflict'],
  responses: { 200: one },
  async handle({ params }, context) {
    const { db, now } = context
    const page = await pages.held(context, params)
    const draft = await draftOf(db, page.id)
    if (!draft) throw new Fault('conflict', 'There is no draft to publish: edit components or look first')
    await changePage(db, { ...page, ...draft.look, updatedAt: now })
    await putDraft(db, page.id, null)
    await writeComponents(context, page, draft.components)
    return ok(await show(context, await pages.found(context, params)))
  },
})

export const listThirdPartyServices = defineOperation({
  ...dashboard,
  id: 'listThirdPartyServices',
  method: 'GET',
  path: '/dashboard/third-party-services',
  access: 'read',
  summary: 'Services of others that a component can show',
  responses: {
    200: {
      description: 'By name',
      schema: z.object({
        object: z.literal('list'),
        data: z.array(
          z
            .object({ object: z.literal('third_party_service'), slug: z.string(), name: z.string(), url: z.string() })
            .meta({ id: 'ThirdPartyService' }),
        ),
      }),
      example: {
        object: 'list',
        data: [{ object: 'third_party_service', slug: 'github', name: 'GitHub', url: 'https://www.githubstatus.com' }],
      },
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

async function show({ db, services }: CallerContext, page: StoredPage): Promise<object> {
  const components = await componentsOf(db, page.id)
  const hosts = await hostsOf(db, page.id)
  const draft = await draftOf(db, page.id)
  return {
    ...showPage(page, services),
    components: components.map(showEdited),
    language: page.language,
    days_shown: page.daysShown,
    footer: page.footer,
    logo: page.logo,
    hosts: hosts.map(showHost),
    draft: draft && { components: draft.components.map(showEdited), look: draft.look satisfies PageAppearance },
  }
}

const showEdited = (component: Component): object => ({
  ...showComponent(component),
  third_party: component.thirdParty,
})
