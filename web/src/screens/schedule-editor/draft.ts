// What the form of a schedule holds, and what is sent.
import type { OnCallScheduleInFull } from '../../api-types.ts'
import { fieldOf, instantOfField } from '../../parts/calendar/zone-days.ts'

type Layer = OnCallScheduleInFull['layers'][number]
export type Rotation = Layer['rotation']

const rotationSeconds: Record<Rotation, number> = { daily: 86_400, weekly: 604_800, custom: 3600 }

export interface RestrictionDraft {
  /** 0 is Sunday. */
  readonly days: readonly number[]
  readonly from: string
  readonly to: string
}

export interface LayerDraft {
  /** Tells cards apart. */
  readonly key: string
  /** Null for a new layer. */
  readonly id: string | null
  readonly name: string
  readonly rotation: Rotation
  /** Days, weeks or hours, by rotation. */
  readonly every: string
  readonly handoffAt: string
  /** The day of the first shift, in the time zone of the schedule. */
  readonly startDate: string
  readonly endDate: string
  readonly restrictions: readonly RestrictionDraft[]
  readonly userIds: readonly string[]
}

export interface ScheduleDraft {
  readonly name: string
  readonly timezone: string
  readonly enabled: boolean
  readonly layers: readonly LayerDraft[]
}

interface NewLayer {
  readonly key: string
  readonly name: string
  /** A Monday, if shifts begin on Mondays. */
  readonly startDate: string
  readonly userIds: readonly string[]
}

export const newLayer = ({ key, name, startDate, userIds }: NewLayer): LayerDraft => ({
  key,
  id: null,
  name,
  rotation: 'weekly',
  every: '1',
  handoffAt: '09:00',
  startDate,
  endDate: '',
  restrictions: [],
  userIds,
})

export function draftOf({ name, timezone, enabled, layers }: OnCallScheduleInFull): ScheduleDraft {
  return { name, timezone, enabled, layers: layers.map((layer) => layerDraftOf(layer, timezone)) }
}

function layerDraftOf(layer: Layer, timezone: string): LayerDraft {
  const dateIn = (at: string): string => fieldOf(Date.parse(at), timezone).slice(0, 10)
  return {
    key: layer.id,
    id: layer.id,
    name: layer.name,
    rotation: layer.rotation,
    every: String(layer.shift_length_seconds / rotationSeconds[layer.rotation]),
    handoffAt: layer.handoff_at,
    startDate: dateIn(layer.starts_at),
    endDate: layer.ends_at ? dateIn(layer.ends_at) : '',
    restrictions: layer.restrictions,
    userIds: layer.users.map(({ user_id: id }) => id),
  }
}

/**
 * The layers to send, or null while something is missing. Moments of a layer that the user did not change are sent as
 * they are stored.
 */
export function layersOf(draft: ScheduleDraft, stored: readonly Layer[] = []) {
  const isComplete = draft.layers.every(
    (layer) => layer.userIds.length > 0 && layer.handoffAt && layer.startDate && Number(layer.every) > 0,
  )
  if (!isComplete) return null
  return draft.layers.map((layer) => {
    const before = stored.find(({ id }) => id === layer.id)
    const was = before && layerDraftOf(before, draft.timezone)
    const at = (date: string): string =>
      new Date(instantOfField(`${date}T${layer.handoffAt}`, draft.timezone)).toISOString()
    return {
      ...(layer.id && { id: layer.id }),
      name: layer.name,
      rotation: layer.rotation,
      shiftLengthSeconds: Math.round(Number(layer.every) * rotationSeconds[layer.rotation]),
      handoffAt: layer.handoffAt,
      startsAt: was?.startDate === layer.startDate ? before!.starts_at : at(layer.startDate),
      endsAt: layer.endDate ? (was?.endDate === layer.endDate ? before!.ends_at : at(layer.endDate)) : null,
      restrictions: layer.restrictions.map(({ days, from, to }) => ({ days: [...days], from, to })),
      userIds: [...layer.userIds],
    }
  })
}

/** The list with one item moved to another place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, index) => index !== from)
  const place = Math.min(Math.max(to, 0), rest.length)
  return [...rest.slice(0, place), items[from]!, ...rest.slice(place)]
}
