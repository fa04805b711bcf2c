import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder that this program runs from. */
export const installationFolder = realpathSync(fileURLToPath(new URL('../../../', import.meta.url)))
