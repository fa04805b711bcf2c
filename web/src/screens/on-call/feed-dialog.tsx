import type { OnCallScheduleInFull } from '../../api-types.ts'
import { client, useResource } from '../../api.ts'
import { invalidate } from '../../invalidation.ts'
import { Button } from '../../parts/button.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { TextField } from '../../parts/form/field.tsx'
import { toast } from '../../toast.ts'
import { useFeedMessages } from './messages.ts'
import { ResultDialog } from '../../parts/form/dialog-form.tsx'
import { confirm } from '../../frame/confirm/confirm.tsx'

interface FeedDialogProps {
  readonly schedule: OnCallScheduleInFull
  readonly onClose: () => void
}

/** The calendar addresses of a schedule and of the user: copy and renew. */
export function FeedDialog({ schedule, onClose }: FeedDialogProps) {
  const t = useFeedMessages()
  const params = { id: schedule.id }
  return (
    <ResultDialog title={t.title} action={t.close} onClose={onClose}>
      <p className="muted">{t.text}</p>
      <Feed
        label={t.schedule(schedule.name)}
        url={schedule.calendar_url ?? ''}
        onRenew={() => client.post('/on-call-schedules/{id}/renew-calendar', { params })}
      />
      <MyFeed />
    </ResultDialog>
  )
}

export function MyFeed() {
  const t = useFeedMessages()
  const { data } = useResource('/dashboard/my-calendar')
  if (!data) return null
  return <Feed label={t.mine} url={data.url} onRenew={() => client.post('/dashboard/my-calendar/renew')} />
}

interface FeedProps {
  readonly label: string
  readonly url: string
  readonly onRenew: () => Promise<unknown>
}

function Feed({ label, url, onRenew }: FeedProps) {
  const t = useFeedMessages()
  const renew = async (): Promise<void> => {
    if (!(await confirm({ title: t.renewTitle, text: t.renewText, verb: t.renewVerb }))) return
    await onRenew()
    toast({ text: t.renewed })
    await invalidate('onCall', 'myCalendar')
  }
  return (
    <div className="stack">
      <TextField label={label} mono readOnly value={url} onFocus={(event) => event.target.select()} />
      <div className="row">
        <CopyButton text={url} label={t.copy}>
          {t.copy}
        </CopyButton>
        <Button small icon="refresh" label={t.renew} onClick={() => void renew()} />
      </div>
    </div>
  )
}
