import { Link } from '@tanstack/react-router'
import type { EscalationPolicy, EscalationReach } from '../../api-types.ts'
import { client, useResource } from '../../api.ts'
import { useFormat } from '../../format/use-format.ts'
import { listOf } from '../../i18n.ts'
import { invalidate } from '../../invalidation.ts'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { useSingleSubmit } from '../../parts/form/single-submit.ts'
import { toast, toastError } from '../../toast.ts'
import { Callout, Card } from '../../parts/card.tsx'
import { QueryResult } from '../../parts/content-states.tsx'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { ManagedNote } from '../../parts/managed-note.tsx'
import { StatusMark } from '../../parts/status-mark.tsx'
import { usePreferences } from '../../preferences.ts'
import { useCan } from '../../session.ts'
import { useEscalationMessages } from './messages.ts'
import { pagedAtOnce, repeatMinutes } from './reach.ts'
import { DeleteButton } from '../../frame/confirm/delete-button.tsx'

type Step = EscalationReach['steps'][number]

export function PolicyCard({ policy }: { policy: EscalationPolicy }) {
  const t = useEscalationMessages()
  const reach = useResource('/dashboard/escalation-policies/{id}/reach', { params: { id: policy.id } })
  return (
    <Card
      title={
        <Link to="/on-call/escalation/$id" params={{ id: policy.id }}>
          {policy.name}
        </Link>
      }
      end={<Actions policy={policy} />}
      flush
    >
      <QueryResult query={reach} what={t.couldNotLoad}>
        {({ steps, groups, waiting_incidents: waiting }) => (
          <>
            <ManagedNote managed={policy.managed} />
            <WhoNow steps={steps} />
            {waiting > 0 && <Waiting policy={policy} count={waiting} />}
            <ol className="ladder">
              {steps.map((step, index) => (
                <StepRow key={index} step={step} />
              ))}
              <li>
                <span className="when">{policy.repeat_count > 0 ? t.again : t.end}</span>
                <span>
                  <Repeats policy={policy} />
                  <UsedBy groups={groups} />
                </span>
              </li>
            </ol>
          </>
        )}
      </QueryResult>
    </Card>
  )
}

/** “Who would be paged now?”, answered. */
function WhoNow({ steps }: { steps: readonly Step[] }) {
  const t = useEscalationMessages()
  const { language } = usePreferences()
  const names = pagedAtOnce(steps)
  return (
    <div className="body">
      <h3 className="label">{t.whoNow}</h3>
      <Callout
        tone={names.length > 0 ? 'up' : 'degraded'}
        mark={<StatusMark status={names.length > 0 ? 'up' : 'degraded'} />}
      >
        {names.length > 0 ? t.answer(listOf(language, names)) : t.answerNobody}
      </Callout>
    </div>
  )
}

/** Open incidents that it does not page for, because they began before it applied. */
function Waiting({ policy, count }: { policy: EscalationPolicy; count: number }) {
  const t = useEscalationMessages()
  const mayWrite = useCan()('member')
  const start = useSingleSubmit({
    mutationFn: () => client.post('/dashboard/escalation-policies/{id}/start', { params: { id: policy.id } }),
    onSuccess: async () => {
      toast({ text: t.started })
      await invalidate('escalation', 'incident')
    },
    onError: toastError,
  })
  return (
    <div className="body">
      <Callout status="degraded">
        {t.waiting(count)}{' '}
        {mayWrite && <Button small icon="bell" busy={start.isPending} label={t.start} onClick={() => start.mutate()} />}
      </Callout>
    </div>
  )
}

const icons: Record<Step['targets'][number]['type'], IconName> = {
  schedule: 'clock',
  user: 'bell',
  contact_group: 'people',
  channel: 'send',
}

function StepRow({ step: { after_minutes: minutes, targets } }: { step: Step }) {
  const t = useEscalationMessages()
  const format = useFormat()
  const { language } = usePreferences()
  return (
    <li>
      <span className="when">{minutes === 0 ? t.atOnce : t.after(format.duration(minutes * 60))}</span>
      <span>
        {targets.map((target) => (
          <span key={`${target.type} ${target.id}`} className="block mb-1">
            <span className="ladder-target">
              <Icon name={icons[target.type]} size={14} />
              {target.name || t.deletedTarget}
            </span>
            {target.type === 'schedule' && target.pages.length > 0 && (
              <span className="sub">{t.today(listOf(language, target.pages))}</span>
            )}
            {target.missed.map((sentence) => (
              <span key={sentence} className="sub text-down-text">
                {sentence}
              </span>
            ))}
          </span>
        ))}
      </span>
    </li>
  )
}

function Repeats({ policy }: { policy: EscalationPolicy }) {
  const t = useEscalationMessages()
  const format = useFormat()
  if (policy.repeat_count === 0) return t.noRepeat
  return t.repeats(policy.repeat_count, format.duration(repeatMinutes(policy) * 60))
}

function UsedBy({ groups }: { groups: EscalationReach['groups'] }) {
  const t = useEscalationMessages()
  if (groups.length === 0) return <span className="sub">{t.unused}</span>
  return (
    <span className="sub">
      {t.usedBy(groups.length)}{' '}
      {groups.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link className="link" to="/contacts/groups/$id" params={{ id }}>
            {name}
          </Link>
        </span>
      ))}
    </span>
  )
}

function Actions({ policy: { id, name } }: { policy: EscalationPolicy }) {
  const t = useEscalationMessages()
  if (!useCan()('member')) return null
  return (
    <span className="row">
      <ButtonLink small icon="edit" label={t.edit} to="/on-call/escalation/$id/edit" params={{ id }} />
      <DeleteButton
        as="icon"
        small
        name={name}
        text={t.deleteText}
        request={() => client.delete('/escalation-policies/{id}', { params: { id } })}
        leaveTo="/on-call/escalation"
        stale={['escalation']}
      />
    </span>
  )
}
