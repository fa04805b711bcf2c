// Imports things that belong to monitors, each in a transaction of its own.
import { Fault } from '../../domain/fault.ts'
import type { ImportChange, ImportedPage, ImportedWindow, SkippedItem } from '../../importers/setup.ts'
import type { Database } from '../../store/database/database.ts'
import type { CallerContext } from '../registry/define.ts'
import { writeItem } from './rehearsal.ts'

export interface ImportStep {
  readonly source: string
  readonly dryRun: boolean
  readonly shadow: boolean
  /** The imported monitors by their key; null if a dry run would create it. */
  readonly monitors: ReadonlyMap<string, string | null>
}

export interface AppliedResource {
  readonly imported: ImportedWindow | ImportedPage
  readonly action: 'create' | 'keep'
  /** Null if a dry run would create it. */
  readonly id: string | null
  /** Who is asked to confirm their subscription. */
  readonly subscribers: number
  readonly changes: readonly ImportChange[]
}

interface ResourceStep<Item> extends ImportStep {
  /** What was imported before. */
  readonly known: (
    db: Database,
    organizationId: string,
    source: string,
  ) => Promise<readonly { readonly key: string; readonly id: string }[]>
  readonly write: (
    context: CallerContext,
    item: Item,
    step: ImportStep,
  ) => Promise<{ readonly id: string; readonly changes: readonly ImportChange[]; readonly subscribers?: number }>
}

export async function applyEach<Item extends ImportedWindow | ImportedPage>(
  context: CallerContext,
  items: readonly Item[],
  step: ResourceStep<Item>,
): Promise<(AppliedResource | SkippedItem)[]> {
  const { db, caller } = context
  const before = await step.known(db, caller.organization.id, step.source)
  const known = new Map(before.map(({ key, id }) => [key, id]))
  const results: (AppliedResource | SkippedItem)[] = []
  for (const imported of new Map(items.map((one) => [one.key, one])).values()) {
    const id = known.get(imported.key)
    if (id === undefined) results.push(await add(context, imported, step))
    else results.push({ imported, action: 'keep', id, subscribers: 0, changes: [] })
  }
  return results
}

async function add<Item extends ImportedWindow | ImportedPage>(
  context: CallerContext,
  imported: Item,
  step: ResourceStep<Item>,
): Promise<AppliedResource | SkippedItem> {
  try {
    const written = await writeItem(context, step, (inside) => step.write(inside, imported, step))
    const { id, changes, subscribers = 0 } = written
    return { imported, action: 'create', id: step.dryRun ? null : id, subscribers, changes }
  } catch (error) {
    if (!(error instanceof Fault) || error.code === 'internal_error') throw error
    const { kind, key, name, sourceType } = imported
    return { kind, key, name, sourceType, reason: error.message, nearest: null }
  }
}

/** The monitors with these keys; says which are not imported. */
export function coveredMonitors(
  keys: readonly string[],
  { monitors }: ImportStep,
  changes: ImportChange[],
): (string | null)[] {
  const covered = keys.filter((key) => monitors.has(key))
  const missing = keys.length - covered.length
  if (missing > 0)
    changes.push({
      field: 'monitors',
      from: String(keys.length),
      to: String(covered.length),
      reason: missing === 1 ? 'the other is not imported' : 'the others are not imported',
    })
  return covered.map((key) => monitors.get(key)!)
}
