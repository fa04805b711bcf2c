import { usePreferences } from '../../preferences.ts'
import { Button } from '../button.tsx'
import { useCalendarMessages } from './messages.ts'

interface CalendarNavProps {
  readonly onEarlier: () => void
  readonly onToday: () => void
  readonly onLater: () => void
}

export function CalendarNav({ onEarlier, onToday, onLater }: CalendarNavProps) {
  const t = useCalendarMessages()
  return (
    <span className="row">
      <Button small icon="back" aria-label={t.earlier} onClick={onEarlier} />
      <Button small label={t.today} onClick={onToday} />
      <Button small icon="forward" aria-label={t.later} onClick={onLater} />
    </span>
  )
}

/** Formats a date such as `2026-11-17`, which has no time zone. */
export function useDateText(): (date: string, options: Intl.DateTimeFormatOptions) => string {
  const { language } = usePreferences()
  const locale = language === 'de' ? 'de-DE' : 'en-GB'
  return (date, options) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(Date.parse(date))
}
