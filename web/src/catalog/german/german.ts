// The catalog in German, by the English text, so that a changed English text needs a new translation.
// `type|text` is for a text that means something else there.
import { browsers } from './browsers.ts'
import { calls } from './calls.ts'
import { chats } from './chats.ts'
import { choices } from './choices.ts'
import { common } from './common.ts'
import { databases } from './databases.ts'
import { diagnoses } from './diagnoses/diagnoses.ts'
import { evidence } from './evidence.ts'
import { files } from './files.ts'
import { heartbeat } from './heartbeat.ts'
import { host } from './host.ts'
import { integrity } from './integrity.ts'
import { mail } from './mail.ts'
import { mailPolicy } from './mail-policy.ts'
import { names } from './names.ts'
import { network } from './network.ts'
import { pagers } from './pagers.ts'
import { germanProblem } from './problems.ts'
import { pushes } from './pushes.ts'
import { services } from './services.ts'
import { queues } from './queues.ts'
import { sites } from './sites.ts'
import { talk } from './talk.ts'
import { web } from './web.ts'
import { evidenceName } from '../evidence-names.ts'
import type { Translation } from '../translation.ts'

export const families = [
  common,
  choices,
  web,
  talk,
  services,
  sites,
  integrity,
  network,
  names,
  mail,
  mailPolicy,
  files,
  databases,
  queues,
  browsers,
  heartbeat,
  host,
  chats,
  pushes,
  calls,
  pagers,
  diagnoses,
].map((family): Readonly<Record<string, string>> => family)

const texts = new Map(families.flatMap((family) => Object.entries(family)))
const parts = new Map(Object.entries(evidence))

export const german: Translation = {
  text: (text, type) => texts.get(`${type}|${text}`) ?? texts.get(text) ?? text,
  evidence: (key) => parts.get(key) ?? evidenceName(key),
  problem: germanProblem,
}
