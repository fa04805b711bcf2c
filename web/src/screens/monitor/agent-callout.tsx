import { useResource } from '../../api.ts'
import { ButtonLink } from '../../parts/button.tsx'
import { Callout } from '../../parts/card.tsx'
import { StatusMark } from '../../parts/status-mark.tsx'
import { useAgentMessages } from './messages.ts'
import type { Monitor } from './monitor-data.ts'

/** Leads from a monitor that an agent reports for to its host. */
export function AgentCallout({ monitor: { id } }: { monitor: Monitor }) {
  const t = useAgentMessages()
  const { data } = useResource('/dashboard/hosts', { query: { monitor_id: id } })
  const host = data?.data[0]
  if (!host) return null
  const isWaiting = host.state === 'never_reported'
  return (
    <Callout
      tone="idle"
      mark={<StatusMark status={isWaiting ? 'unknown' : 'up'} />}
      action={
        <ButtonLink small to="/hosts/$id" params={{ id: host.id }}>
          {isWaiting ? t.enrol : t.open}
        </ButtonLink>
      }
    >
      {isWaiting ? t.waiting : t.reports}
    </Callout>
  )
}
