// The checklist after setup, until it is done or dismissed.
import { Link, type LinkProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useResource } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { StatusMark } from '../../parts/status-mark.tsx'
import { useSession } from '../../session.ts'
import { useStore } from '../../store.ts'
import { checklistOpen, closeChecklist } from './checklist-state.ts'
import { useChecklistMessages } from './start-messages.ts'

export function Checklist({ monitors }: { monitors: number }) {
  const open = useStore(checklistOpen)
  return open && <OpenChecklist monitors={monitors} />
}

function OpenChecklist({ monitors }: { monitors: number }) {
  const t = useChecklistMessages()
  const { two_factor: twoFactor } = useSession()
  const { data: channels } = useResource('/notification-channels', { query: { limit: 1 } })
  const steps: readonly Step[] = [
    { label: t.monitor, done: monitors > 0, link: { to: '/monitors/new' } },
    { label: t.channel, done: (channels?.data.length ?? 0) > 0, link: { to: '/channels/new' } },
    { label: t.twoFactor, done: twoFactor, link: { to: '/settings/me/$section', params: { section: 'security' } } },
  ]
  const allDone = steps.every(({ done }) => done)
  useEffect(() => {
    if (allDone) closeChecklist()
  }, [allDone])
  return (
    <div className="now">
      <Card
        title={t.title}
        flush
        end={<Button small weight="ghost" icon="close" aria-label={t.close} onClick={closeChecklist} />}
      >
        <ol className="list">
          {steps.map((step) => (
            <Line key={step.label} step={step} />
          ))}
        </ol>
      </Card>
    </div>
  )
}

interface Step {
  readonly label: string
  readonly done: boolean
  readonly link: LinkProps
}

function Line({ step: { label, done, link } }: { step: Step }) {
  const t = useChecklistMessages()
  return (
    <li>
      <StatusMark status={done ? 'up' : 'unknown'} label={done ? t.done : t.todo} />
      {done ? (
        <span className="muted">{label}</span>
      ) : (
        <Link className="link" {...link}>
          {label}
        </Link>
      )}
    </li>
  )
}
