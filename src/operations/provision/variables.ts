// Variables of the provision file. Those removed from the file are deleted; existing ones with its names are replaced.
import { newId } from '../../domain/id.ts'
import { variableContext } from '../../domain/checking/variable.ts'
import { openReadable } from '../../domain/vault.ts'
import { deleteOtherProvisionedVariables, putVariable, variableNamed } from '../../store/checking/variables.ts'
import type { Database } from '../../store/database/database.ts'
import type { OrganizationProvision } from './context.ts'
import type { ProvisionedOrganization } from './schema.ts'

type ProvisionedVariable = ProvisionedOrganization['variables'][number]

/** Returns whether anything changed. */
export async function applyVariables(
  tx: Database,
  variables: readonly ProvisionedVariable[],
  of: OrganizationProvision,
): Promise<boolean> {
  const kept: string[] = []
  let changed = false
  for (const variable of variables) {
    const put = await applyVariable(tx, variable, of)
    kept.push(put.id)
    changed ||= put.changed
  }
  const removed = await deleteOtherProvisionedVariables(tx, of.organizationId, kept)
  return changed || removed > 0
}

async function applyVariable(
  tx: Database,
  { name, value }: ProvisionedVariable,
  { organizationId, services: { vault }, now }: OrganizationProvision,
): Promise<{ id: string; changed: boolean }> {
  const before = await variableNamed(tx, organizationId, name)
  const id = before?.id ?? newId(now)
  const context = variableContext(id)
  if (before?.provisioned && openReadable(vault, before.secrets, context) === value) return { id, changed: false }
  await putVariable(tx, organizationId, { id, name, secrets: vault.seal(value, context), provisioned: true }, now)
  return { id, changed: true }
}
