// One entry per measured type: a server to check, and the same session in the fewest lines of a bare client.
import { apis } from './apis.ts'
import type { Entry } from './entry.ts'
import { data } from './data.ts'
import { files } from './files.ts'
import { integrity } from './integrity.ts'
import { mail } from './mail.ts'
import { names } from './names.ts'
import { network } from './network.ts'
import { services } from './services.ts'
import { queues } from './queues.ts'
import { sites } from './sites.ts'
import { web } from './web.ts'

export const entries: readonly Entry[] = [
  ...web,
  ...services,
  ...sites,
  ...integrity,
  ...apis,
  ...network,
  ...mail,
  ...queues,
  ...files,
  ...data,
  ...names,
]
