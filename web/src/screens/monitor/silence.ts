// Maintenance at once, for a while: nobody is told, the time does not count, and it is taken back by removing the window.
import { client, invalidate } from '../../api.ts'
import { act } from './act.ts'

interface Silence {
  readonly name: string
  readonly monitorIds: readonly string[]
  readonly minutes: number
}

const longestName = 200

export async function silence({ name, monitorIds, minutes }: Silence, told: string): Promise<boolean> {
  let made: string | undefined
  const body = {
    name: name.slice(0, longestName),
    monitorIds: [...monitorIds],
    startsAt: new Date().toISOString(),
    durationMinutes: minutes,
  }
  const done = await act(
    async () => {
      made = (await client.post('/maintenance-windows', { body })).id
    },
    { text: told, undo: () => made && takeBack(made) },
  )
  void invalidate('/maintenance-windows')
  return done
}

async function takeBack(id: string): Promise<void> {
  await act(() => client.delete('/maintenance-windows/{id}', { params: { id } }))
  void invalidate('/maintenance-windows')
}
