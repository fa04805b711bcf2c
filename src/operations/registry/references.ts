import type { Reference } from '../../domain/field.ts'
import type { MonitorConfig } from '../../domain/monitor.ts'
import type { ConfigShape } from '../../domain/stored-config.ts'
import { unknownGroups } from '../../store/notifications/contact-groups.ts'
import type { OrganizationContext } from './define.ts'
import { readOnce } from './steps/shared-work.ts'

const unknownOf: Record<Reference, typeof unknownGroups> = { 'contact group': unknownGroups }

/** Errors of ids in a valid config, each as `config.key: rule`. */
export async function referenceProblems(
  context: OrganizationContext,
  { config: fields }: ConfigShape,
  values: MonitorConfig,
): Promise<string[]> {
  const { db, caller } = context
  const problems: string[] = []
  for (const [key, { refersTo }] of Object.entries(fields)) {
    const ids = values[key]
    if (refersTo === null || !Array.isArray(ids) || ids.length === 0) continue
    const unknown = await readOnce(context, `${refersTo} ${ids.join()}`, () =>
      unknownOf[refersTo](db, caller.organization.id, ids as string[]),
    )
    if (unknown.length > 0)
      problems.push(`config.${key}: unknown ${refersTo} id(s) in this organization: ${unknown.join(', ')}`)
  }
  return problems
}
