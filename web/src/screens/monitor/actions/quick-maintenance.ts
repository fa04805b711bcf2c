// Starts a maintenance window now; undo deletes it.
import { client } from '../../../api.ts'
import { runAction } from './monitor-actions.ts'
import { invalidate } from '../../../invalidation.ts'

interface QuickMaintenance {
  readonly name: string
  readonly monitorIds: readonly string[]
  readonly minutes: number
}

const maxNameLength = 200

export async function startMaintenance(
  { name, monitorIds, minutes }: QuickMaintenance,
  message: string,
): Promise<boolean> {
  let made: string | undefined
  const body = {
    name: name.slice(0, maxNameLength),
    monitorIds: [...monitorIds],
    startsAt: new Date().toISOString(),
    durationMinutes: minutes,
  }
  const done = await runAction(
    async () => {
      made = (await client.post('/maintenance-windows', { body })).id
    },
    { text: message, undo: () => made && deleteWindow(made) },
  )
  void invalidate('maintenance')
  return done
}

async function deleteWindow(id: string): Promise<void> {
  await runAction(() => client.delete('/maintenance-windows/{id}', { params: { id } }))
  void invalidate('maintenance')
}
