// Ignores a location for one monitor.
import { client } from '../../../api.ts'
import { runAction } from './monitor-actions.ts'
import { useMonitorMessages } from '../messages.ts'
import type { Monitor } from '../monitor-data.ts'

interface NamedLocation {
  readonly id: string
  readonly name: string
}

export function useMuting({ id }: Monitor) {
  const { problem: t } = useMonitorMessages()
  const path = '/dashboard/monitors/{id}/muted-locations/{locationId}'
  const put = ({ id: locationId }: NamedLocation) => client.put(path, { params: { id, locationId } })
  const remove = ({ id: locationId }: NamedLocation) => client.delete(path, { params: { id, locationId } })
  return {
    mute: (location: NamedLocation) =>
      runAction(() => put(location), { text: t.muted(location.name), undo: () => runAction(() => remove(location)) }),
    unmute: (location: NamedLocation) =>
      runAction(() => remove(location), { text: t.unmuted(location.name), undo: () => runAction(() => put(location)) }),
  }
}
