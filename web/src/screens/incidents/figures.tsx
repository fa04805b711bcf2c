import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api.ts'
import { useFormat } from '../../format/use-format.ts'
import { useMessages } from '../../i18n.ts'
import { Strip } from '../../parts/card.tsx'
import { Loaded } from '../../parts/content-states.tsx'
import { incidentListMessages } from './messages.ts'

export function Figures() {
  const t = useMessages(incidentListMessages)
  const format = useFormat()
  const stats = useQuery(ask('/incidents/stats', { query: { period: '7d' } }))
  const long = (seconds: number | null): string => (seconds === null ? '—' : format.duration(seconds))
  return (
    <Loaded query={stats} what={t.statsFailed}>
      {(data) => (
        <Strip
          figures={[
            { label: t.total, value: format.number(data.total) },
            { label: t.toAcknowledge, value: long(data.mtta_seconds) },
            { label: t.toResolve, value: long(data.mttr_seconds) },
            { label: t.between, value: long(data.mtbf_seconds) },
            { label: t.falseAlarms, value: format.number(data.false_positives) },
          ]}
        />
      )}
    </Loaded>
  )
}
