// The variables of organizations, for types that use them. They are read for each check, so that a change takes effect
// at once.
import { findCheck } from '../../checks/index.ts'
import type { Variables } from '../../checks/run.ts'
import { variableContext } from '../../domain/checking/variable.ts'
import { SecretUnreadable, type Vault, openReadable } from '../../domain/vault.ts'
import { type SealedVariable, variablesOfMonitors, variablesOfOrganization } from '../../store/checking/variables.ts'
import type { TryRun } from '../../store/checking/tries.ts'
import type { Turn } from '../../store/checking/turns.ts'
import type { Database } from '../../store/database/database.ts'

interface VariableServices {
  readonly store: Database
  readonly vault: Vault
}

interface VariableQuery {
  readonly turns: readonly Turn[]
  readonly plans: ReadonlyMap<number, { readonly type: string }>
}

export interface CheckVariables {
  readonly values?: Variables
  /** Why they cannot be read. */
  readonly problem?: string
}

const usesVariables = (type: string | undefined): boolean => findCheck(type ?? '')?.usesVariables ?? false

/** By monitor number. */
export async function variablesFor(
  { store, vault }: VariableServices,
  { turns, plans }: VariableQuery,
): Promise<ReadonlyMap<number, CheckVariables>> {
  const theirs = turns.filter(({ monitorNumber }) => usesVariables(plans.get(monitorNumber)?.type))
  const numbers = [...new Set(theirs.map(({ monitorNumber }) => monitorNumber))]
  if (numbers.length === 0) return new Map()
  const sealed = Map.groupBy(await variablesOfMonitors(store, numbers), ({ monitorNumber }) => monitorNumber)
  return new Map(numbers.map((number) => [number, opened(vault, sealed.get(number) ?? [])]))
}

export async function variablesForTry(
  { store, vault }: VariableServices,
  { organizationId, type, tryId, variables }: Pick<TryRun, 'organizationId' | 'type' | 'tryId' | 'variables'>,
): Promise<CheckVariables> {
  if (!usesVariables(type)) return {}
  const ofOrganization = opened(vault, await variablesOfOrganization(store, organizationId))
  if (ofOrganization.problem || !variables) return ofOrganization
  const own = openReadable(vault, variables, tryId)
  if (own === null) return { problem: 'the variables of this run were encrypted with a key that is gone; try again' }
  return { values: { ...ofOrganization.values, ...(JSON.parse(own) as Variables) } }
}

function opened(vault: Vault, sealed: readonly SealedVariable[]): CheckVariables {
  try {
    const values = sealed.map(({ id, name, secrets }) => [name, vault.open(secrets, variableContext(id))])
    return { values: Object.fromEntries(values) as Variables }
  } catch (error) {
    if (error instanceof SecretUnreadable) return { problem: error.message }
    throw error
  }
}
