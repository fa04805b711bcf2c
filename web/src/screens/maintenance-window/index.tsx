// A maintenance window, new or existing.
import { useParams } from '@tanstack/react-router'
import type { MaintenanceWindow } from '../../api-types.ts'
import { client, useResource } from '../../api.ts'
import { useCurrent } from '../../frame/counts.ts'
import { NoPermission, ScreenResult } from '../../frame/not-found.tsx'
import { PageHead } from '../../frame/page-head.tsx'
import { useNow } from '../../format/now.ts'
import { useFormat } from '../../format/use-format.ts'
import { invalidate } from '../../invalidation.ts'
import { Button } from '../../parts/button.tsx'
import { useViewerZone } from '../../parts/calendar/viewer-zone.ts'
import { Card, KeyValue } from '../../parts/card.tsx'
import { ManagedNote } from '../../parts/managed-note.tsx'
import { useCan } from '../../session.ts'
import { toast } from '../../toast.ts'
import { splitList, useChoices } from '../../url.ts'
import { draftOf, newDraft, planOf } from './draft.ts'
import { WindowForm } from './form.tsx'
import { useWindowMessages } from './messages.ts'
import { PlanPreview } from './preview.tsx'
import { DeleteButton } from '../../frame/confirm/delete-button.tsx'

export function Screen() {
  const { id } = useParams({ strict: false }) as { id?: string }
  return id === undefined ? <NewWindow /> : <ExistingWindow id={id} />
}

function NewWindow() {
  const t = useWindowMessages()
  const zone = useViewerZone()
  const nowMs = useNow(60).getTime()
  const [{ monitors, tags }] = useChoices({ monitors: '', tags: '' })
  if (!useCan()('member')) return <NoPermission />
  const draft = newDraft({ monitorIds: splitList(monitors), tags: splitList(tags), zone, nowMs })
  return (
    <>
      <PageHead
        title={t.newTitle}
        crumbs={[{ label: t.maintenance, link: { to: '/maintenance' } }, { label: t.newTitle }]}
      />
      <WindowForm start={draft} />
    </>
  )
}

function ExistingWindow({ id }: { id: string }) {
  const t = useWindowMessages()
  const query = useResource('/maintenance-windows/{id}', { params: { id } })
  return (
    <ScreenResult query={query} item="maintenance" what={t.couldNotLoad}>
      {(window) => <OneWindow key={window.id} window={window} />}
    </ScreenResult>
  )
}

const stale = ['maintenance', 'monitor'] as const

function OneWindow({ window }: { window: MaintenanceWindow }) {
  const t = useWindowMessages()
  const params = { id: window.id }
  const format = useFormat()
  const mayWrite = useCan()('member')
  const current = useCurrent()?.maintenance.find(({ id }) => id === window.id)
  const end = async (): Promise<void> => {
    await client.post('/maintenance-windows/{id}/end', { params })
    toast({ text: t.ended(window.name) })
    await invalidate(...stale)
  }
  return (
    <>
      <PageHead
        title={current ? t.onUntil(window.name, format.moment(current.ends_at)) : window.name}
        crumbs={[{ label: t.maintenance, link: { to: '/maintenance' } }, { label: window.name }]}
        actions={
          mayWrite && (
            <>
              <DeleteButton
                name={window.name}
                text={t.deleteText}
                request={() => client.delete('/maintenance-windows/{id}', { params })}
                leaveTo="/maintenance"
                stale={stale}
              />
              {current && <Button weight="primary" icon="check" label={t.end} onClick={() => void end()} />}
            </>
          )
        }
      />
      <ManagedNote managed={window.managed} />
      {mayWrite ? <WindowForm window={window} start={draftOf(window)} /> : <WindowFacts window={window} />}
    </>
  )
}

/** For people who may not change it. */
function WindowFacts({ window }: { window: MaintenanceWindow }) {
  const t = useWindowMessages()
  const format = useFormat()
  const draft = draftOf(window)
  const yesNo = (is: boolean): string => (is ? t.yes : t.no)
  return (
    <div className="cols">
      <Card title={t.when}>
        <KeyValue
          rows={[
            [t.starts, format.moment(window.starts_at)],
            [t.lasts, format.duration(window.duration_minutes * 60)],
            [t.repeats, t.recurrences[window.recurrence]],
            [t.zone, window.timezone],
            [t.tags, window.monitor_tags.join(', ') || '—'],
            [t.suppress, yesNo(window.suppress_alerts)],
            [t.exclude, yesNo(window.exclude_from_sla)],
            [t.description, window.description ?? '—'],
          ]}
        />
      </Card>
      <PlanPreview windowId={window.id} plan={planOf(draft)} draft={draft} />
    </div>
  )
}
