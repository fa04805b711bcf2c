import { client, ignoreNotFound } from '../../api.ts'
import { useFormat } from '../../format/use-format.ts'
import { invalidate } from '../../invalidation.ts'
import { Button } from '../../parts/button.tsx'
import { KeyValue } from '../../parts/card.tsx'
import { toast } from '../../toast.ts'
import { useCoverMessages } from './messages.ts'
import { nameOf } from './person.tsx'
import type { Cover } from './timeline.tsx'
import { Dialog } from '../../parts/overlay/dialog.tsx'

interface CoverDetailsProps {
  readonly scheduleId: number
  readonly cover: Cover
  readonly onClose: () => void
}

/** A cover, which can be removed and put back. */
export function CoverDetails({ scheduleId, cover, onClose }: CoverDetailsProps) {
  const t = useCoverMessages()
  const format = useFormat()
  const { user, starts_at: startsAt, ends_at: endsAt, reason } = cover
  const params = { id: scheduleId }
  const putBack = async (): Promise<void> => {
    const body = { userId: user.user_id, startsAt, endsAt, reason }
    await client.post('/on-call-schedules/{id}/overrides', { params, body })
    await invalidate('onCall')
  }
  const remove = async (): Promise<void> => {
    onClose()
    await ignoreNotFound(
      client.delete('/on-call-schedules/{id}/overrides/{overrideId}', { params: { ...params, overrideId: cover.id } }),
    )
    toast({ text: t.removed, undo: putBack })
    await invalidate('onCall')
  }
  return (
    <Dialog title={t.existing(nameOf(user))} onClose={onClose}>
      <KeyValue
        rows={[
          [t.from, format.moment(startsAt)],
          [t.until, format.moment(endsAt)],
          [t.reason, reason ?? '—'],
        ]}
      />
      <div className="actions justify-end">
        <Button label={t.close} onClick={onClose} />
        <Button icon="trash" label={t.remove} onClick={() => void remove()} />
      </div>
    </Dialog>
  )
}
