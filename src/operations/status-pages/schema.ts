// The schemas of status pages and their components.
import { z } from 'zod'
import { ruled } from '../../domain/field.ts'
import { type Component, displayModes, pageLanguages, themes } from '../../domain/status-page/page.ts'
import { publicCauses } from '../../domain/status-page/public-cause.ts'
import { slugProblem, slugShape } from '../../domain/status-page/slug.ts'
import { supportUrlProblem } from '../../domain/status-page/support-url.ts'
import { componentStatuses, overallStatuses } from '../../domain/status-page/status.ts'
import type { ComponentState } from '../../store/status-pages/page-state.ts'
import type { StoredPage } from '../../store/status-pages/pages.ts'
import { tag } from '../../domain/fields/tag.ts'
import type { Services } from '../registry/services.ts'
import { nameOf } from '../../domain/fields/name.ts'
import { describeFields } from '../registry/fields/described.ts'
import { managed } from '../registry/fields/managed.ts'

export const params = z.object({ id: z.uuid() })

const thirdParty = z
  .object({
    service_slug: z.string(),
    components: z.array(z.string()).meta({ description: 'Empty means the whole service' }),
  })
  .meta({ id: 'StatusPageThirdParty' })

const component = z
  .object({
    object: z.literal('status_page_component'),
    id: z.uuid(),
    name: z.string().meta({ example: 'Checkout' }),
    description: z.string().nullable(),
    position: z.int(),
    display_mode: z.enum(displayModes).meta({ example: 'rolled_up' }),
    public_cause: z.enum(publicCauses).meta({ description: 'How much of the cause visitors see', example: 'hidden' }),
    monitor_ids: z.array(z.uuid()),
    monitor_tags: z.array(z.string()).meta({ example: ['team:shop'] }),
    status: z
      .enum(componentStatuses)
      .optional()
      .meta({ description: 'Live: only when a single page is read', example: 'up' }),
    monitors: z
      .array(
        z.object({
          id: z.uuid(),
          name: z.string().meta({ example: 'Shop' }),
          type: z.string().meta({ example: 'http' }),
        }),
      )
      .optional()
      .meta({ description: 'Live: the monitors of the component, by name' }),
    third_party: thirdParty.nullable().optional().meta({ description: 'Live: the third-party service that it shows' }),
  })
  .meta({ id: 'StatusPageComponent' })

const fields = describeFields({
  slug: {
    schema: ruled(z.string(), slugProblem).meta({
      description: 'Last part of the address; unique, and some words are reserved',
      pattern: slugShape.source,
    }),
    example: 'acme',
  },
  name: { schema: nameOf(120), example: 'Acme' },
  description: { schema: z.string().max(2000).nullable(), default: null, example: 'Status of the shop' },
  isPublic: {
    schema: z.boolean().meta({ description: 'Whether visitors can see it; a private page looks like a missing one' }),
    default: true,
    response: 'public',
    example: true,
  },
  autoPublishIncidents: {
    schema: z.boolean().meta({ description: 'Whether confirmed critical incidents are announced automatically' }),
    default: true,
    example: true,
  },
  dimUntrackedDays: {
    schema: z.boolean().meta({ description: 'Whether days before the first check are drawn pale' }),
    default: true,
    example: true,
  },
  theme: { schema: z.enum(themes), default: 'auto', example: 'auto' },
  language: {
    schema: z
      .enum(pageLanguages)
      .meta({ description: 'For visitors whose languages the page does not have, and for automatic announcements' }),
    default: 'en',
    example: 'en',
  },
  daysShown: {
    schema: z.int().min(7).max(90).meta({ description: 'Bars per component' }),
    default: 90,
    example: 90,
  },
  footer: { schema: z.string().max(500).nullable(), default: null },
  supportUrl: {
    schema: ruled(z.string().trim().max(500), supportUrlProblem)
      .nullable()
      .meta({ description: 'Where visitors get help: an https:// or http:// address, or mailto:' }),
    default: null,
    example: 'https://acme.example/support',
  },
})

const picture = { hash: z.string(), width: z.int(), height: z.int() }

const listedPage = z
  .object({
    object: z.literal('status_page'),
    id: z.uuid(),
    ...fields.shown,
    password_protected: z.boolean(),
    logo: z
      .object({
        ...picture,
        fits: z.enum(['light', 'dark', 'both']).meta({ description: 'The themes on which it can be seen' }),
        dark: z.object(picture).nullable().meta({ description: 'Another one for the dark theme' }),
      })
      .nullable(),
    url: z
      .string()
      .meta({ description: 'Public address of the page', example: 'https://lapwing.example.com/status/acme' }),
    component_count: z.int(),
    subscriber_count: z.int().meta({ description: 'Subscribers that confirmed and can be reached', example: 12 }),
    managed: managed.optional(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'StatusPageListed' })

const page = listedPage
  .extend({
    components: z.array(component),
    overall_status: z
      .enum(overallStatuses)
      .nullable()
      .optional()
      .meta({ description: 'Live: only when a single page is read; null if unknown', example: 'operational' }),
    incident_count: z.int().optional().meta({ description: 'Live: number of announcements on the page', example: 3 }),
  })
  .meta({ id: 'StatusPage' })

export const listed = { description: 'The pages', schema: listedPage }
export const one = { description: 'The page', schema: page }

export const componentFields = {
  name: nameOf(120),
  description: z.string().max(500).nullable().default(null),
  monitorIds: z
    .array(z.uuid().toLowerCase())
    .max(500)
    .default([])
    .meta({ description: 'Unknown monitors are ignored' }),
  monitorTags: z
    .array(tag)
    .max(20)
    .default([])
    .meta({ description: 'Every monitor with any of these tags, including those tagged later' }),
}
export const maxComponents = 50

export const createBody = z
  .strictObject({
    ...fields.create,
    components: z
      .array(z.strictObject(componentFields))
      .max(maxComponents)
      .default([])
      .meta({ description: 'In display order' }),
  })
  .meta({ id: 'StatusPageCreate' })

export const updateBody = z.strictObject(fields.update).meta({ id: 'StatusPageUpdate' })

/** What a draft holds of a page beside its components. */
export const look = updateBody.omit({ slug: true, isPublic: true, autoPublishIncidents: true })

/** The fields of a page that the activity log shows. */
export const facts = fields.show

export function showPage(page: StoredPage, { origin }: Pick<Services, 'origin'>) {
  return {
    object: 'status_page',
    id: page.id,
    ...fields.show(page),
    password_protected: page.passwordProtected,
    logo: page.logo,
    url: `${origin()}/status/${page.slug}`,
    component_count: page.componentCount,
    subscriber_count: page.subscriberCount,
    created_at: page.createdAt,
    updated_at: page.updatedAt,
  }
}

export function showComponent(component: Component) {
  return {
    object: 'status_page_component',
    id: component.id,
    name: component.name,
    description: component.description,
    position: component.position,
    display_mode: component.displayMode,
    public_cause: component.publicCause,
    monitor_ids: component.monitorIds,
    monitor_tags: component.monitorTags,
  }
}

export function showLiveComponent(component: ComponentState) {
  return {
    ...showComponent(component),
    status: component.status,
    monitors: component.monitors.map(({ id, name, type }) => ({ id, name, type })),
    third_party: component.thirdParty,
  }
}
