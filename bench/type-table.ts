// One entry per type that is measured: a server to check, and the same session in the fewest lines of a bare client.
import type { Entry } from './type-entry.ts'
import { files } from './type-files.ts'
import { mail } from './type-mail.ts'
import { network } from './type-network.ts'
import { web } from './type-web.ts'

export const entries: readonly Entry[] = [...web, ...network, ...mail, ...files]
