// The user's contact methods and devices, each with a test.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ContactMethod } from '../../api-types.ts'
import { useResource } from '../../api.ts'
import { useChannelKinds } from '../../catalog/catalog.ts'
import { EmptyState, QueryResult } from '../../parts/content-states.tsx'
import { DeviceCard } from './device-card.tsx'
import { useMethodMessages } from './messages.ts'
import { MethodCard } from './method-card.tsx'
import { currentDevice } from './push-device.ts'

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
