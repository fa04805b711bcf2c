// “Live”, “Catching up…”, or since when nothing new is known.
import { useFormat } from '../format/use-format.ts'
import { connection } from '../live/live.ts'
import { defineMessages, useMessages } from '../messages.ts'
import { useStore } from '../store.ts'

const words = defineMessages({
  en: {
    live: 'Live',
    connecting: 'Reconnecting…',
    polling: 'Updates every 15 s',
    pollingWhy: 'Something between this browser and Lapwing blocks live updates, so this page refreshes every 15 s.',
    offline: (time: string) => `Offline since ${time}. Reconnecting…`,
  },
  de: {
    live: 'Live',
    connecting: 'Verbindet …',
    polling: 'Aktualisiert alle 15 s',
    pollingWhy:
      'Etwas zwischen diesem Browser und Lapwing blockiert Live-Updates. Deshalb wird die Seite alle 15 s aktualisiert.',
    offline: (time: string) => `Offline seit ${time}. Verbindet …`,
  },
})

export function LiveMark() {
  const say = useMessages(words)
  const format = useFormat()
  const now = useStore(connection)
  if (now.state === 'offline') return <span className="live off">{say.offline(format.clock(new Date(now.since)))}</span>
  const title = now.state === 'polling' ? say.pollingWhy : undefined
  return (
    <span className={now.state === 'live' ? 'live' : 'live waiting'} title={title}>
      {say[now.state]}
    </span>
  )
}
