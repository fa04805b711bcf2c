// Components of a page as they are edited.
import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { newId } from '../../domain/id.ts'
import { type Component, displayModes } from '../../domain/status-page/page.ts'
import { publicCauses } from '../../domain/status-page/public-cause.ts'
import { serviceOf } from '../../domain/status-page/third-party.ts'
import type { OrganizationContext } from '../registry/define.ts'
import { refuseTooManyComponents, withKnownMonitors } from './pages.ts'
import { componentFields, maxComponents } from './schema.ts'

const thirdParty = z.strictObject({
  serviceSlug: z.string().max(50).meta({ description: 'From `GET /third-party-services`' }),
  components: z.array(z.string().min(1).max(200)).max(50).default([]),
})

export const componentDraft = z.strictObject({
  ...componentFields,
  id: z.uuid().toLowerCase().optional().meta({ description: 'Id of an existing component; omit it for a new one' }),
  displayMode: z.enum(displayModes).default('rolled_up'),
  publicCause: z.enum(publicCauses).default('hidden'),
  thirdParty: thirdParty.nullable().default(null),
})
type ComponentDraft = z.output<typeof componentDraft>

export const componentDrafts = z.array(componentDraft).max(maxComponents)

export const draftExample = {
  name: 'Checkout',
  monitorTags: ['team:shop'],
  displayMode: 'expanded',
  publicCause: 'cause',
}

/** The components to store. Existing ones keep their ids, so that announcements still refer to them. */
export async function componentsFrom(
  context: OrganizationContext,
  drafts: readonly ComponentDraft[],
  existing: readonly Component[],
): Promise<Component[]> {
  refuseTooManyComponents(context, drafts.length)
  const own = existing.map(({ id }) => id)
  const components = drafts.map((draft, position): Component => {
    refuseWrong(draft, position, own)
    const { id = newId(context.now), thirdParty: service, ...fields } = draft
    const named = service && { service_slug: service.serviceSlug, components: service.components }
    return { ...fields, id, position, thirdParty: named }
  })
  if (new Set(components.map(({ id }) => id)).size < components.length)
    throw new Fault('invalid_request', 'components: must not contain an id twice')
  return withKnownMonitors(context, components)
}

function refuseWrong(
  { id, thirdParty, monitorIds, monitorTags }: ComponentDraft,
  position: number,
  own: readonly string[],
): void {
  const refuse = (message: string): never => {
    throw new Fault('invalid_request', `components[${position}].${message}`)
  }
  if (id !== undefined && !own.includes(id)) refuse('id: is not a component of this page; omit it for a new one')
  if (!thirdParty) return
  if (!serviceOf(thirdParty.serviceSlug)) refuse('thirdParty.serviceSlug: is not a known service')
  if (monitorIds.length + monitorTags.length > 0) refuse('thirdParty: must not have monitors')
}
