// Creates or edits an on-call schedule. The calendar above shows the draft.
import { useParams } from '@tanstack/react-router'
import { client, useResource } from '../../api.ts'
import { NoPermission, ScreenResult } from '../../frame/not-found.tsx'
import { PageHead } from '../../frame/page-head.tsx'
import { useNow } from '../../format/now.ts'
import { useViewerZone } from '../../parts/calendar/viewer-zone.ts'
import { dateOf, mondayOf } from '../../parts/calendar/zone-days.ts'
import { useCan, useSession } from '../../session.ts'
import { draftOf, newLayer } from './draft.ts'
import { useScheduleMessages } from './messages.ts'
import { ScheduleForm } from './schedule-form.tsx'
import '../on-call/on-call.css'
import './schedule-editor.css'
import { DeleteButton } from '../../frame/confirm/delete-button.tsx'

export function Screen() {
  const { schedule } = useParams({ strict: false }) as { schedule?: string }
  if (!useCan()('member')) return <NoPermission />
  return schedule === undefined ? <NewSchedule /> : <ExistingSchedule id={Number(schedule)} />
}

function NewSchedule() {
  const t = useScheduleMessages()
  const zone = useViewerZone()
  const { user } = useSession()
  const startDate = mondayOf(dateOf(useNow(60).getTime(), zone))
  const layers = [newLayer({ key: 'first', name: t.layer(1), startDate, userIds: [user.id] })]
  return (
    <>
      <PageHead title={t.newTitle} crumbs={[{ label: t.onCall, link: { to: '/on-call' } }, { label: t.newTitle }]} />
      <ScheduleForm start={{ name: t.firstName, timezone: zone, enabled: true, layers }} />
    </>
  )
}

function ExistingSchedule({ id }: { id: number }) {
  const t = useScheduleMessages()
  const query = useResource('/on-call-schedules/{id}', { params: { id } })
  return (
    <ScreenResult query={query} item="schedule" what={t.couldNotLoad}>
      {(schedule) => (
        <>
          <PageHead
            title={t.editTitle(schedule.name)}
            crumbs={[{ label: t.onCall, link: { to: '/on-call' } }, { label: schedule.name }]}
            actions={
              <DeleteButton
                name={schedule.name}
                text={t.deleteText}
                request={() => client.delete('/on-call-schedules/{id}', { params: { id } })}
                leaveTo="/on-call"
                stale={['onCall']}
              />
            }
          />
          <ScheduleForm key={schedule.id} schedule={schedule} start={draftOf(schedule)} />
        </>
      )}
    </ScreenResult>
  )
}
