// What incidents probably mean, in German, by the English text that is stored with the incident.
import { browsers } from './browsers.ts'
import { causes } from './causes.ts'
import { files } from './files.ts'
import { integrity } from './integrity.ts'
import { mail } from './mail.ts'
import { mailPolicy } from './mail-policy.ts'
import { names } from './names.ts'
import { network } from './network.ts'
import { programs } from './programs.ts'
import { reports } from './reports.ts'
import { services } from './services.ts'
import { sites } from './sites.ts'
import { web } from './web.ts'

export const diagnoses: Readonly<Record<string, string>> = {
  ...browsers,
  ...causes,
  ...files,
  ...integrity,
  ...mail,
  ...mailPolicy,
  ...names,
  ...network,
  ...programs,
  ...reports,
  ...services,
  ...sites,
  ...web,
}
