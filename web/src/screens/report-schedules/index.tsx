// Reports by email: daily, weekly and monthly.
import type { ReactNode } from 'react'
import { useResource } from '../../api.ts'
import { PageHead } from '../../frame/page-head.tsx'
import { Callout } from '../../parts/card.tsx'
import { QueryResult } from '../../parts/content-states.tsx'
import { useSession } from '../../session.ts'
import { ReportTabs } from '../reports/report-tabs.tsx'
import { useScheduleMessages } from './messages.ts'
import { ScheduleCard, cadences } from './schedule-card.tsx'

export function Screen(): ReactNode {
  const t = useScheduleMessages()
  const { organization, features } = useSession()
  const schedules = useResource('/reports/schedules')
  const { data } = schedules
  return (
    <>
      <PageHead title={data ? t.title(cadences.filter((cadence) => data[cadence].enabled).length) : t.loading}>
        {t.context(organization.timezone)}
      </PageHead>
      <div className="stack">
        <ReportTabs current="schedules" />
        {!features.mail && <Callout tone="degraded">{t.noMail}</Callout>}
        <QueryResult query={schedules} what={t.couldNotLoad}>
          {(settings) => (
            <div className="card-grid">
              {cadences.map((cadence) => (
                <ScheduleCard key={cadence} cadence={cadence} schedule={settings[cadence]} />
              ))}
            </div>
          )}
        </QueryResult>
      </div>
    </>
  )
}
