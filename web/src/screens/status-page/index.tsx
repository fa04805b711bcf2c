// One status page: what visitors see, and everything about it that can be changed.
import './status-page.css'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { StatusPageEdited } from '../../api-types.ts'
import { ApiError, useResource } from '../../api.ts'
import { NotFound } from '../../frame/not-found.tsx'
import { PageHead } from '../../frame/page-head.tsx'
import { Tabs, Segments } from '../../parts/choose.tsx'
import { ErrorState, Skeleton } from '../../parts/content-states.tsx'
import { ManagedNote } from '../../parts/managed-note.tsx'
import { useCan } from '../../session.ts'
import { AccessTab } from './access/access.tsx'
import { AnnouncementsTab } from './announcements/announcements.tsx'
import { ComponentList } from './components/component-list.tsx'
import { EmbedTab } from './embed.tsx'
import { AppearanceForm } from './appearance/appearance-form.tsx'
import { useStatusPageMessages } from './messages.ts'
import { PublishBar } from './publish-bar.tsx'
import { SubscribersTab } from './subscribers/subscribers.tsx'
import { type PageEditing, usePageDraft } from './use-page-draft.ts'
import { ButtonLink } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { RelativeTime } from '../../parts/time.tsx'
import { Card } from '../../parts/card.tsx'
import { type PageLanguage, pageLanguages } from './languages.ts'
import { usePreviewMessages } from './preview-messages.ts'
import { Select, Switch } from '../../parts/form/field.tsx'

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
    <>
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
    </>
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

function StatusPageHead({ page }: { page: StatusPageEdited }) {
  const t = useStatusPageMessages()
  const mayWrite = useCan()('member')
  const facts = [
    page.public ? t.isPublic : t.isPrivate,
    ...(page.password_protected ? [t.hasPassword] : []),
    t.subscribers(page.subscriber_count),
  ]
  return (
    <PageHead
      title={titleOf()}
      crumbs={[{ label: t.pages, link: { to: '/status-pages' } }, { label: page.name }]}
      actions={
        <>
          <a className="btn" href={page.url} target="_blank" rel="noreferrer">
            <Icon name="link" size={14} />
            {t.view}
          </a>
          {mayWrite && (
            <ButtonLink
              icon="send"
              label={t.write}
              to="/status-pages/$id/$tab"
              params={{ id: page.id, tab: 'announcements' }}
              search={{ write: '1' }}
            />
          )}
        </>
      }
    >
      {page.url.replace(/^https?:\/\//, '')} · {facts.join(' · ')} ·{' '}
      <RelativeTime at={page.updated_at} prefix={t.changed} />
    </PageHead>
  )

  function titleOf(): string {
    if (!page.public) return t.hidden
    const own = page.components.filter(({ third_party }) => !third_party)
    if (page.components.length === 0) return t.empty
    const bad = own.filter(({ status }) => status === 'down' || status === 'degraded').length
    if (bad > 0) return t.failing(bad, own.length)
    return page.components.every(({ status }) => status === 'up')
      ? t.allUp(page.components.length)
      : t.some(page.components.length)
  }
}

// The draft as visitors would see it. The server renders it; the frame runs no script.

interface PreviewProps {
  readonly page: StatusPageEdited
  readonly version: number
}

function Preview({ page, version }: PreviewProps) {
  const t = usePreviewMessages()
  const [width, setWidth] = useState<'desktop' | 'phone'>('desktop')
  const [theme, setTheme] = useState<'light' | 'dark'>('light')
  const [language, setLanguage] = useState<PageLanguage>(page.draft?.look.language ?? page.language)
  const [isOutage, setIsOutage] = useState(false)
  const query = new URLSearchParams({ format: 'html', theme, language, as: isOutage ? 'outage' : 'now' })
  return (
    <div className="page-preview">
      <Card title={t.title} end={t.hint} flush>
        <div className="preview-tools">
          <Segments
            label={t.width}
            value={width}
            onChange={setWidth}
            choices={[
              { value: 'desktop', label: t.desktop },
              { value: 'phone', label: t.phone },
            ]}
          />
          <Segments
            label={t.theme}
            value={theme}
            onChange={setTheme}
            choices={[
              { value: 'light', label: t.light },
              { value: 'dark', label: t.dark },
            ]}
          />
          <Select aria-label={t.language} value={language} options={pageLanguages} onChange={setLanguage} />
          <Switch label={t.outage} value={isOutage} onChange={setIsOutage} />
        </div>
        {isOutage && <p className="hint preview-note">{t.sample}</p>}
        {isLost(page.logo, theme) && (
          <p className="hint preview-note" role="status">
            {theme === 'dark' ? t.logoLostOnDark : t.logoLostOnLight}
          </p>
        )}
        <div className={`preview-frame ${width}`}>
          <iframe
            key={`${version} ${page.logo?.hash} ${page.logo?.dark?.hash}`}
            title={t.frame(page.name)}
            src={`/app/status-pages/${page.id}/preview?${query}`}
            sandbox=""
          />
        </div>
      </Card>
    </div>
  )
}

/** Whether the logo is hard to see on the background of a theme. */
const isLost = (logo: StatusPageEdited['logo'], theme: 'light' | 'dark'): boolean =>
  logo !== null && logo.fits !== 'both' && logo.fits !== theme && !(theme === 'dark' && logo.dark)
