// One request of an assistant: who asks, what would change, and the decision.
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Confirmation } from '../../api-types.ts'
import { client, useResource } from '../../api.ts'
import { ScreenResult } from '../../frame/not-found.tsx'
import { PageHead } from '../../frame/page-head.tsx'
import { invalidate } from '../../invalidation.ts'
import { Button } from '../../parts/button.tsx'
import { Callout, Card } from '../../parts/card.tsx'
import { FormError } from '../../parts/form/form-error.tsx'
import { useSingleSubmit } from '../../parts/form/single-submit.ts'
import { Pill, StatusMark } from '../../parts/status-mark.tsx'
import { RelativeTime } from '../../parts/time.tsx'
import { useCan } from '../../session.ts'
import { toast } from '../../toast.ts'
import { useConfirmationMessages } from './messages.ts'
import { markOf, useRequester } from './requester.ts'
import { MonitorLink } from '../../parts/links.tsx'

export function Screen(): ReactNode {
  const t = useConfirmationMessages()
  const { id } = useParams({ strict: false }) as { id: string }
  const query = useResource('/dashboard/confirmations/{id}', { params: { id } })
  return (
    <ScreenResult query={query} item="confirmation" what={t.failed}>
      {(confirmation) => <Request key={id} confirmation={confirmation} />}
    </ScreenResult>
  )
}

function Request({ confirmation }: { confirmation: Confirmation }) {
  const t = useConfirmationMessages()
  const mayDecide = useCan()('member')
  const {
    summary,
    status,
    reason,
    changes,
    created_at: created,
    expires_at: expires,
    decided_by: decider,
  } = confirmation
  const isPending = status === 'pending'
  return (
    <>
      <PageHead
        title={isPending ? t.question(summary) : summary}
        beside={<Pill status={markOf[status]}>{t.statuses[status]}</Pill>}
        crumbs={[{ label: t.confirmations, link: { to: '/confirmations' } }, { label: summary }]}
      >
        {useRequester(confirmation)} · <RelativeTime at={created} />
        {isPending && (
          <>
            {' '}
            · <RelativeTime at={expires} prefix={t.expires} />
          </>
        )}
        {decider && ` · ${t.decidedBy[status === 'refused' ? 'refused' : 'confirmed'](decider.name)}`}
      </PageHead>
      <div className="settings">
        <Card title={t.would} flush>
          <ul className="list">
            {changes.map((change) => (
              <ChangeLine key={`${change.object_id} ${change.effect}`} change={change} />
            ))}
          </ul>
        </Card>
        <Card title={t.reason}>{reason ?? <span className="muted">{t.noReason}</span>}</Card>
        {isPending && mayDecide && <Decision confirmation={confirmation} />}
      </div>
    </>
  )
}

type ConfirmationChange = Confirmation['changes'][number]

function ChangeLine({ change }: { change: ConfirmationChange }) {
  const t = useConfirmationMessages()
  const { object_type: type, object_id: id, object_name: name, effect, state } = change
  const isKnown = Object.hasOwn(t.effects, effect)
  return (
    <li>
      {state !== null && <StatusMark status={state === 'down' ? 'down' : 'degraded'} />}
      <span className="min-w-0">
        {type === 'monitor' && id !== null ? (
          <MonitorLink className="strong" id={id} name={name} />
        ) : (
          <span className="strong">{name}</span>
        )}
        <span className="sub">
          {isKnown ? t.effects[effect as keyof typeof t.effects] : effect}
          {state !== null && ` · ${t.failing}`}
        </span>
      </span>
    </li>
  )
}

function Decision({ confirmation: { id } }: { confirmation: Confirmation }) {
  const t = useConfirmationMessages()
  const { mutate, isPending, error } = useSingleSubmit({
    mutationFn: (confirm: boolean) =>
      client
        .post('/dashboard/confirmations/{id}/decision', { params: { id }, body: { confirm } })
        .finally(() => void invalidate('confirmation')),
    onSuccess: ({ status }) => toast({ text: status === 'refused' ? t.refused : t.confirmed }),
  })
  return (
    <>
      <Callout status="degraded">
        {t.consequence} {t.after}
      </Callout>
      <FormError error={error} />
      <div className="actions">
        <Button weight="alarm" busy={isPending} label={t.confirm} onClick={() => mutate(true)} />
        <Button busy={isPending} label={t.refuse} onClick={() => mutate(false)} />
      </div>
    </>
  )
}
