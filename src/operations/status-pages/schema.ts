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
    name: z.string(),
    description: z.string().nullable(),
    position: z.int(),
    display_mode: z.enum(displayModes),
    public_cause: z.enum(publicCauses).meta({ description: 'How much of the cause visitors see' }),
    monitor_ids: z.array(z.uuid()),
    monitor_tags: z.array(z.string()),
    status: z.enum(componentStatuses).optional().meta({ description: 'Live: only when a single page is read' }),
    monitors: z
      .array(z.object({ id: z.uuid(), name: z.string(), type: z.string() }))
      .optional()
      .meta({ description: 'Live: the monitors of the component, by name' }),
    third_party: thirdParty.nullable().optional().meta({ description: 'Live: the third-party service that it shows' }),
  })
  .meta({ id: 'StatusPageComponent' })

const listedPage = z
  .object({
    object: z.literal('status_page'),
    id: z.uuid(),
    slug: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    public: z.boolean(),
    password_protected: z.boolean(),
    auto_publish_incidents: z.boolean(),
    dim_untracked_days: z.boolean(),
    theme: z.enum(themes),
    language: z.enum(pageLanguages),
    days_shown: z.int(),
    footer: z.string().nullable(),
    support_url: z.string().nullable(),
    logo: z.object({ hash: z.string(), width: z.int(), height: z.int() }).nullable(),
    url: z.string().meta({ description: 'Public address of the page' }),
    component_count: z.int(),
    subscriber_count: z.int().meta({ description: 'Subscribers that confirmed and can be reached' }),
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
      .meta({ description: 'Live: only when a single page is read; null if unknown' }),
    incident_count: z.int().optional().meta({ description: 'Live: number of announcements on the page' }),
  })
  .meta({ id: 'StatusPage' })

const listedExample = {
  object: 'status_page',
  id: '0198c5a2-d1a0-7b3c-8f21-5e4d3c2b1a09',
  slug: 'acme',
  name: 'Acme',
  description: 'Status of the shop',
  public: true,
  password_protected: false,
  auto_publish_incidents: true,
  dim_untracked_days: true,
  theme: 'auto',
  language: 'en',
  days_shown: 90,
  footer: null,
  support_url: 'https://acme.example/support',
  logo: null,
  url: 'https://lapwing.example.com/status/acme',
  component_count: 1,
  subscriber_count: 12,
  managed: null,
  created_at: '2026-02-10T09:00:00.000Z',
  updated_at: '2026-02-10T09:00:00.000Z',
}
export const componentExample = {
  object: 'status_page_component',
  id: '0198c5a2-d1a1-7c10-9f4e-5d6c7b8a9f01',
  name: 'Checkout',
  description: null,
  position: 0,
  display_mode: 'rolled_up',
  public_cause: 'hidden',
  monitor_ids: ['0198c5a2-9b10-7d21-8c44-2b6f0e9d7a31'],
  monitor_tags: ['team:shop'],
}
const liveExample = {
  ...listedExample,
  components: [
    {
      ...componentExample,
      status: 'up',
      monitors: [{ id: '0198c5a2-9b10-7d21-8c44-2b6f0e9d7a31', name: 'Shop', type: 'http' }],
      third_party: null,
    },
  ],
  overall_status: 'operational',
  incident_count: 3,
}

export const listed = { description: 'The pages', schema: listedPage, example: listedExample }
export const one = { description: 'The page', schema: page, example: liveExample }

const fields = {
  slug: ruled(z.string(), slugProblem).meta({
    description: 'Last part of the address; unique, and some words are reserved',
    pattern: slugShape.source,
  }),
  name: nameOf(120),
  description: z.string().max(2000).nullable(),
  isPublic: z.boolean().meta({ description: 'Whether visitors can see it; a private page looks like a missing one' }),
  autoPublishIncidents: z
    .boolean()
    .meta({ description: 'Whether confirmed critical incidents are announced automatically' }),
  dimUntrackedDays: z.boolean().meta({ description: 'Whether days before the first check are drawn pale' }),
  theme: z.enum(themes),
  language: z
    .enum(pageLanguages)
    .meta({ description: 'For visitors whose languages the page does not have, and for automatic announcements' }),
  daysShown: z.int().min(7).max(90).meta({ description: 'Bars per component' }),
  footer: z.string().max(500).nullable(),
  supportUrl: ruled(z.string().trim().max(500), supportUrlProblem)
    .nullable()
    .meta({ description: 'Where visitors get help: an https:// or http:// address, or mailto:' }),
}

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
    ...fields,
    description: fields.description.default(null),
    isPublic: fields.isPublic.default(true),
    autoPublishIncidents: fields.autoPublishIncidents.default(true),
    dimUntrackedDays: fields.dimUntrackedDays.default(true),
    theme: fields.theme.default('auto'),
    language: fields.language.default('en'),
    daysShown: fields.daysShown.default(90),
    footer: fields.footer.default(null),
    supportUrl: fields.supportUrl.default(null),
    components: z
      .array(z.strictObject(componentFields))
      .max(maxComponents)
      .default([])
      .meta({ description: 'In display order' }),
  })
  .meta({ id: 'StatusPageCreate' })

export const updateBody = z.strictObject(fields).partial().meta({ id: 'StatusPageUpdate' })

/** What a draft holds of a page beside its components. */
export const look = z.strictObject(fields).omit({ slug: true, isPublic: true, autoPublishIncidents: true }).partial()

export function showPage(page: StoredPage, { origin }: Pick<Services, 'origin'>) {
  return {
    object: 'status_page',
    id: page.id,
    slug: page.slug,
    name: page.name,
    description: page.description,
    public: page.isPublic,
    password_protected: page.passwordProtected,
    auto_publish_incidents: page.autoPublishIncidents,
    dim_untracked_days: page.dimUntrackedDays,
    theme: page.theme,
    language: page.language,
    days_shown: page.daysShown,
    footer: page.footer,
    support_url: page.supportUrl,
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
