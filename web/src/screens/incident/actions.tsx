import { useState } from 'react'
import type { Incident } from '../../api-types.ts'
import { client, useResource } from '../../api.ts'
import { toast } from '../../toast.ts'
import { useCommands } from '../../frame/commands.ts'
import { Button } from '../../parts/button.tsx'
import { useCan, useSession } from '../../session.ts'
import { useIncidentAction } from './incident-action.ts'
import { markdownOf } from './markdown.ts'
import { useIncidentScreenMessages } from './messages.ts'
import { usePagingMessages } from './page-messages.ts'
import { invalidate } from '../../invalidation.ts'
import { DialogForm } from '../../parts/form/dialog-form.tsx'
import { usePreferences } from '../../preferences.ts'
import { listOf } from '../../i18n.ts'
import { SelectField, Switch, TextArea } from '../../parts/form/field.tsx'
import { useFormSubmit, useForm } from '../../parts/form/use-form.tsx'
import { Menu, type MenuItem } from '../../parts/overlay/menu.tsx'
import { confirm } from '../../frame/confirm/confirm.tsx'

export function Actions({ incident }: { incident: Incident }) {
  const t = useIncidentScreenMessages()
  const pagingTexts = usePagingMessages()
  const { id, status } = incident
  const mayWrite = useCan()('member')
  const me = useSession().user.id
  const [busy, act] = useIncidentAction(id)
  const [asking, setAsking] = useState<'false alarm' | 'page' | 'assign' | null>(null)
  const close = (): void => setAsking(null)
  const params = { id }
  const acknowledge = (): void => act(() => client.post('/incidents/{id}/acknowledge', { params }))
  const resolve = async (): Promise<void> => {
    const question = { title: t.resolveTitle(id), text: t.resolveText, verb: t.resolveVerb }
    if (await confirm(question)) act(() => client.post('/incidents/{id}/resolve', { params }))
  }
  const isOpen = status !== 'resolved'
  useCommands(
    mayWrite && status === 'firing' ? [{ label: t.acknowledge(id), keys: 'a', icon: 'check', run: acknowledge }] : [],
  )
  return (
    <>
      {mayWrite && status === 'firing' && (
        <Button weight="alarm" busy={busy} hint="A" label={t.mine} onClick={acknowledge} />
      )}
      {mayWrite && isOpen && <Button label={t.resolve} onClick={() => void resolve()} />}
      {mayWrite && !incident.false_positive && <Button label={t.falseAlarm} onClick={() => setAsking('false alarm')} />}
      <Menu label={t.more} items={moreItems()} />
      {asking === 'false alarm' && <FalsePositiveDialog incident={incident} onClose={close} />}
      {asking === 'assign' && <AssignDialog incident={incident} onClose={close} />}
      {asking === 'page' && <PagePersonDialog incidentId={id} onClose={close} />}
    </>
  )

  function moreItems(): MenuItem[] {
    const copy = (text: string): void => void navigator.clipboard.writeText(text).then(() => toast({ text: t.copied }))
    const reading: MenuItem[] = [
      { label: t.copyLink, icon: 'link', run: () => copy(location.origin + location.pathname) },
      { label: t.copyMarkdown, icon: 'copy', run: () => copy(markdownOf(incident, location.origin)) },
    ]
    if (!mayWrite) return reading
    const wasMaintenance: MenuItem = {
      label: t.markMaintenance,
      icon: 'wrench',
      run: () => act(() => client.post('/incidents/{id}/mark-maintenance', { params }), t.markedMaintenance),
    }
    const withdraw: MenuItem = {
      label: t.withdraw,
      icon: 'refresh',
      run: () => act(() => client.delete('/incidents/{id}/false-positive', { params }), t.withdrawn),
    }
    const assign: MenuItem = { label: t.assign, icon: 'people', run: () => setAsking('assign') }
    const take: MenuItem = {
      label: t.assignToMe,
      icon: 'check',
      run: () => act(() => client.post('/incidents/{id}/assign', { params, body: { userId: me } })),
    }
    const page: MenuItem = { label: pagingTexts.somebody, icon: 'bell', run: () => setAsking('page') }
    return [
      ...(isOpen ? [page] : []),
      ...(incident.assignee?.id === me ? [] : [take]),
      assign,
      ...(isOpen || incident.maintenance_window_id ? [] : [wasMaintenance]),
      ...(incident.false_positive ? [withdraw] : []),
      ...reading,
    ]
  }
}

