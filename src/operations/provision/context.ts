import { StartupError } from '../../domain/fault.ts'
import type { Services } from '../registry/services.ts'

export interface ProvisionContext {
  readonly now: Date
  readonly services: Services
}

export interface OrganizationProvision extends ProvisionContext {
  readonly organizationId: string
  /** Path of the organization in the file. */
  readonly path: string
}

/** A mistake in the file, named by its path. */
export class BadProvision extends StartupError {
  override name = 'BadProvision'
}
