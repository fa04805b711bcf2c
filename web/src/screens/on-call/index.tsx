// A schedule: who is paged now, who is next, and whether there is a gap.
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { OnCallScheduleInFull } from '../../api-types.ts'
import { client, ignoreNotFound, useResource } from '../../api.ts'
import { useCommands } from '../../frame/commands.ts'
import { useCurrent } from '../../frame/counts.ts'
import { ScreenResult } from '../../frame/not-found.tsx'
import { PageHead } from '../../frame/page-head.tsx'
import { useFormat } from '../../format/use-format.ts'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { useViewerZone } from '../../parts/calendar/viewer-zone.ts'
import type { TimeSpan } from '../../parts/calendar/zone-days.ts'
import { EmptyState, QueryResult } from '../../parts/content-states.tsx'
import { ManagedNote } from '../../parts/managed-note.tsx'
import { useCan } from '../../session.ts'
import { MyPagingCard } from '../contact-methods/my-paging.tsx'
import { CalendarCard } from './calendar-card.tsx'
import { CoverForm } from './cover-form.tsx'
import { OnDutyStrip } from './duty-strip.tsx'
import { FeedDialog } from './feed-dialog.tsx'
import { useOnCallMessages, useCoverMessages } from './messages.ts'
import { OnCallTabs } from './on-call-tabs.tsx'
import { useAllSchedules, useOutlook, usePageability } from './schedule-data.ts'
import type { Cover } from './timeline.tsx'
import { onCallTitle } from './title.ts'
import './on-call.css'
import { listOf } from '../../i18n.ts'
import { Callout, KeyValue } from '../../parts/card.tsx'
import { usePreferences } from '../../preferences.ts'
import { invalidate } from '../../invalidation.ts'
import { toast } from '../../toast.ts'
import { nameOf } from './person.tsx'
import { Dialog } from '../../parts/overlay/dialog.tsx'

export function Screen() {
  const t = useOnCallMessages()
  const { schedule } = useParams({ strict: false }) as { schedule?: string }
  const schedules = useAllSchedules()
  const first = schedules.data?.[0]
  if (schedule !== undefined) return <ScheduleById id={schedule} />
  return (
    <QueryResult query={schedules} what={t.couldNotLoad}>
      {() => (first ? <ScheduleById key={first.id} id={String(first.id)} /> : <NoSchedules />)}
    </QueryResult>
  )
}

function NoSchedules() {
  const t = useOnCallMessages()
  const mayWrite = useCan()('member')
  return (
    <>
      <PageHead title={t.title.nobody} />
      <OnCallTabs />
      <div className="stack">
        {mayWrite && <MyPagingCard />}
        <EmptyState
          title={t.emptyTitle}
          text={t.emptyText}
          docs="on-call"
          action={mayWrite && <ButtonLink weight="primary" icon="plus" label={t.create} to="/on-call/new" />}
        />
      </div>
    </>
  )
}

function ScheduleById({ id }: { id: string }) {
  const t = useOnCallMessages()
  const query = useResource('/on-call-schedules/{id}', { params: { id: Number(id) } })
  return (
    <ScreenResult query={query} item="schedule" what={t.couldNotLoad}>
      {(schedule) => <Schedule key={schedule.id} schedule={schedule} />}
    </ScreenResult>
  )
}

type Opened = { readonly cover: TimeSpan } | { readonly details: Cover } | 'feed' | null

function Schedule({ schedule }: { schedule: OnCallScheduleInFull }) {
  const t = useOnCallMessages()
  const mayWrite = useCan()('member')
  const outlook = useOutlook(schedule.id)
  const [opened, setOpened] = useState<Opened>(null)
  const select = (span: TimeSpan): void => setOpened({ cover: span })
  const coverNext = (): void => select(outlook.toCover)
  useCommands(mayWrite ? [{ label: t.cover, keys: 'n', icon: 'swap', run: coverNext }] : [])
  const close = (): void => setOpened(null)
  return (
    <>
      <ScheduleHead schedule={schedule} onCover={coverNext} onSubscribe={() => setOpened('feed')} />
      <OnCallTabs schedule={schedule.id} />
      <ManagedNote managed={schedule.managed} />
      <div className="stack">
        {mayWrite && <MyPagingCard />}
        <WithoutWays schedule={schedule} />
        <OnDutyStrip schedule={schedule} gaps={outlook.gaps} onSelect={mayWrite ? select : undefined} />
        <CalendarCard
          schedule={schedule}
          onSelect={mayWrite ? select : undefined}
          onCover={mayWrite ? (cover) => setOpened({ details: cover }) : undefined}
        />
      </div>
      {opened === 'feed' && <FeedDialog schedule={schedule} onClose={close} />}
      {opened && opened !== 'feed' && 'cover' in opened && (
        <CoverForm schedule={schedule} span={opened.cover} onClose={close} />
      )}
      {opened && opened !== 'feed' && 'details' in opened && (
        <CoverDetails scheduleId={schedule.id} cover={opened.details} onClose={close} />
      )}
    </>
  )
}

interface ScheduleHeadProps {
  readonly schedule: OnCallScheduleInFull
  readonly onCover: () => void
  readonly onSubscribe: () => void
}

function ScheduleHead({ schedule, onCover, onSubscribe }: ScheduleHeadProps) {
  const t = useOnCallMessages()
  const format = useFormat()
  const zone = useViewerZone()
  const mayWrite = useCan()('member')
  const current = useCurrent()
  const title = titleOf()
  return (
    <PageHead
      title={title}
      actions={
        <>
          {schedule.calendar_url && <Button icon="calendar" label={t.subscribe} onClick={onSubscribe} />}
          {mayWrite && (
            <>
              <ButtonLink
                icon="edit"
                label={t.edit}
                to="/on-call/$schedule/edit"
                params={{ schedule: String(schedule.id) }}
              />
              <Button weight="primary" icon="swap" hint="n" label={t.cover} onClick={onCover} />
            </>
          )}
        </>
      }
    >
      {zone !== schedule.timezone && t.zones(zone, schedule.timezone)}
    </PageHead>
  )

  function titleOf(): string {
    if (!schedule.enabled) return t.off(schedule.name)
    // Until it is known who is on call, nobody must read that nobody is.
    if (!current) return schedule.name
    const state = current.on_call.find((one) => one.schedule.id === schedule.id)
    return onCallTitle(state, { t: t.title, when: format.longWeekdayClock })
  }
}

/** Warns of people in the schedule without a contact method. */
function WithoutWays({ schedule }: { schedule: OnCallScheduleInFull }) {
  const t = useOnCallMessages()
  const { language } = usePreferences()
  const people = usePageability()
  const ids = new Set(schedule.layers.flatMap(({ users }) => users.map(({ user_id: id }) => id)))
  const names = people.filter(({ user_id: id, ways }) => ways === 0 && ids.has(id)).map(({ name }) => name)
  if (names.length === 0) return null
  return <Callout status="degraded">{t.withoutWays(listOf(language, names), names.length)}</Callout>
}

interface CoverDetailsProps {
  readonly scheduleId: number
  readonly cover: Cover
  readonly onClose: () => void
}

/** A cover, which can be removed and put back. */
function CoverDetails({ scheduleId, cover, onClose }: CoverDetailsProps) {
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
