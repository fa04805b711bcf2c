// The user's contact methods and devices, each with a test.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ContactMethod, ContactMethodCreate } from '../../api-types.ts'
import { useResource } from '../../api.ts'
import { useChannelKinds } from '../../catalog/catalog.ts'
import { EmptyState, QueryResult } from '../../parts/content-states.tsx'
import { useMethodMessages } from './messages.ts'
import { MethodCard } from './method-card.tsx'
import { currentDevice, PushRefused, addDevice, pushSupport } from './push-device.ts'
import { errorText } from '../../error-text.ts'
import { invalidate } from '../../invalidation.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { useSingleSubmit } from '../../parts/form/single-submit.ts'
import { toast } from '../../toast.ts'

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

// Adds the browser that shows this page as a way to be paged.

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
