import type { ContactMethod } from '../../api-types.ts'
import { client, ignoreNotFound } from '../../api.ts'
import { errorText } from '../../error-text.ts'
import { useNow } from '../../format/now.ts'
import { useFormat } from '../../format/use-format.ts'
import { invalidate } from '../../invalidation.ts'
import { Button } from '../../parts/button.tsx'
import { Tag } from '../../parts/card.tsx'
import { useSingleSubmit } from '../../parts/form/single-submit.ts'
import { StatusMark } from '../../parts/status-mark.tsx'
import { toast } from '../../toast.ts'
import { useMethodMessages } from './messages.ts'
import { forgetDevice } from './push-device.ts'
import { confirm } from '../../frame/confirm/confirm.tsx'

interface MethodCardProps {
  readonly method: ContactMethod
  readonly kind: string
  readonly isThisDevice: boolean
}

export function MethodCard({ method, kind, isThisDevice }: MethodCardProps) {
  const t = useMethodMessages()
  const { id, name, enabled, last_delivery: last } = method
  const params = { id }
  const test = useSingleSubmit({
    mutationFn: () => client.post('/dashboard/contact-methods/{id}/test', { params }),
    onSuccess: () => toast({ text: t.testSent }),
    onError: (error) => toast({ text: errorText(error), tone: 'error' }),
  })
  const remove = async (): Promise<void> => {
    if (!(await confirm({ title: t.removeTitle(name), text: t.removeText, verb: t.removeVerb(name) }))) return
    await ignoreNotFound(client.delete('/dashboard/contact-methods/{id}', { params }))
    if (isThisDevice) await forgetDevice()
    toast({ text: t.removed(name) })
    await invalidate('contactMethod')
  }
  return (
    <article className="card">
      <header>
        <h2 className="min-w-0">{name}</h2>
        <span className="end">
          {isThisDevice && <Tag>{t.thisDevice}</Tag>} <Tag>{kind}</Tag>
        </span>
      </header>
      <div className="body stack">
        {enabled ? <LastMessage last={last} /> : <Gone />}
        <div className="row between">
          <Button
            icon="send"
            busy={test.isPending}
            disabled={!enabled}
            label={last?.status === 'sent' ? t.test : t.verify}
            onClick={() => test.mutate()}
          />
          <Button weight="ghost" icon="trash" label={t.remove} onClick={() => void remove()} />
        </div>
      </div>
    </article>
  )
}

function Gone() {
  const t = useMethodMessages()
  return (
    <p className="row">
      <StatusMark status="down" />
      {t.gone}
    </p>
  )
}

function LastMessage({ last }: { last: ContactMethod['last_delivery'] }) {
  const t = useMethodMessages()
  const format = useFormat()
  const now = useNow(10)
  if (!last) return <p className="muted">{t.untested}</p>
  const when = format.relative(last.created_at, now)
  const isSent = last.status === 'sent'
  return (
    <p className="row">
      <StatusMark status={isSent ? 'up' : 'down'} />
      {isSent ? t.works(when) : t.fails(when, last.error ?? '')}
    </p>
  )
}
