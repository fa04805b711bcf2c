// The ways in which the user is paged, each with a test.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryFor } from '../../api.ts'
import { useChannelKinds } from '../../catalog/catalog.ts'
import { useCommands } from '../../frame/commands.ts'
import { NoPermission } from '../../frame/not-found.tsx'
import { PageHead } from '../../frame/page-head.tsx'
import { useMessages } from '../../i18n.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { EmptyState, QueryResult } from '../../parts/content-states.tsx'
import { useCan } from '../../session.ts'
import { MyFeed } from '../on-call/feed-dialog.tsx'
import { OnCallTabs } from '../on-call/on-call-tabs.tsx'
import { methodMessages } from './messages.ts'
import { MethodCard } from './method-card.tsx'
import { MethodForm } from './method-form.tsx'

export function Screen() {
  return useCan()('member') ? <Methods /> : <NoPermission />
}

function Methods() {
  const t = useMessages(methodMessages)
  const methods = useQuery(queryFor('/dashboard/contact-methods'))
  const kinds = useChannelKinds()
  const [isAdding, setAdding] = useState(false)
  const add = (): void => setAdding(true)
  useCommands([{ label: t.add, keys: 'c', icon: 'plus', run: add }])
  const count = methods.data?.data.length
  const title = count === undefined ? t.heading : count === 0 ? t.none : t.title(count)
  const button = (
    <Button weight="primary" icon="plus" onClick={add}>
      {t.add}
    </Button>
  )
  return (
    <>
      <PageHead title={title} actions={count !== 0 && button}>
        {count !== undefined && count > 0 && t.context}
      </PageHead>
      <OnCallTabs />
      <QueryResult query={methods} what={t.couldNotLoad}>
        {({ data }) => (
          <div className="stack">
            {data.length === 0 && (
              <EmptyState title={t.emptyTitle} action={button}>
                {t.emptyText}
              </EmptyState>
            )}
            <div className="card-grid">
              {data.map((method) => (
                <MethodCard
                  key={method.id}
                  method={method}
                  kind={kinds.data?.find(({ type }) => type === method.type)?.name ?? method.type}
                />
              ))}
            </div>
            <Card title={t.feed}>
              <div className="stack">
                <p className="muted">{t.feedText}</p>
                <MyFeed />
              </div>
            </Card>
          </div>
        )}
      </QueryResult>
      {isAdding && kinds.data && <MethodForm kinds={kinds.data} onClose={() => setAdding(false)} />}
    </>
  )
}
