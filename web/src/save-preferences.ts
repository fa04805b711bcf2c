import { client } from './api.ts'
import { createSerialQueue } from './serial-queue.ts'
import { type Preferences, startSaving, changePreferences } from './preferences.ts'

// One after the other: what was chosen last is what the server remembers.
const saveInOrder = createSerialQueue()

/** At once here; the server remembers it for the person. */
export function savePreferences({ zone, ...rest }: Partial<Omit<Preferences, 'sidebar'>>): void {
  changePreferences({ ...rest, ...(zone !== undefined && { zone }) })
  const body = { ...rest, ...(zone !== undefined && { timezone: zone }) }
  void saveInOrder(() => client.patch('/dashboard/preferences', { body })).finally(startSaving())
}
