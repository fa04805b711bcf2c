// The current problem, or why there is no data.
import { client, useResource } from '../../api.ts'
import { useNow } from '../../format/now.ts'
import { useFormat } from '../../format/use-format.ts'
import { Button } from '../../parts/button.tsx'
import { Callout } from '../../parts/card.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { useIncidentTexts } from '../../parts/vocabulary/incident-texts.ts'
import { StatusMark } from '../../parts/status-mark.tsx'
import { useCan } from '../../session.ts'
import { runAction, resumeMonitor } from './actions/monitor-actions.ts'
import { useMonitorMessages } from './messages.ts'
import {
  type Incident,
  type Monitor,
  checksIn,
  isOpen,
  isProbed,
  useIncidents,
  useNextDue,
  useLocationRows,
  useRules,
} from './monitor-data.ts'
import { IncidentLink } from '../../parts/links.tsx'
import { useMuting } from './actions/muting.ts'

export function CurrentProblem({ monitor }: { monitor: Monitor }) {
  const { data } = useIncidents(monitor.id)
  const open = data?.data.filter(isOpen) ?? []
  if (monitor.state === 'paused') return <Paused monitor={monitor} />
  if (open.length > 0)
    return (
      <div className="stack mb-4 gap-2">
        {open.slice(0, 3).map((incident) => (
          <OpenIncident key={incident.id} incident={incident} />
        ))}
      </div>
    )
  if (monitor.state === 'unknown' && checksIn(monitor)) return <FirstPing monitor={monitor} />
  if (monitor.state === 'unknown' && isProbed(monitor)) return <FirstCheck monitor={monitor} />
  return isProbed(monitor) ? <OneLocation monitor={monitor} /> : null
}

function OpenIncident({ incident }: { incident: Incident }) {
  const { problem: t } = useMonitorMessages()
  const can = useCan()
  const tone = incident.severity === 'critical' ? 'down' : 'degraded'
  const { diagnosisOf } = useIncidentTexts()
  const { id, monitor, message, acknowledged_by: taker, status, affected_by: parent } = incident
  const text = monitor && message.startsWith(`${monitor.name}: `) ? message.slice(monitor.name.length + 2) : message
  const take = (): void => void runAction(() => client.post('/incidents/{id}/acknowledge', { params: { id } }))
  return (
    <Callout
      tone={tone}
      mark={<StatusMark status={tone} size={16} />}
      action={can('member') && status === 'firing' && <Button weight="alarm" label={t.take} onClick={take} />}
    >
      <strong>{sentence(text)}</strong> {diagnosisOf(incident)}{' '}
      <IncidentLink className="link" number={id} text={t.incident(id)} />
      {' · '}
      {parent?.monitor && `${t.affectedBy(parent.monitor.name)} `}
      {status === 'acknowledged' && taker ? t.onIt(taker) : !parent && t.nobody}
    </Callout>
  )
}

const sentence = (text: string): string => {
  const begun = `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`
  return /[.!?]$/.test(begun) ? begun : `${begun}.`
}

function Paused({ monitor }: { monitor: Monitor }) {
  const t = useMonitorMessages()
  const format = useFormat()
  const can = useCan()
  const now = useNow(10)
  const { data } = useResource('/activity', {
    query: { entity_type: 'monitor', entity_id: monitor.id, action: 'monitor.paused', limit: 1 },
  })
  const [paused] = data?.data ?? []
  const who = paused?.actor?.name
  return (
    <div className="mb-4">
      <Callout
        tone="idle"
        mark={<StatusMark status="paused" size={16} />}
        action={can('member') && <Button label={t.actions.resume} onClick={() => void resumeMonitor(monitor)} />}
      >
        {paused && who ? t.pausedBy(who, format.relative(paused.created_at, now)) : t.paused}
      </Callout>
    </div>
  )
}

function FirstCheck({ monitor }: { monitor: Monitor }) {
  const t = useMonitorMessages()
  const format = useFormat()
  const now = useNow(1)
  const due = useNextDue(monitor)
  const seconds = due ? Math.ceil((Date.parse(due) - now.getTime()) / 1000) : 0
  return (
    <div className="mb-4">
      <Callout tone="idle" mark={<StatusMark status="unknown" size={16} />}>
        {seconds > 0 ? t.first(format.duration(seconds)) : t.firstSoon}
        <progress className="first-check" aria-label={t.firstSoon} />
      </Callout>
    </div>
  )
}

function FirstPing({ monitor }: { monitor: Monitor }) {
  const t = useMonitorMessages()
  return (
    <div className="mb-4">
      <Callout tone="idle" mark={<StatusMark status="unknown" size={16} />}>
        <strong>{t.waitingForPing}</strong> {t.pingAddress} <code className="break-all">{monitor.target}</code>{' '}
        <CopyButton text={monitor.target} label={t.copyTarget} />
      </Callout>
    </div>
  )
}

/** Shown if only one location reports a failure. */
function OneLocation({ monitor }: { monitor: Monitor }) {
  const { problem: t } = useMonitorMessages()
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
        action={can('member') && <Button label={t.mute(only.name)} onClick={() => void mute(only)} />}
      >
        <strong>{t.only(only.name)}</strong> {needsTwo && t.onlyWhy} {only.error}
      </Callout>
    </div>
  )
}
