// The layers of a schedule as clients send them.
import { Fault } from '../../domain/fault.ts'
import { newId } from '../../domain/id.ts'
import type { Layer } from '../../domain/on-call/schedule.ts'
import { offsetAt } from '../../domain/schedule/zone.ts'
import type { CallerContext } from '../registry/define.ts'
import { refuseStrangers } from './schedule.ts'
import { type LayerBody, usualLength } from './schema.ts'

interface LayerContext {
  timezone: string
  known: readonly Layer[]
  now: Date
}

export function layersOf(bodies: readonly LayerBody[], { timezone, known, now }: LayerContext): Layer[] {
  const ids = bodies.flatMap(({ id }) => id ?? [])
  return bodies.map(({ id = newId(now), shiftLengthSeconds, handoffAt, startsAt, ...body }, index) => {
    const isKnown = known.some((layer) => layer.id === id)
    if (ids.includes(id) && (!isKnown || ids.indexOf(id) !== ids.lastIndexOf(id)))
      throw new Fault(
        'invalid_request',
        `layers[${index}].id: must be a layer of this schedule and appear once; omit it for a new layer`,
      )
    // An omitted start of an existing layer stays unchanged.
    const starts = startsAt ?? known.find((layer) => layer.id === id)?.startsAt ?? now
    if (body.endsAt && body.endsAt <= starts)
      throw new Fault('invalid_request', `layers[${index}].endsAt: must be after startsAt`)
    const length = shiftLengthSeconds ?? usualLength(body.rotation)
    return {
      ...body,
      id,
      shiftLengthSeconds: length,
      handoffAt: handoffAt ?? clockTimeOf(starts, timezone),
      startsAt: starts,
    }
  })
}

function clockTimeOf(at: Date, timezone: string): string {
  return new Date(at.getTime() + offsetAt(at.getTime(), timezone)).toISOString().slice(11, 16)
}

export async function refuseStrangersIn(
  context: CallerContext,
  layers: readonly Layer[],
  known: readonly Layer[] = [],
): Promise<void> {
  const there = new Set(known.flatMap(({ userIds }) => userIds))
  const added = layers.flatMap(({ userIds }) => userIds).filter((id) => !there.has(id))
  await refuseStrangers(context, 'userIds', added)
}
