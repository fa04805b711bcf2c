// Shown if only one location reports a failure.
import { Button } from '../../parts/button.tsx'
import { Callout } from '../../parts/card.tsx'
import { StatusMark } from '../../parts/status-mark.tsx'
import { useCan } from '../../session.ts'
import { useMonitorMessages } from './messages.ts'
import { type Monitor, useLocationRows, useRules } from './monitor-data.ts'
import { useMuting } from './actions/muting.ts'

export function OneLocation({ monitor }: { monitor: Monitor }) {
  const { trouble: t } = useMonitorMessages()
  const can = useCan()
  const { data } = useLocationRows(monitor.id)
  const rules = useRules(monitor.id)
  const { mute } = useMuting(monitor)
  const believed = data?.data.filter(({ muted }) => !muted) ?? []
  const [only, ...more] = believed.filter(({ success }) => success === false)
  if (!only || more.length > 0 || believed.length < 2) return null
  const needsTwo = rules.data?.data.some(({ min_failed_probes: probes, enabled }) => enabled && probes > 1)
  return (
    <div className="mb-4">
      <Callout
        tone="degraded"
        mark={<StatusMark status="degraded" size={16} />}
        action={can('member') && <Button onClick={() => void mute(only)}>{t.mute(only.name)}</Button>}
      >
        <strong>{t.only(only.name)}</strong> {needsTwo && t.onlyWhy} {only.error}
      </Callout>
    </div>
  )
}
