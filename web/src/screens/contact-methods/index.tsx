// The ways in which the user is paged, beside the schedules.
import { useResource } from '../../api.ts'
import { NoPermission } from '../../frame/not-found.tsx'
import { PageHead } from '../../frame/page-head.tsx'
import { Card } from '../../parts/card.tsx'
import { useCan } from '../../session.ts'
import { MyFeed } from '../on-call/feed-dialog.tsx'
import { OnCallTabs } from '../on-call/on-call-tabs.tsx'
import { useAddMethod } from './add-method.tsx'
import { MyPagingCard } from './my-paging.tsx'
import { useMethodMessages } from './messages.ts'
import { Ways } from './ways.tsx'

export function Screen() {
  return useCan()('member') ? <Methods /> : <NoPermission />
}

function Methods() {
  const t = useMethodMessages()
  const count = useResource('/dashboard/contact-methods').data?.data.length
  const { button, dialog } = useAddMethod()
  const title = count ? t.title(count) : t.heading
  return (
    <>
      <PageHead title={title} actions={count !== 0 && button}>
        {count !== undefined && count > 0 && t.context}
      </PageHead>
      <OnCallTabs />
      <div className="stack">
        <MyPagingCard />
        <Ways action={button} />
        <Card title={t.feed} stack>
          <p className="muted">{t.feedText}</p>
          <MyFeed />
        </Card>
      </div>
      {dialog}
    </>
  )
}
