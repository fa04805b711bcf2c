import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api.ts'
import { useFormat } from '../../format/use-format.ts'
import { useMessages } from '../../messages.ts'
import { Strip } from '../../parts/card.tsx'
import { Loaded } from '../../parts/content-states.tsx'
import { words } from './messages.ts'

export function Figures() {
  const say = useMessages(words)
  const format = useFormat()
  const stats = useQuery(ask('/incidents/stats', { query: { period: '7d' } }))
  const long = (seconds: number | null): string => (seconds === null ? '—' : format.duration(seconds))
  return (
    <Loaded query={stats} what={say.statsFailed}>
      {(data) => (
        <Strip
          figures={[
            { label: say.total, value: format.number(data.total) },
            { label: say.toAcknowledge, value: long(data.mtta_seconds) },
            { label: say.toResolve, value: long(data.mttr_seconds) },
            { label: say.between, value: long(data.mtbf_seconds) },
            { label: say.falseAlarms, value: format.number(data.false_positives) },
          ]}
        />
      )}
    </Loaded>
  )
}
