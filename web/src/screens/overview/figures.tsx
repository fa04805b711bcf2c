// Figures of the last day and week, each with a link.
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { FigureStrip } from '../../parts/card.tsx'
import type { Overview } from './overview-data.ts'
import { useOverviewMessages } from './messages.ts'

export function Figures({ overview: { monitors, strip } }: { overview: Overview }) {
  const t = useOverviewMessages()
  const format = useFormat()
  const { incidents_24h: incidents, deliveries_24h: deliveries } = strip
  const time = (seconds: number | null): ReactNode =>
    seconds === null ? '—' : <Units text={format.duration(seconds)} />
  const to = (link: LinkProps, value: ReactNode): ReactNode => <Link {...link}>{value}</Link>
  const incidentList: LinkProps = { to: '/incidents', search: { status: 'all' } }
  const uptime = <Units text={format.uptime(strip.uptime_24h)} />
  return (
    <div className="mb-4">
      <FigureStrip
        figures={[
          { label: t.health, value: to({ to: '/monitors' }, monitors.health_score), note: t.of100 },
          { label: t.uptime, value: to({ to: '/monitors', search: { order: 'uptime' } }, uptime) },
          { label: t.incidents24, value: to(incidentList, incidents.total), note: t.critical(incidents.critical) },
          { label: t.mtta, value: to(incidentList, time(strip.mtta_seconds_7d)) },
          { label: t.mttr, value: to(incidentList, time(strip.mttr_seconds_7d)) },
          { label: t.delivered, value: to({ to: '/channels/log' }, deliveries.sent), note: t.of(deliveries.total) },
        ]}
      />
    </div>
  )
}

/** “2 min 40 s” with small units. */
function Units({ text }: { text: string }) {
  const pairs = [...text.matchAll(/(\S+)(?: (\S+))?/g)]
  return pairs.map(([pair, figure, unit], index) => (
    <span key={pair}>
      {index > 0 && ' '}
      {figure}
      {unit && <small>{unit}</small>}
    </span>
  ))
}
