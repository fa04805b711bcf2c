// A schedule of check-ins in words. Expressions that are not common stay as they are.
export type ScheduleWords =
  | { readonly kind: 'period'; readonly seconds: number }
  | { readonly kind: 'daily'; readonly time: string }
  | { readonly kind: 'weekdays'; readonly days: readonly number[]; readonly time: string }
  | { readonly kind: 'monthly'; readonly day: number; readonly time: string }
  | { readonly kind: 'expression'; readonly text: string }

interface CheckInSettings {
  readonly config: Readonly<Record<string, unknown>>
  readonly intervalSeconds: number
}

export function scheduleOf({ config, intervalSeconds }: CheckInSettings): ScheduleWords {
  const { scheduleType = 'simple', periodSeconds, cronExpression, onCalendar } = config
  if (scheduleType === 'cron') return cronWords(String(cronExpression ?? ''))
  if (scheduleType === 'oncalendar') return { kind: 'expression', text: String(onCalendar ?? '') }
  return { kind: 'period', seconds: typeof periodSeconds === 'number' ? periodSeconds : intervalSeconds }
}

const isNumber = (text: string): boolean => /^\d{1,2}$/.test(text)

function cronWords(expression: string): ScheduleWords {
  const text = expression.trim()
  const fields = text.split(/\s+/)
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields
  const [, everyMinutes] = /^\*\/(\d{1,2})$/.exec(minute) ?? []
  const isAnyDay = day === '*' && month === '*' && weekday === '*'
  if (fields.length !== 5) return { kind: 'expression', text }
  if (isAnyDay && hour === '*') {
    if (minute === '*') return { kind: 'period', seconds: 60 }
    if (everyMinutes && 60 % Number(everyMinutes) === 0) return { kind: 'period', seconds: Number(everyMinutes) * 60 }
    if (isNumber(minute)) return { kind: 'period', seconds: 3600 }
  }
  if (!isNumber(minute) || !isNumber(hour)) return { kind: 'expression', text }
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
  if (isAnyDay) return { kind: 'daily', time }
  if (day === '*' && month === '*' && daysIn(weekday)) return { kind: 'weekdays', days: daysIn(weekday)!, time }
  if (isNumber(day) && month === '*' && weekday === '*') return { kind: 'monthly', day: Number(day), time }
  return { kind: 'expression', text }
}

/** `1-5` and `1,3` as days, Sunday being 0; null for anything else. */
function daysIn(weekday: string): number[] | null {
  if (!/^[0-7](-[0-7])?(,[0-7](-[0-7])?)*$/.test(weekday)) return null
  const days = weekday.split(',').flatMap((part) => {
    const [from = 0, to = from] = part.split('-').map(Number)
    return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => (from + index) % 7)
  })
  return days.length > 0 ? days : null
}
