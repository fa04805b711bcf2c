import { useFormat } from '../../format/use-format.ts'
import { Bars } from '../../parts/bars.tsx'
import { Card } from '../../parts/card.tsx'
import type { ReportDay } from './days.ts'
import { useReportMessages } from './messages.ts'
import { Table, right } from '../../parts/table.tsx'
import { formatDay } from '../../format/time.ts'
import { usePreferences } from '../../preferences.ts'

export function DayCard({ days }: { days: readonly ReportDay[] }) {
  const t = useReportMessages()
  const format = useFormat()
  const named = useDayName()
  const describe = (index: number): string => {
    const { date, letter, uptime_percent: uptime, downtime_seconds: down } = days[index]!
    const day = named(date)
    if (down > 0) return t.dayDown(day, format.duration(down))
    if (letter === 'm') return t.dayMaintenance(day)
    return uptime === null ? t.dayUnknown(day) : t.dayUp(day, format.uptime(uptime))
  }
  const down = days.filter(({ downtime_seconds: seconds }) => seconds > 0).length
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return null
  return (
    <Card title={t.byDay} end={t.byDayHint}>
      <Bars
        bars={days.map(({ letter }) => letter).join('')}
        label={t.daysLabel(days.length, down)}
        height={56}
        describe={describe}
      />
      <div className="scale">
        <span>{named(first.date)}</span>
        <span>{named(last.date)}</span>
      </div>
      <details className="mt-3">
        <summary className="link">{t.dayList}</summary>
        <Table columns={[t.date, right(t.uptime), right(t.down)]}>
          {days.map(({ date, uptime_percent: uptime, downtime_seconds: seconds }) => (
            <tr key={date}>
              <td>{named(date)}</td>
              <td className="right num">{format.uptime(uptime)}</td>
              <td className="right num">{seconds > 0 ? format.duration(seconds) : '—'}</td>
            </tr>
          ))}
        </Table>
      </details>
    </Card>
  )
}

/** Names a date of the report, which is already in its time zone. */
function useDayName(): (date: string) => string {
  const { language } = usePreferences()
  return (date) => formatDay(new Date(date), { language, zone: 'UTC' }, new Date())
}