function FalsePositiveDialog({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const t = useIncidentScreenMessages()
  const locations = useResource('/locations')
  const suspects = locations.data?.data.filter(({ name }) => incident.confirming_locations.includes(name)) ?? []
  const initial = { reason: '', excludeFromSla: true, muteLocationId: '' }
  const { draft, set, field, ...saving } = useForm(initial, async ({ muteLocationId, ...rest }) => {
    const body = { ...rest, ...(muteLocationId && { muteLocationId }) }
    await client.post('/incidents/{id}/false-positive', { params: { id: incident.id }, body })
    onClose()
    await invalidate('incident')
  })
  return (
    <DialogForm title={t.falseTitle(incident.id)} saving={saving} action={t.falseVerb} onClose={onClose}>
      <TextArea label={t.falseReason} {...field('reason')} />
      <Switch label={t.leaveOut} hint={t.leaveOutHint} {...field('excludeFromSla')} />
      {suspects.length > 0 && (
        <SelectField
          label={t.blame}
          hint={t.blameHint}
          {...field('muteLocationId')}
          none={t.blameNobody}
          options={suspects.map(({ id, name }) => [id, name])}
        />
      )}
    </DialogForm>
  )
}

function AssignDialog({ incident: { id, assignee }, onClose }: { incident: Incident; onClose: () => void }) {
  const t = useIncidentScreenMessages()
  const people = useResource('/dashboard/pageability').data?.data ?? []
  const { field, ...saving } = useForm({ userId: assignee?.id ?? '' }, async ({ userId }) => {
    await client.post('/incidents/{id}/assign', { params: { id }, body: { userId: userId || null } })
    onClose()
    await invalidate('incident')
  })
  return (
    <DialogForm title={t.assignTitle(id)} saving={saving} action={t.assignVerb} onClose={onClose}>
      <SelectField
        label={t.assigned}
        hint={t.assignHint}
        {...field('userId')}
        none={t.nobody}
        options={people.map(({ user_id: userId, name }) => [userId, name])}
      />
    </DialogForm>
  )
}

/** Pages one person by name, independent of the escalation policy. */
function PagePersonDialog({ incidentId, onClose }: { incidentId: number; onClose: () => void }) {
  const t = usePagingMessages()
  const { language } = usePreferences()
  const people = useResource('/dashboard/pageability').data?.data ?? []
  const [chosen, setChosen] = useState('')
  const userId = chosen || people.find(({ ways }) => ways > 0)?.user_id
  const saving = useFormSubmit(async () => {
    if (!userId) return
    const { whom } = await client.post('/dashboard/incidents/{id}/page', {
      params: { id: incidentId },
      body: { userId },
    })
    toast({
      text: t.paged(
        listOf(
          language,
          whom.map(({ name }) => name),
        ),
      ),
    })
    onClose()
    await invalidate('incident', 'delivery')
  })
  return (
    <DialogForm title={t.title(incidentId)} saving={saving} action={t.verb} disabled={!userId} onClose={onClose}>
      <SelectField
        label={t.whom}
        hint={userId ? t.hint : t.nobody}
        value={userId ?? ''}
        error={saving.errors['userId']}
        options={people.map(({ user_id: id, name, ways }) => [id, t.person(name, ways), ways === 0])}
        onChange={setChosen}
      />
    </DialogForm>
  )
}
