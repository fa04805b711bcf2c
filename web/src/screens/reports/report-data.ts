// Queries of the report screen.
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { Report } from '../../api-types.ts'
import { client, useResource } from '../../api.ts'
import { useNow } from '../../format/now.ts'
import { useSession } from '../../session.ts'
import { splitList, useChoices } from '../../url.ts'
import {
  type PeriodChoice,
  type PeriodQuery,
  isMonth,
  monthAt,
  periodNames,
  previousPeriod,
  queryOfPeriod,
} from './period.ts'

const usualTarget = '99.9'

export interface ReportChoice extends PeriodChoice {
  readonly tags: string
  readonly target: string
}

export function useReportChoice() {
  const { organization } = useSession()
  const thisMonth = monthAt(useNow(60), organization.timezone)
  const [chosen, choose] = useChoices({ period: 'month', month: thisMonth, tags: '', target: usualTarget })
  const choice: ReportChoice = {
    ...chosen,
    period: periodNames.find((name) => name === chosen.period) ?? 'month',
    month: isMonth(chosen.month) ? chosen.month : thisMonth,
    target: Number(chosen.target) > 0 && Number(chosen.target) <= 100 ? chosen.target : usualTarget,
  }
  return { choice, choose, thisMonth }
}

const filtersOf = ({ tags, target }: ReportChoice) => ({
  tags: splitList(tags).join(',') || undefined,
  sla_target: Number(target),
})

function reportQuery(choice: ReportChoice, period: PeriodQuery) {
  const path = '/reports'
  const query = { ...period, ...filtersOf(choice) }
  return queryOptions({
    queryKey: [path, query],
    queryFn: ({ signal }): Promise<Report> => client.get(path, { query, signal }),
  })
}

export const useReport = (choice: ReportChoice) =>
  useQuery({ ...reportQuery(choice, queryOfPeriod(choice)), placeholderData: keepPreviousData })

/** Undefined also if nothing was monitored then, or the plan does not keep that time. */
export function usePreviousReport(choice: ReportChoice, report: Report): Report | undefined {
  const firstDay = report.monitors[0]?.daily[0]?.date
  const period = previousPeriod(choice, firstDay ?? '2026-01-01')
  const { data } = useQuery({ ...reportQuery(choice, period), enabled: firstDay !== undefined, retry: false })
  return (data?.summary.uptime_percent ?? null) === null ? undefined : data
}

/** The URL of the report in another format; reading needs only the session cookie. */
export function exportUrl(choice: ReportChoice, format: 'csv' | 'pdf'): string {
  const query = { ...queryOfPeriod(choice), ...filtersOf(choice), format }
  const params = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return `/app/reports?${new URLSearchParams(params)}`
}

export function useTags(): readonly { value: string; label: string; count: number }[] {
  const { data } = useResource('/dashboard/monitors', { query: { limit: 1 } })
  return (data?.facets?.tag ?? []).map(({ value, count }) => ({ value, label: value, count }))
}
