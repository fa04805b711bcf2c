import { useState } from 'react'
import type { Incident } from '../../api-types.ts'
import { client } from '../../api.ts'
import { confirm } from '../../frame/confirm.tsx'
import { toast } from '../../toast.ts'
import { useCommands } from '../../frame/commands.ts'
import { Button } from '../../parts/button.tsx'
import { Menu, type MenuItem } from '../../parts/menu.tsx'
import { useCan } from '../../session.ts'
import { useIncidentAction } from './incident-action.ts'
import { FalsePositiveDialog } from './false-positive.tsx'
import { markdownOf } from './markdown.ts'
import { useIncidentScreenMessages } from './messages.ts'
import { usePagingMessages } from './page-messages.ts'
import { PagePersonDialog } from './page-person.tsx'

export function Actions({ incident }: { incident: Incident }) {
  const t = useIncidentScreenMessages()
  const pagingTexts = usePagingMessages()
  const { id, status } = incident
  const mayWrite = useCan()('member')
  const [busy, act] = useIncidentAction(id)
  const [asking, setAsking] = useState<'false alarm' | 'page' | null>(null)
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
        <Button weight="alarm" busy={busy} hint="A" onClick={acknowledge}>
          {t.mine}
        </Button>
      )}
      {mayWrite && isOpen && <Button onClick={() => void resolve()}>{t.resolve}</Button>}
      {mayWrite && !incident.false_positive && <Button onClick={() => setAsking('false alarm')}>{t.falseAlarm}</Button>}
      <Menu label={t.more} items={moreItems()} />
      {asking === 'false alarm' && <FalsePositiveDialog incident={incident} onClose={close} />}
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
    const page: MenuItem = { label: pagingTexts.somebody, icon: 'bell', run: () => setAsking('page') }
    return [
      ...(isOpen ? [page] : []),
      ...(isOpen || incident.maintenance_window_id ? [] : [wasMaintenance]),
      ...(incident.false_positive ? [withdraw] : []),
      ...reading,
    ]
  }
}
