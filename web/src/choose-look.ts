import { client } from './api.ts'
import { createInOrder } from './in-order.ts'
import { type Look, beginChoice, changeLook } from './look.ts'

// One after the other: what was chosen last is what the server remembers.
const tell = createInOrder()

/** At once here; the server remembers it for the person. */
export function chooseLook({ zone, ...rest }: Partial<Omit<Look, 'sidebar'>>): void {
  changeLook({ ...rest, ...(zone !== undefined && { zone }) })
  const body = { ...rest, ...(zone !== undefined && { timezone: zone }) }
  void tell(() => client.patch('/dashboard/preferences', { body })).finally(beginChoice())
}
