// A box without a browser: what stands in bubblewrap's place writes frames of its own, as a hostile script can.
// Everything else is real.
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserInstallation } from '../../../src/browsers/find.ts'

const program = new URL('./hostile-frames.ts', import.meta.url).pathname

/** The script of the check says in a comment which attack it is: `// attack: nesting`. */
export function fakeInstallation(folder: string): BrowserInstallation {
  const bubblewrap = join(folder, 'bwrap')
  writeFileSync(bubblewrap, `#!/bin/sh\nexec '${process.execPath}' '${program}'\n`)
  chmodSync(bubblewrap, 0o755)
  const chromium = join(folder, 'chromium')
  writeFileSync(chromium, '')
  return { bubblewrap, chromium, node: process.execPath, asRoot: false, programs: [], hidden: [] }
}
