// Reports by email: daily, weekly and monthly.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryFor } from '../../api.ts'
import { PageHead } from '../../frame/page-head.tsx'
import { useMessages } from '../../i18n.ts'
import { Callout } from '../../parts/card.tsx'
import { QueryResult } from '../../parts/content-states.tsx'
import { useSession } from '../../session.ts'
import { ReportTabs } from '../reports/report-tabs.tsx'
import { scheduleMessages } from './messages.ts'
import { ScheduleCard, cadences } from './schedule-card.tsx'

export function Screen(): ReactNode {
  const t = useMessages(scheduleMessages)
  const { organization, features } = useSession()
  const schedules = useQuery(queryFor('/reports/schedules'))
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
