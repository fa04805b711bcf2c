// Times and durations that update while they are visible.
import { useFormat } from '../format/use-format.ts'
import { useNow } from '../format/now.ts'
import { useTooEarlyMessages } from './messages.ts'

/** “4 s ago”, with the full date as a tooltip. */
export function RelativeTime({ at, prefix }: { at: string; prefix?: (text: string) => string }) {
  const format = useFormat()
  const now = useNow(10)
  const text = format.relative(at, now)
  return (
    <time dateTime={at} title={format.fully(at)} className="num">
      {prefix ? prefix(text) : text}
    </time>
  )
}

type TimeStyle = 'clock' | 'clockSeconds' | 'day' | 'moment'

export function Timestamp({ at, as = 'moment' }: { at: string; as?: TimeStyle }) {
  const format = useFormat()
  return (
    <time dateTime={at} title={format.fully(at)} className="num">
      {format[as](at)}
    </time>
  )
}

/** “in 12 min”, beside an uptime that it is too early to judge. */
export function TooEarly({ seconds }: { seconds: number | null | undefined }) {
  const t = useTooEarlyMessages()
  const format = useFormat()
  if (seconds === null || seconds === undefined) return null
  return (
    <span className="num" title={t.tooEarly(format.positive(seconds))}>
      {t.inTime(format.roughly(seconds))}
    </span>
  )
}

/** “6 min 12 s”; counts up until there is an end. */
export function Duration({ from, until }: { from: string; until?: string | null }) {
  return until ? <DurationText from={from} until={new Date(until)} /> : <RunningDuration from={from} />
}

function RunningDuration({ from }: { from: string }) {
  return <DurationText from={from} until={useNow(1)} />
}

function DurationText({ from, until }: { from: string; until: Date }) {
  const format = useFormat()
  return (
    <span className="num" title={format.fully(from)}>
      {format.duration((until.getTime() - Date.parse(from)) / 1000)}
    </span>
  )
}
