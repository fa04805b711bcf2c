import type { Notification } from '../../api-types.ts'
import { client } from '../../api.ts'
import { toast } from '../../toast.ts'
import { Button } from '../../parts/button.tsx'
import { useDeliveryMessages } from './messages.ts'
import { useBusy } from '../../parts/use-busy.ts'

const send = (id: number): Promise<unknown> => client.post('/notifications/{id}/retry', { params: { id } })

export function Retry({ delivery }: { delivery: Notification }) {
  const t = useDeliveryMessages()
  const [busy, run] = useBusy('delivery')
  const retry = async (): Promise<void> => {
    await send(delivery.id)
    toast({ text: t.retried })
  }
  return <Button small icon="refresh" busy={busy} label={t.retry} onClick={() => run(retry)} />
}

export function RetryAll({ deliveries }: { deliveries: readonly Notification[] }) {
  const t = useDeliveryMessages()
  const [busy, run] = useBusy('delivery')
  const retry = async (): Promise<void> => {
    for (const { id } of deliveries) await send(id)
    toast({ text: t.retriedMany(deliveries.length) })
  }
  return <Button icon="refresh" busy={busy} label={t.retryAll(deliveries.length)} onClick={() => run(retry)} />
}
