// The components and the look of a page while they are edited, and what differs from the published page.
import type { StatusPageComponent, StatusPageDraft, StatusPageEdited } from '../../api-types.ts'

export interface EditedComponent {
  /** Stays the same while the component has no id yet. */
  readonly key: string
  readonly id: string | undefined
  readonly name: string
  readonly description: string
  readonly displayMode: StatusPageComponent['display_mode']
  readonly publicCause: StatusPageComponent['public_cause']
  readonly monitors: readonly { readonly id: string; readonly name: string }[]
  readonly tags: readonly string[]
  readonly thirdParty: { readonly slug: string; readonly parts: readonly string[] } | null
}

export interface EditedLook {
  readonly name: string
  readonly description: string
  readonly footer: string
  readonly supportUrl: string
  readonly theme: StatusPageEdited['theme']
  readonly language: StatusPageEdited['language']
  readonly daysShown: number
  readonly dimUntrackedDays: boolean
}

export interface PageDraft {
  readonly components: readonly EditedComponent[]
  readonly look: EditedLook
}

const componentFrom = (shown: StatusPageComponent): EditedComponent => ({
  key: shown.id,
  id: shown.id,
  name: shown.name,
  description: shown.description ?? '',
  displayMode: shown.display_mode,
  publicCause: shown.public_cause,
  monitors: shown.monitor_ids.map((id) => ({
    id,
    name: shown.monitors?.find((monitor) => monitor.id === id)?.name ?? id,
  })),
  tags: shown.monitor_tags,
  thirdParty: shown.third_party ? { slug: shown.third_party.service_slug, parts: shown.third_party.components } : null,
})

export function publishedDraft(page: StatusPageEdited): PageDraft {
  return {
    components: page.components.map(componentFrom),
    look: {
      name: page.name,
      description: page.description ?? '',
      footer: page.footer ?? '',
      supportUrl: page.support_url ?? '',
      theme: page.theme,
      language: page.language,
      daysShown: page.days_shown,
      dimUntrackedDays: page.dim_untracked_days,
    },
  }
}

/** The stored draft on top of the published page. */
export function draftOf(page: StatusPageEdited): PageDraft {
  const published = publishedDraft(page)
  if (!page.draft) return published
  const { look, components } = page.draft
  const merged = publishedDraft({ ...page, ...look, components })
  return { components: merged.components, look: merged.look }
}

let added = 0

export const newComponent = (fields: Partial<EditedComponent> & { name: string }): EditedComponent => ({
  key: `new-${++added}`,
  id: undefined,
  description: '',
  displayMode: 'rolled_up',
  publicCause: 'hidden',
  monitors: [],
  tags: [],
  thirdParty: null,
  ...fields,
})

/** Puts a component at another place; places beyond the ends are the ends. */
export function moveComponent(
  components: readonly EditedComponent[],
  key: string,
  to: number,
): readonly EditedComponent[] {
  const from = components.findIndex((component) => component.key === key)
  const place = Math.max(0, Math.min(components.length - 1, to))
  if (from === -1 || from === place) return components
  const rest = components.toSpliced(from, 1)
  return rest.toSpliced(place, 0, components[from]!)
}

/** Gives components the ids that the server has chosen for them. */
export function adoptIds(
  components: readonly EditedComponent[],
  sent: readonly EditedComponent[],
  stored: readonly { readonly id: string }[],
): readonly EditedComponent[] {
  const idOf = new Map(sent.map(({ key }, index) => [key, stored[index]?.id]))
  return components.map((component) => (component.id ? component : { ...component, id: idOf.get(component.key) }))
}

export function bodyOf({ components, look }: PageDraft): StatusPageDraft {
  return {
    components: components.map((component) => ({
      ...(component.id && { id: component.id }),
      name: component.name,
      description: component.description || null,
      displayMode: component.displayMode,
      publicCause: component.publicCause,
      monitorIds: component.monitors.map(({ id }) => id),
      monitorTags: component.tags,
      thirdParty: component.thirdParty && {
        serviceSlug: component.thirdParty.slug,
        components: component.thirdParty.parts,
      },
    })),
    look: {
      ...look,
      description: look.description || null,
      footer: look.footer || null,
      supportUrl: look.supportUrl || null,
    },
  }
}

export type DraftChange =
  | { readonly what: 'added' | 'removed' | 'changed'; readonly name: string }
  | { readonly what: 'order' }
  | { readonly what: 'look'; readonly field: keyof EditedLook }

/** What publishing the draft would change. */
export function changesBetween(before: PageDraft, after: PageDraft): readonly DraftChange[] {
  const known = new Map(before.components.map((component) => [component.id, component]))
  const kept = new Set(after.components.map(({ id }) => id))
  const changes: DraftChange[] = []
  for (const component of after.components) {
    const old = component.id && known.get(component.id)
    if (!old) changes.push({ what: 'added', name: component.name })
    else if (!isSame(old, component)) changes.push({ what: 'changed', name: component.name })
  }
  for (const { id, name } of before.components) if (!kept.has(id)) changes.push({ what: 'removed', name })
  const order = (draft: PageDraft, other: PageDraft): string =>
    draft.components
      .map(({ id }) => id)
      .filter((id) => other.components.some((one) => one.id === id))
      .join()
  if (order(before, after) !== order(after, before)) changes.push({ what: 'order' })
  for (const field of Object.keys(before.look) as (keyof EditedLook)[])
    if (before.look[field] !== after.look[field]) changes.push({ what: 'look', field })
  return changes
}

function isSame(one: EditedComponent, other: EditedComponent): boolean {
  const comparable = ({ key: _, monitors, ...rest }: EditedComponent): string =>
    JSON.stringify({ ...rest, monitors: monitors.map(({ id }) => id) })
  return comparable(one) === comparable(other)
}
