import { useState } from 'react'
import type { Incident } from '../../../../sdk/api.ts'
import { client } from '../../api.ts'
import { confirm } from '../../frame/confirm.tsx'
import { toast } from '../../frame/toasts.tsx'
import { useVerbs } from '../../frame/verbs.ts'
import { useMessages } from '../../messages.ts'
import { Button } from '../../parts/button.tsx'
import { Menu, type MenuItem } from '../../parts/menu.tsx'
import { useCan } from '../../session.ts'
import { useAct } from './act.ts'
import { FalseAlarm } from './false-alarm.tsx'
import { markdownOf } from './markdown.ts'
import { words } from './messages.ts'
import { pageWords } from './page-messages.ts'
import { PageSomebody } from './page-somebody.tsx'

export function Actions({ incident }: { incident: Incident }) {
  const say = useMessages(words)
  const ofPages = useMessages(pageWords)
  const { id, status } = incident
  const mayWrite = useCan()('member')
  const [busy, act] = useAct(id)
  const [asking, setAsking] = useState<'false alarm' | 'page' | null>(null)
  const close = (): void => setAsking(null)
  const params = { id }
  const acknowledge = (): void => act(() => client.post('/incidents/{id}/acknowledge', { params }))
  const resolve = async (): Promise<void> => {
    const question = { title: say.resolveTitle(id), text: say.resolveText, verb: say.resolveVerb }
    if (await confirm(question)) act(() => client.post('/incidents/{id}/resolve', { params }))
  }
  const isOpen = status !== 'resolved'
  useVerbs(
    mayWrite && status === 'firing' ? [{ label: say.acknowledge(id), keys: 'a', icon: 'check', run: acknowledge }] : [],
  )
  return (
    <>
      {mayWrite && status === 'firing' && (
        <Button weight="alarm" busy={busy} hint="A" onClick={acknowledge}>
          {say.mine}
        </Button>
      )}
      {mayWrite && isOpen && <Button onClick={() => void resolve()}>{say.resolve}</Button>}
      {mayWrite && !incident.false_positive && (
        <Button onClick={() => setAsking('false alarm')}>{say.falseAlarm}</Button>
      )}
      <Menu label={say.more} items={moreItems()} />
      {asking === 'false alarm' && <FalseAlarm incident={incident} onClose={close} />}
      {asking === 'page' && <PageSomebody incidentId={id} onClose={close} />}
    </>
  )

  function moreItems(): MenuItem[] {
    const copy = (text: string): void =>
      void navigator.clipboard.writeText(text).then(() => toast({ text: say.copied }))
    const reading: MenuItem[] = [
      { label: say.copyLink, icon: 'link', run: () => copy(location.origin + location.pathname) },
      { label: say.copyMarkdown, icon: 'copy', run: () => copy(markdownOf(incident, location.origin)) },
    ]
    if (!mayWrite) return reading
    const wasMaintenance: MenuItem = {
      label: say.markMaintenance,
      icon: 'wrench',
      run: () => act(() => client.post('/incidents/{id}/mark-maintenance', { params }), say.markedMaintenance),
    }
    const withdraw: MenuItem = {
      label: say.withdraw,
      icon: 'refresh',
      run: () => act(() => client.delete('/incidents/{id}/false-positive', { params }), say.withdrawn),
    }
    const page: MenuItem = { label: ofPages.somebody, icon: 'bell', run: () => setAsking('page') }
    return [
      ...(isOpen ? [page] : []),
      ...(isOpen || incident.maintenance_window_id ? [] : [wasMaintenance]),
      ...(incident.false_positive ? [withdraw] : []),
      ...reading,
    ]
  }
}
