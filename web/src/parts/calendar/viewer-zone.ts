import { usePreferences } from '../../preferences.ts'
import { browserZone } from '../form/zone-field.tsx'

/** The time zone in which calendars are drawn. */
export function useViewerZone(): string {
  const { zone } = usePreferences()
  return zone ?? browserZone()
}
