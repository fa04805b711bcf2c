import { useFormat } from '../../format/use-format.ts'
import { usePreferences } from '../../preferences.ts'
import { useReportMessages } from './messages.ts'
import { type PeriodChoice, addMonths } from './period.ts'

/** “October”, with the year if it is not the current one. */
export function useMonthName(): (month: string, withYear?: boolean) => string {
  const { language } = usePreferences()
  return (month, withYear = month.slice(0, 4) !== String(new Date().getFullYear())) =>
    new Intl.DateTimeFormat(language, {
      month: 'long',
      timeZone: 'UTC',
      ...(withYear && { year: 'numeric' }),
    }).format(new Date(`${month}-15T00:00:00Z`))
}

/** The names of the period and of the one before. */
export function usePeriodNames({ period, month }: PeriodChoice): { name: string; before: string } {
  const t = useReportMessages()
  const monthName = useMonthName()
  if (period === 'month') return { name: monthName(month), before: monthName(addMonths(month, -1)) }
  return { name: t.last[period], before: t.previousDays[period] }
}

const maxMinutes = 600

/** “17 of 43 min”; longer budgets in hours and days. */
export function useBudgetText(): (usedSeconds: number, totalSeconds: number) => string {
  const t = useReportMessages()
  const format = useFormat()
  return (used, total) => {
    const minutes = (seconds: number): string => format.number(Math.round(seconds / 60))
    return total / 60 < maxMinutes && used / 60 < maxMinutes
      ? t.minutesOf(minutes(used), minutes(total))
      : t.timeOf(format.duration(used), format.duration(total))
  }
}
