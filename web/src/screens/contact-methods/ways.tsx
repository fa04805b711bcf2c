// The user's contact methods and devices, each with a test.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ContactMethod, ContactMethodCreate } from '../../api-types.ts'
import { useResource, client, ignoreNotFound } from '../../api.ts'
import { useChannelKinds } from '../../catalog/catalog.ts'
import { EmptyState, QueryResult } from '../../parts/content-states.tsx'
import { useMethodMessages } from './messages.ts'
import { currentDevice, PushRefused, addDevice, pushSupport, forgetDevice } from './push-device.ts'
import { errorText } from '../../error-text.ts'
import { invalidate } from '../../invalidation.ts'
import { Button } from '../../parts/button.tsx'
import { Card, Tag } from '../../parts/card.tsx'
import { useSingleSubmit } from '../../parts/form/single-submit.ts'
import { toast, toastError } from '../../toast.ts'
import { useNow } from '../../format/now.ts'
import { useFormat } from '../../format/use-format.ts'
import { StatusMark } from '../../parts/status-mark.tsx'
import { confirm } from '../../frame/confirm/confirm.tsx'

/** `action` adds a contact method. */
export function Ways({ action }: { action: ReactNode }) {
  const t = useMethodMessages()
  const methods = useResource('/dashboard/contact-methods')
  const kinds = useChannelKinds()
  const device = useQuery({ queryKey: ['push-device', methods.dataUpdatedAt], queryFn: currentDevice }).data ?? null
  const isThisDevice = ({ enabled, config }: ContactMethod): boolean =>
    enabled && device !== null && config['device'] === device
  const deviceKind = kinds.data?.find((kind) => kind.is_device)
  return (
    <QueryResult query={methods} what={t.couldNotLoad}>
      {({ data }) => (
        <div className="stack">
          {data.length === 0 && <EmptyState title={t.emptyTitle} text={t.emptyText} action={action} />}
          <div className="card-grid">
            {data.map((method) => (
              <MethodCard
                key={method.id}
                method={method}
                kind={kinds.data?.find(({ type }) => type === method.type)?.name ?? method.type}
                isThisDevice={isThisDevice(method)}
              />
            ))}
          </div>
          {deviceKind && !data.some(isThisDevice) && <DeviceCard type={deviceKind.type} />}
        </div>
      )}
    </QueryResult>
  )
}

// Adds the browser that shows this page as a contact method.

/** `type` is the channel type of devices. */
function DeviceCard({ type }: { type: string }) {
  const t = useMethodMessages()
  const support = pushSupport()
  const adding = useSingleSubmit({
    mutationFn: () => addDevice(type as ContactMethodCreate['type']),
    onSuccess: async ({ name }) => {
      toast({ text: t.added(name) })
      await invalidate('contactMethod')
    },
    onError: (error) => toast({ text: textOf(error), tone: 'error' }),
  })
  const textOf = (error: Error): string => {
    if (error instanceof PushRefused) return t.deviceSupport.refused
    return error instanceof DOMException ? t.pushServiceFailed : errorText(error)
  }
  return (
    <Card title={t.device} stack>
      <p className="muted">{t.deviceSupport[support]}</p>
      <div>
        <Button
          icon="bell"
          weight="primary"
          busy={adding.isPending}
          disabled={support !== 'possible'}
          label={t.addDevice}
          onClick={() => adding.mutate()}
        />
      </div>
    </Card>
  )
}

interface MethodCardProps {
  readonly method: ContactMethod
  readonly kind: string
  readonly isThisDevice: boolean
}

function MethodCard({ method, kind, isThisDevice }: MethodCardProps) {
  const t = useMethodMessages()
  const { id, name, enabled, provider, last_delivery: last } = method
  const params = { id }
  const test = useSingleSubmit({
    mutationFn: () => client.post('/dashboard/contact-methods/{id}/test', { params }),
    onSuccess: () => toast({ text: t.testSent }),
    onError: toastError,
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
        {provider && <p className="muted">{t.through(provider.name)}</p>}
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
