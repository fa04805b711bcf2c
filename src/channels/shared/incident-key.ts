import type { Alert } from '../../domain/notifying/alert.ts'
import { eventId } from './event.ts'

/**
 * What a receiver that keeps incidents of its own knows this one by. Every test has a key to itself, so that a second
 * one is not taken for a repeat of the first, which may be open still.
 */
export function incidentKey(alert: Alert, dedupKey: string): string {
  return alert.test ? `lapwing-test-${eventId(alert, dedupKey)}` : dedupKey
}
