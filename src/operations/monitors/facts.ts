import { isDeepStrictEqual } from 'node:util'
import { namedFields } from '../../domain/fields/monitor-fields.ts'
import type { MonitorSettings } from '../../domain/monitor.ts'

/** The fields of a monitor that the activity log shows, without the ping address, which is a secret. */
export const monitorFacts = (monitor: MonitorSettings): object =>
  Object.fromEntries(
    namedFields.map(({ property, response, default: usual }) => {
      const value = monitor[property]
      // Null, so that the log of an ordinary monitor does not mention what it does not use.
      return [response, isNothing(usual) && isDeepStrictEqual(value, usual) ? null : value]
    }),
  )

const isNothing = (usual: unknown): boolean =>
  usual === false || (typeof usual === 'object' && usual !== null && Object.values(usual).flat().length === 0)
