// The enrolment command, until the agent sends its first report.
import { useEffect, useState } from 'react'
import { announce } from '../../announce.ts'
import { useFormat } from '../../format/use-format.ts'
import { Button } from '../../parts/button.tsx'
import { Callout, Card } from '../../parts/card.tsx'
import { Segments } from '../../parts/choose.tsx'
import { OneTimeSecret } from '../../parts/one-time-secret.tsx'
import { StatusMark } from '../../parts/status-mark.tsx'
import { useCan } from '../../session.ts'
import { useStore } from '../../store.ts'
import { runAction } from '../monitor/actions/monitor-actions.ts'
import { type Host, enrolments, renewToken } from './host-data.ts'
import { useEnrolmentMessages } from './messages.ts'

export function EnrolmentCard({ host: { id, state } }: { host: Host }) {
  const t = useEnrolmentMessages()
  const mayWrite = useCan()('member')
  const enrolment = useStore(enrolments)[id]
  const isWaiting = state === 'never_reported'
  const hasJustReported = useFirstReport(isWaiting)
  if (hasJustReported) return <Callout status="up">{t.received}</Callout>
  if (!isWaiting && !enrolment) return null
  return (
    <Card title={t.title} stack>
      {enrolment ? (
        <Command command={enrolment.install_command} expiresAt={enrolment.expires_at} />
      ) : (
        <p className="muted">{mayWrite ? t.noToken : t.viewer}</p>
      )}
      {!enrolment && mayWrite && (
        <div className="actions">
          <Button icon="key" label={t.newToken} onClick={() => void runAction(() => renewToken(id))} />
        </div>
      )}
      {isWaiting && (
        <p className="st idle" role="status">
          <StatusMark status="unknown" />
          {t.waiting}
        </p>
      )}
    </Card>
  )
}

/** Whether the first report came while the page was open. */
function useFirstReport(isWaiting: boolean): boolean {
  const t = useEnrolmentMessages()
  const [hasWaited, setWaited] = useState(isWaiting)
  if (isWaiting && !hasWaited) setWaited(true)
  const hasReported = hasWaited && !isWaiting
  useEffect(() => {
    if (hasReported) announce(t.received)
  }, [hasReported, t])
  return hasReported
}

type Variant = 'checkout' | 'installed'

function Command({ command, expiresAt }: { command: string; expiresAt: string }) {
  const t = useEnrolmentMessages()
  const format = useFormat()
  const [variant, setVariant] = useState<Variant>('checkout')
  const choices = [
    { value: 'checkout', label: t.checkout },
    { value: 'installed', label: t.installed },
  ] as const
  return (
    <>
      <p>{t.run}</p>
      <Segments label={t.variant} choices={choices} value={variant} onChange={setVariant} />
      <OneTimeSecret
        label={t.command}
        text={variant === 'installed' ? command : command.replace(/^lapwing /, 'node bin/lapwing.mjs ')}
      />
      <p className="muted">{t.once(format.moment(expiresAt))}</p>
    </>
  )
}
