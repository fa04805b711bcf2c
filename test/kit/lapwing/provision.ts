// Applies a provision file to a database, without a running Lapwing.
import { applyProvision } from '../../../src/operations/provision/apply.ts'
import { readProvision } from '../../../src/operations/provision/read.ts'
import type { Services } from '../../../src/operations/registry/services.ts'
import type { Vault } from '../../../src/domain/vault.ts'
import type { Database } from '../../../src/store/database/database.ts'
import { onlyErrors } from '../log.ts'

export interface ProvisionParts {
  readonly now: Date
  readonly vault: Vault
  readonly allowPrivate?: boolean
  readonly origin?: string
}

export async function provision(
  db: Database,
  text: string,
  { now, vault, allowPrivate = false, origin = 'https://status.example.org' }: ProvisionParts,
): Promise<void> {
  const services: Partial<Services> = {
    clock: { now: () => now } as Services['clock'],
    log: onlyErrors,
    vault,
    allowPrivateTargets: allowPrivate,
    intervalFloorOf: ({ minIntervalSeconds }) => minIntervalSeconds,
    origin: () => origin,
  }
  const content = readProvision(text, () => undefined)
  await applyProvision(db, content, services as Services)
}
