import type { StatusPageEdited } from '../../api-types.ts'
import { PageHead } from '../../frame/page-head.tsx'
import { ButtonLink } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { RelativeTime } from '../../parts/time.tsx'
import { useCan } from '../../session.ts'
import { useStatusPageMessages } from './messages.ts'

export function StatusPageHead({ page }: { page: StatusPageEdited }) {
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
              to="/status-pages/$id/$tab"
              params={{ id: page.id, tab: 'announcements' }}
              search={{ write: '1' }}
            >
              {t.write}
            </ButtonLink>
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
    if (bad > 0) return t.troubled(bad, own.length)
    return page.components.every(({ status }) => status === 'up')
      ? t.allUp(page.components.length)
      : t.some(page.components.length)
  }
}
