// The state of live updates: “Live”, “Reconnecting…” or offline since when.
import { useFormat } from '../format/use-format.ts'
import { connection } from '../live/live.ts'
import { useStore } from '../store.ts'
import { useConnectionMessages } from './messages.ts'

export function ConnectionStatus() {
  const t = useConnectionMessages()
  const format = useFormat()
  const now = useStore(connection)
  if (now.state === 'offline') return <span className="live off">{t.offline(format.clock(new Date(now.since)))}</span>
  const title = now.state === 'polling' ? t.pollingWhy : undefined
  return (
    <span className={now.state === 'live' ? 'live' : 'live waiting'} title={title}>
      {t[now.state]}
    </span>
  )
}
