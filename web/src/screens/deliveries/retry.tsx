import { useState } from 'react'
import type { Notification } from '../../api-types.ts'
import { ApiError, client } from '../../api.ts'
import { errorText } from '../../error-text.ts'
import { toast } from '../../toast.ts'
import { useMessages } from '../../i18n.ts'
import { Button } from '../../parts/button.tsx'
import { deliveryMessages } from './messages.ts'
import { invalidate } from '../../invalidation.ts'

const send = (id: number): Promise<unknown> => client.post('/notifications/{id}/retry', { params: { id } })

export function Retry({ delivery }: { delivery: Notification }) {
  const t = useMessages(deliveryMessages)
  const [busy, run] = useBusy(async () => {
    await send(delivery.id)
    toast({ text: t.retried })
  })
  return (
    <Button small icon="refresh" busy={busy} onClick={run}>
      {t.retry}
    </Button>
  )
}

export function RetryAll({ deliveries }: { deliveries: readonly Notification[] }) {
  const t = useMessages(deliveryMessages)
  const [busy, run] = useBusy(async () => {
    for (const { id } of deliveries) await send(id)
    toast({ text: t.retriedMany(deliveries.length) })
  })
  return (
    <Button icon="refresh" busy={busy} onClick={run}>
      {t.retryAll(deliveries.length)}
    </Button>
  )
}

function useBusy(work: () => Promise<void>): [busy: boolean, run: () => void] {
  const [busy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast({ text: errorText(error), tone: 'error' })
    } finally {
      setBusy(false)
      await invalidate('delivery')
    }
  }
  return [busy, () => void run()]
}
