// One status page: what visitors see, and everything about it that can be changed.
import './status-page.css'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { StatusPageEdited } from '../../api-types.ts'
import { ApiError, useResource } from '../../api.ts'
import { NotFound } from '../../frame/not-found.tsx'
import { PageHead } from '../../frame/page-head.tsx'
import { Tabs } from '../../parts/choose.tsx'
import { ErrorState, Skeleton } from '../../parts/content-states.tsx'
import { ManagedNote } from '../../parts/managed-note.tsx'
import { useCan } from '../../session.ts'
import { AccessTab } from './access/access.tsx'
import { AnnouncementsTab } from './announcements/announcements.tsx'
import { ComponentList } from './components/component-list.tsx'
import { EmbedTab } from './embed.tsx'
import { AppearanceForm } from './appearance/appearance-form.tsx'
import { useStatusPageMessages } from './messages.ts'
import { StatusPageHead } from './page-head.tsx'
import { Preview } from './preview.tsx'
import { PublishBar } from './publish-bar.tsx'
import { SubscribersTab } from './subscribers/subscribers.tsx'
import { type PageEditing, usePageDraft } from './use-page-draft.ts'

const tabs = ['components', 'look', 'announcements', 'subscribers', 'access', 'embed'] as const
type TabName = (typeof tabs)[number]

const isTab = (name: string): name is TabName => (tabs as readonly string[]).includes(name)

export function Screen(): ReactNode {
  const t = useStatusPageMessages()
  const { id = '', tab = 'components' } = useParams({ strict: false })
  const page = useResource('/status-pages/{id}/draft', { params: { id } })
  if (!isTab(tab)) return <NotFound />
  if (page.error instanceof ApiError && [400, 404].includes(page.error.status)) return <NotFound />
  if (page.data) return <StatusPageView key={id} page={page.data} tab={tab} />
  if (page.isError) return <ErrorState error={page.error} what={t.couldNotLoad} onRetry={() => void page.refetch()} />
  return (
    <>
      <PageHead title={t.loading} />
      <Skeleton height="5rem" lines={3} />
    </>
  )
}

function StatusPageView({ page, tab }: { page: StatusPageEdited; tab: TabName }) {
  const t = useStatusPageMessages()
  const mayWrite = useCan()('member')
  const editing = usePageDraft(page)
  const counts: Partial<Record<TabName, number>> = {
    components: editing.draft.components.length,
    subscribers: page.subscriber_count,
  }
  return (
    <div className="status-page-screen">
      <StatusPageHead page={page} />
      <ManagedNote managed={page.managed} />
      <Tabs
        label={t.tabs}
        tabs={tabs.map((name) => ({
          label: t.tab[name],
          count: counts[name],
          current: name === tab,
          link: { to: '/status-pages/$id/$tab', params: { id: page.id, tab: name } },
        }))}
      />
      {(tab === 'components' || tab === 'look') && (
        <Editor page={page} editing={editing} tab={tab} mayWrite={mayWrite} />
      )}
      {tab === 'announcements' && <AnnouncementsTab page={page} mayWrite={mayWrite} />}
      {tab === 'subscribers' && <SubscribersTab page={page} mayWrite={mayWrite} />}
      {tab === 'access' && <AccessTab page={page} mayWrite={mayWrite} />}
      {tab === 'embed' && <EmbedTab page={page} />}
    </div>
  )
}

interface EditorProps {
  readonly page: StatusPageEdited
  readonly editing: PageEditing
  readonly tab: 'components' | 'look'
  readonly mayWrite: boolean
}

/** The two tabs whose changes visitors see after publishing. */
function Editor({ page, editing, tab, mayWrite }: EditorProps) {
  return (
    <>
      <div className="cols page-editor">
        {tab === 'components' ? (
          <ComponentList page={page} editing={editing} mayWrite={mayWrite} />
        ) : (
          <AppearanceForm page={page} editing={editing} mayWrite={mayWrite} />
        )}
        <Preview page={page} version={editing.version} />
      </div>
      {mayWrite && <PublishBar editing={editing} name={page.name} />}
    </>
  )
}
