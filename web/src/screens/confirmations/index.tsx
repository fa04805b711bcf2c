// What assistants asked people to confirm.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Confirmation } from '../../api-types.ts'
import { useList } from '../../api.ts'
import { PageHead } from '../../frame/page-head.tsx'
import { Card } from '../../parts/card.tsx'
import { StatusWord } from '../../parts/status-mark.tsx'
import { RelativeTime } from '../../parts/time.tsx'
import { markOf, useRequester } from './requester.ts'
import { useConfirmationMessages } from './messages.ts'
import { EmptyState, PagedResult } from '../../parts/content-states.tsx'

export function Screen(): ReactNode {
  const t = useConfirmationMessages()
  const query = useList('/dashboard/confirmations')
  const waiting = query.data?.filter(({ status }) => status === 'pending').length
  const title = waiting ? t.waiting(waiting) : t.noneWaiting
  return (
    <>
      <PageHead title={query.data ? title : t.confirmations}>{t.context}</PageHead>
      <div className="stack">
        <PagedResult query={query} what={t.failed} empty={<EmptyState title={t.none} text={t.noneGives} />}>
          {(data) => (
            <Card flush>
              <ul className="list">
                {data.map((confirmation) => (
                  <Line key={confirmation.id} confirmation={confirmation} />
                ))}
              </ul>
            </Card>
          )}
        </PagedResult>
      </div>
    </>
  )
}

function Line({ confirmation }: { confirmation: Confirmation }) {
  const t = useConfirmationMessages()
  const { id, summary, status, created_at: created, expires_at: expires } = confirmation
  return (
    <li>
      <span className="min-w-0">
        <Link className="strong" to="/confirmations/$id" params={{ id }}>
          {summary}
        </Link>
        <span className="sub">
          {useRequester(confirmation)} · <RelativeTime at={created} />
          {status === 'pending' && (
            <>
              {' '}
              · <RelativeTime at={expires} prefix={t.expires} />
            </>
          )}
        </span>
      </span>
      <span className="at">
        <StatusWord status={markOf[status]}>{t.statuses[status]}</StatusWord>
      </span>
    </li>
  )
}
