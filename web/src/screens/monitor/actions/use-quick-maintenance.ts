import { useFormat } from '../../../format/use-format.ts'
import type { Monitor } from '../monitor-data.ts'
import { startMaintenance } from './quick-maintenance.ts'
import { useTabMessages } from '../tab-messages.ts'

const minutes = 60

/** Starts maintenance for one hour. */
export function useQuickMaintenance({ id, name }: Monitor): () => Promise<boolean> {
  const { maintenance: t } = useTabMessages()
  const format = useFormat()
  return () =>
    startMaintenance(
      { name: t.name(name), monitorIds: [id], minutes },
      t.started(format.clock(new Date(Date.now() + minutes * 60_000))),
    )
}
