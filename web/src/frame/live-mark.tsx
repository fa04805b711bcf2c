// “Live”, “Catching up…”, or since when nothing new is known.
import { useFormat } from '../format/use-format.ts'
import { connection } from '../live/live.ts'
import { defineMessages, useMessages } from '../messages.ts'
import { useStore } from '../store.ts'

const words = defineMessages({
  en: {
    live: 'Live',
    connecting: 'Catching up…',
    polling: 'Every 15 s',
    pollingWhy:
      'Something between this browser and Lapwing holds back live updates. The screen is brought up to date every 15 s.',
    offline: (time: string) => `Offline since ${time}, trying again`,
  },
  de: {
    live: 'Live',
    connecting: 'Holt auf …',
    polling: 'Alle 15 s',
    pollingWhy:
      'Etwas zwischen diesem Browser und Lapwing hält Live-Daten zurück. Die Seite wird alle 15 s aufgefrischt.',
    offline: (time: string) => `Offline seit ${time}, versucht es wieder`,
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
