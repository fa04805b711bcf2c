import { client } from './api.ts'
import { createSerialQueue } from './serial-queue.ts'
import { type Preferences, startSaving, changePreferences, isSavedOnServer } from './preferences.ts'

// One request after the other, so that the last choice wins on the server.
const saveInOrder = createSerialQueue()

/** Applies the preferences immediately and saves them on the server, unless the session may not change them there. */
export function savePreferences({ zone, ...rest }: Partial<Omit<Preferences, 'sidebar'>>): void {
  changePreferences({ ...rest, ...(zone !== undefined && { zone }) })
  if (!isSavedOnServer()) return
  const body = { ...rest, ...(zone !== undefined && { timezone: zone }) }
  void saveInOrder(() => client.patch('/dashboard/preferences', { body })).finally(startSaving())
}
