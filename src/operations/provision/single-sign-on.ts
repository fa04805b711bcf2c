// Single sign-on of the provision file. What leaves the file stays: its people would have no way to sign in.
import { isDeepStrictEqual } from 'node:util'
import { clientSecretContext } from '../../domain/people/open-id.ts'
import { openReadable } from '../../domain/vault.ts'
import { lockSingleSignOn, putSingleSignOn } from '../../store/accounts/single-sign-on.ts'
import type { Database } from '../../store/database/database.ts'
import { draftOf } from '../people/single-sign-on/settings.ts'
import type { OrganizationProvision } from './context.ts'
import type { ProvisionedOrganization } from './schema.ts'

/** It is required only once somebody has tested it. Returns whether anything changed. */
export async function applySingleSignOn(
  tx: Database,
  settings: ProvisionedOrganization['singleSignOn'],
  { organizationId, services: { vault, log }, now, path }: OrganizationProvision,
): Promise<boolean> {
  if (!settings) return false
  const before = await lockSingleSignOn(tx, organizationId)
  const secret = before && openReadable(vault, before.secrets, clientSecretContext(organizationId))
  const isSameClient = before?.issuer === settings.issuer && before.clientId === settings.clientId
  const { clientSecret, ...rest } = settings
  const body = isSameClient && secret === clientSecret ? rest : settings
  const draft = draftOf(body, before, { organizationId, vault })
  if (draft.required && draft.testedAt === null)
    log.warn(`${path}.singleSignOn: required only from the first start after a successful test sign-in`)
  const wanted = { ...draft, required: draft.required && draft.testedAt !== null }
  if (before && isDeepStrictEqual({ ...before, ...wanted }, before)) return false
  await putSingleSignOn(tx, organizationId, wanted, now)
  return true
}
