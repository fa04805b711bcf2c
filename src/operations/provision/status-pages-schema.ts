// The schemas of status pages in the provision file.
import { z } from 'zod'
import { isReservedSlug } from '../../domain/status-page/slug.ts'
import { serviceOf } from '../../domain/status-page/third-party.ts'
import { componentDraft } from '../status-pages/component-drafts.ts'
import { hostName } from '../status-pages/hosts.ts'
import { createBody, maxComponents } from '../status-pages/schema.ts'
import { withoutDuplicates } from './no-duplicates.ts'

const component = componentDraft
  .omit({ id: true })
  .extend({ monitorIds: z.array(z.string().max(200)).max(500).default([]) })
  .refine(({ thirdParty }) => !thirdParty || serviceOf(thirdParty.serviceSlug) !== undefined, {
    path: ['thirdParty', 'serviceSlug'],
    error: 'is not a known service',
  })

const statusPage = createBody
  .omit({ components: true })
  .extend({
    password: z.string().min(8).max(256).optional(),
    hosts: z.array(hostName).max(20).default([]),
    components: withoutDuplicates(z.array(component).max(maxComponents), ['name']).default([]),
  })
  .refine(({ slug }) => !isReservedSlug(slug), { path: ['slug'], error: 'is reserved; choose another one' })

export const statusPages = withoutDuplicates(z.array(statusPage), ['slug']).default([])
export type ProvisionedPage = z.output<typeof statusPage>
