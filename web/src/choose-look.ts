import { client } from './api.ts'
import { type Look, changeLook } from './look.ts'

/** At once here; the server remembers it for the person. */
export function chooseLook({ zone, ...rest }: Partial<Omit<Look, 'sidebar'>>): void {
  changeLook({ ...rest, ...(zone !== undefined && { zone }) })
  const body = { ...rest, ...(zone !== undefined && { timezone: zone }) }
  void client.patch('/dashboard/preferences', { body }).catch(() => undefined)
}
