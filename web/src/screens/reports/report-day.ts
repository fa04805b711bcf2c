import { formatDay } from '../../format/time.ts'
import { usePreferences } from '../../preferences.ts'

/** Names a date of the report, which is already in its time zone. */
export function useDayName(): (date: string) => string {
  const { language } = usePreferences()
  return (date) => formatDay(new Date(date), { language, zone: 'UTC' }, new Date())
}
