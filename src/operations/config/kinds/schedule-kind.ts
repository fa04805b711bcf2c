import type { z } from 'zod'
import { type KeptSchedule, listSchedules, lockSchedule } from '../../../store/on-call/schedules.ts'
import { createOnCallSchedule, deleteOnCallSchedule, updateOnCallSchedule } from '../../on-call/schedules.ts'
import { type KindOfSingles, type StoredObject, identified, pick, plain } from './kind.ts'
import type { ConfigBody } from '../document/sections.ts'

const layersIn = (body: ConfigBody): ConfigBody[] => (body.layers ?? []) as ConfigBody[]

export const scheduleKind: KindOfSingles = {
  section: 'onCallSchedules',
  entityType: 'on_call_schedule',
  body: createOnCallSchedule.body as z.ZodObject,
  withoutFields: ['layers[].id'],
  async read({ db, caller }) {
    const rows = await listSchedules(db, caller.organization.id, { after: undefined, limit: 1_000_000 })
    return rows.toReversed().map((row): StoredObject => {
      const layers = row.layers.map(({ id: _id, ...layer }) => layer)
      const body = plain({ name: row.name, timezone: row.timezone, enabled: row.enabled, layers })
      return { id: row.id, name: row.name, body, shown: () => body, row }
    })
  },
  lock: ({ db, caller }, id) => lockSchedule(db, caller.organization.id, Number(id)),
  /** Layers are identified by their names; times that the document omits stay. */
  complete(body, before) {
    const layers = layersIn(body).map((layer) => {
      const known = before && layersIn(before.body).find(({ name }) => name === layer.name)
      if (!known) return layer
      const length = known.rotation === layer.rotation ? { shiftLengthSeconds: known.shiftLengthSeconds } : {}
      return { ...length, handoffAt: known.handoffAt, startsAt: known.startsAt, ...layer }
    })
    return body.layers === undefined ? body : { ...body, layers }
  },
  create: async (run, body) => (await run(createOnCallSchedule, { body }))!.id,
  async update(run, { before, after, changed }) {
    const layers = identified(layersIn(after), (before.row as KeptSchedule).layers)
    const body = { ...pick(after, changed), ...(changed.has('layers') && { layers }) }
    await run(updateOnCallSchedule, { id: before.id, body })
  },
  remove: async (run, id) => void (await run(deleteOnCallSchedule, { id })),
}
