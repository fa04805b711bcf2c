import type { Alert } from '../../domain/notifying/alert.ts'
import { eventId } from './event.ts'

/**
 * The key that identifies the incident in receivers with their own incidents. Each test has a new key, so that
 * receivers do not merge it with an earlier test that is still open.
 */
export function incidentKey(alert: Alert, dedupKey: string): string {
  return alert.test ? `lapwing-test-${eventId(alert, dedupKey)}` : dedupKey
}
