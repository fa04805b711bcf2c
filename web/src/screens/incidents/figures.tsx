import { useResource } from '../../api.ts'
import { useFormat } from '../../format/use-format.ts'
import { FigureStrip } from '../../parts/card.tsx'
import { QueryResult } from '../../parts/content-states.tsx'
import { useIncidentListMessages } from './messages.ts'

export function Figures() {
  const t = useIncidentListMessages()
  const format = useFormat()
  const stats = useResource('/incidents/stats', { query: { period: '7d' } })
  const long = (seconds: number | null): string => (seconds === null ? '—' : format.duration(seconds))
  return (
    <QueryResult query={stats} what={t.statsFailed}>
      {(data) => (
        <FigureStrip
          figures={[
            { label: t.total, value: format.number(data.total) },
            { label: t.toAcknowledge, value: long(data.mtta_seconds) },
            { label: t.toResolve, value: long(data.mttr_seconds) },
            { label: t.between, value: data.total < 2 ? '—' : long(data.mtbf_seconds) },
            { label: t.falseAlarms, value: format.number(data.false_positives) },
          ]}
        />
      )}
    </QueryResult>
  )
}
