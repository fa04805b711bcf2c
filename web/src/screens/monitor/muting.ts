// A location that is not believed about one monitor.
import { client } from '../../api.ts'
import { useMessages } from '../../i18n.ts'
import { act } from './act.ts'
import { monitorMessages } from './messages.ts'
import type { Monitor } from './monitor-data.ts'

interface Located {
  readonly id: string
  readonly name: string
}

export function useMuting({ id }: Monitor) {
  const { trouble: t } = useMessages(monitorMessages)
  const path = '/dashboard/monitors/{id}/muted-locations/{locationId}'
  const put = ({ id: locationId }: Located) => client.put(path, { params: { id, locationId } })
  const remove = ({ id: locationId }: Located) => client.delete(path, { params: { id, locationId } })
  return {
    mute: (location: Located) =>
      act(() => put(location), { text: t.muted(location.name), undo: () => act(() => remove(location)) }),
    unmute: (location: Located) =>
      act(() => remove(location), { text: t.unmuted(location.name), undo: () => act(() => put(location)) }),
  }
}
