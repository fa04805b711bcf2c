// Where and when a job checks in: its address, lines to copy, the schedule in words and the next times.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../../api.ts'
import { useDebounced } from '../../../debounced.ts'
import { useFormat } from '../../../format/use-format.ts'
import { listOf } from '../../../i18n.ts'
import { Card, Code } from '../../../parts/card.tsx'
import { Segments } from '../../../parts/choose.tsx'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { usePreferences } from '../../../preferences.ts'
import { type Monitor, useNextDue } from '../monitor-data.ts'
import { useCheckInMessages } from './messages.ts'
import { scheduleOf } from './schedule-words.ts'
import { type SnippetName, snippet, snippetNames } from './snippets.ts'

interface CheckInCardProps {
  /** Null before the monitor is saved. */
  readonly address: string | null
  readonly config: Readonly<Record<string, unknown>>
  readonly intervalSeconds: number
  /** When the next check-in is due, if it is known. */
  readonly nextDue?: string | null
}

export const MonitorCheckIn = ({ monitor }: { monitor: Monitor }) => (
  <CheckInCard
    address={monitor.target}
    config={monitor.config}
    intervalSeconds={monitor.interval_seconds}
    nextDue={useNextDue(monitor)}
  />
)

export function CheckInCard({ address, config, intervalSeconds, nextDue = null }: CheckInCardProps) {
  const t = useCheckInMessages()
  const isAddress = address !== null && /^https?:/.test(address)
  return (
    <Card title={t.title} stack>
      {isAddress ? (
        <Address address={address} config={config} />
      ) : (
        <p className="muted">{address === null || address === '' ? t.later : t.hidden}</p>
      )}
      <Schedule config={config} intervalSeconds={intervalSeconds} nextDue={nextDue} />
    </Card>
  )
}

function Address({ address, config }: { address: string; config: CheckInCardProps['config'] }) {
  const t = useCheckInMessages()
  const [name, setName] = useState<SnippetName>('curl')
  const cron = config['cronExpression']
  const text = snippet(name, address, typeof cron === 'string' ? cron : undefined)
  return (
    <>
      <div>
        <span className="label">{t.address}</span>
        <span className="row">
          <code className="break-all">{address}</code>
          <CopyButton text={address} label={t.copyAddress} />
        </span>
      </div>
      <Segments
        label={t.how}
        value={name}
        onChange={setName}
        choices={snippetNames.map((value) => ({ value, label: value }))}
      />
      <Code text={text} label={name} />
      <span>
        <CopyButton text={text} label={t.copy}>
          {t.copy}
        </CopyButton>
      </span>
    </>
  )
}

const pauseMs = 300

function Schedule({ config, intervalSeconds, nextDue }: Omit<CheckInCardProps, 'address'>) {
  const t = useCheckInMessages()
  const format = useFormat()
  const words = useScheduleText({ config, intervalSeconds })
  const body = useDebounced(JSON.stringify({ config, interval: intervalSeconds }), pauseMs)
  const { data } = useQuery({
    queryKey: ['/dashboard/check-in-times', body],
    queryFn: ({ signal }) =>
      client.post('/dashboard/check-in-times', { body: JSON.parse(body) as { interval: number }, signal }),
    retry: false,
  })
  return (
    <div className="stack-tight">
      <strong>{words}</strong>
      {nextDue && <p>{t.due(format.moment(nextDue))}</p>}
      {data && (
        <>
          <p className="muted">{t.late(format.duration(data.grace_seconds))}</p>
          <span className="label">{t.next}</span>
          <ol className="num">
            {data.times.map((time) => (
              <li key={time}>{format.moment(time)}</li>
            ))}
          </ol>
        </>
      )}
    </div>
  )
}

function useScheduleText(settings: Pick<CheckInCardProps, 'config' | 'intervalSeconds'>): string {
  const t = useCheckInMessages()
  const format = useFormat()
  const { language } = usePreferences()
  const zone = String(settings.config['timezone'] ?? 'UTC')
  const words = scheduleOf(settings)
  switch (words.kind) {
    case 'period':
      return t.period(format.duration(words.seconds))
    case 'daily':
      return t.daily(words.time, zone)
    case 'weekdays':
      return t.weekdays(
        listOf(
          language,
          words.days.map((day) => dayName(day, language)),
        ),
        words.time,
        zone,
      )
    case 'monthly':
      return t.monthly(words.day, words.time, zone)
    case 'expression':
      return t.expression(words.text, zone)
  }
}

// The first of February 2026 is a Sunday.
const dayName = (day: number, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, 1, 1 + day))
