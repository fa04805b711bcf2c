import type { Browsers } from './index.ts'
import { BrowserProgramFailed } from './program-failed.ts'

/** For machines without a browser, with the reason. */
export function noBrowsers(missing: string): Browsers {
  return {
    missing,
    run: async () => {
      throw new BrowserProgramFailed(`not checked: ${missing}`)
    },
  }
}
