// The period of a report and the one before it, as the API takes them.
export const periodNames = ['month', '7d', '30d', '90d'] as const
export type PeriodName = (typeof periodNames)[number]

export interface PeriodChoice {
  readonly period: PeriodName
  /** Such as 2026-10; used if the period is a month. */
  readonly month: string
}

export type PeriodQuery =
  | { readonly period: 'month'; readonly month: string }
  | { readonly period: '7d' | '30d' | '90d' }
  | { readonly period: 'custom'; readonly from: string; readonly to: string }

export const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text)

/** The month in a time zone, such as 2026-10. */
export function monthAt(now: Date, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit' }).formatToParts(
    now,
  )
  const of = (type: string): string => parts.find((part) => part.type === type)!.value
  return `${of('year')}-${of('month')}`
}

export function addMonths(month: string, count: number): string {
  const [year, number] = month.split('-').map(Number)
  const moved = new Date(Date.UTC(year!, number! - 1 + count, 1))
  return moved.toISOString().slice(0, 7)
}

export const queryOfPeriod = ({ period, month }: PeriodChoice): PeriodQuery =>
  period === 'month' ? { period, month } : { period }

/** The same length of time before; days come from the report itself, because its first day may have any length. */
export function previousPeriod(choice: PeriodChoice, firstDay: string): PeriodQuery {
  if (choice.period === 'month') return { period: 'month', month: addMonths(choice.month, -1) }
  const days = Number.parseInt(choice.period, 10)
  return { period: 'custom', from: addDays(firstDay, -days), to: addDays(firstDay, -1) }
}

function addDays(date: string, count: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
}
