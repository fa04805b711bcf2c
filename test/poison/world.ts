// Organizations with items that are due in a queue, one of which the database refuses.
import type { Log } from '../../src/domain/log.ts'
import type { Monitor } from '../../src/domain/monitor.ts'
import { ownFigures } from '../../src/store/checking/self-monitoring.ts'
import { sql } from '../../src/store/database/sql.ts'
import { alertWorld } from '../kit/alerts/world.ts'
import { monitorRow } from '../kit/resources/monitors.ts'
import { addMonitor } from '../../src/store/monitors/monitors.ts'
import type { RefusedWrite } from '../kit/lapwing/refused-writes.ts'
import { quiet } from '../kit/log.ts'

export type ItemId = string | number

export interface PreparedQueue {
  /** Three items that are due at once. */
  readonly items: readonly ItemId[]
  refuse(item: ItemId): RefusedWrite
  /** Processes what is due. */
  work(): Promise<unknown>
  /** The items that were processed. */
  done(): Promise<ItemId[]>
}

export interface PoisonedQueue {
  /** As the health page names its items. */
  readonly kind: string
  readonly name?: string
  /** Whether an item is dropped, and not tried again. */
  readonly isDropped?: boolean
  prepare(world: PoisonWorld): Promise<PreparedQueue>
}

export type PoisonWorld = Awaited<ReturnType<typeof poisonWorld>>

export async function poisonWorld() {
  const world = await alertWorld()
  const { store, clock, organizationId } = world
  const errors: string[] = []
  const log: Log = { ...quiet, error: (message, fields) => void errors.push(`${message} ${JSON.stringify(fields)}`) }
  const ids = async (statement: ReturnType<typeof sql>): Promise<ItemId[]> =>
    (await store.rows<{ id: ItemId }>(statement)).map(({ id }) => id)

  return {
    ...world,
    services: { store, clock, log },
    errors,
    ids,
    refused: async () => (await ownFigures(store, clock.now())).refusedItems,
    async three<Made>(make: (n: number) => Promise<Made>): Promise<[Made, Made, Made]> {
      return [await make(0), await make(1), await make(2)]
    },
    numberOf: async (monitorId: string): Promise<number> =>
      (await ids(sql`select monitor_number as id from monitors where id = ${monitorId}`))[0] as number,
    async stored(fields: Partial<Monitor>): Promise<Monitor> {
      const monitor = monitorRow(clock.now(), fields)
      await addMonitor(store, organizationId, monitor, clock.now())
      return monitor
    },
    /** A monitor that fails, and its incident. */
    async failing(fields: Parameters<typeof world.service>[0] = {}): Promise<{ monitorId: string; incident: number }> {
      const monitorId = await world.service(fields)
      await world.check(monitorId, 'refused')
      const [incident] = await world.incidents(monitorId)
      return { monitorId, incident: incident!.id }
    },
  }
}

/** One round of a loop. */
export async function once(loop: { stop(): Promise<void> }): Promise<void> {
  await loop.stop()
}

export const onUpdate = (table: string, column = 'id') => ({
  refuse: (item: ItemId): RefusedWrite => ({ table, on: 'update', when: `old.${column} = '${item}'` }),
})

export const onInsert = (table: string, column: string) => ({
  refuse: (item: ItemId): RefusedWrite => ({ table, on: 'insert', when: `new.${column} = '${item}'` }),
})
