// What an upgrade would change, without changing it: `lapwing upgrade --check`.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { UpgradeRefused, type Release } from '../../installation/release.ts'
import { sizeText } from '../../size-text.ts'
import { readOnly } from '../../store/database/server-facts.ts'
import { newestMigration, schemaState } from '../../store/database/migrate.ts'
import {
  type MigrationEffort,
  databaseSize,
  diskBytesOf,
  effortOf,
  secondsOf,
} from '../../store/database/upgrade-effort.ts'
import { withDatabase } from '../commands.ts'
import { freeBytes as freeDiskBytes } from '../free-space.ts'
import { type DatabaseParts, openBareDatabaseBeside } from '../open-database.ts'
import type { UnpackedRelease } from './prepare.ts'

export interface UpgradePlan {
  readonly from: string
  readonly to: string
  readonly migrations: readonly MigrationEffort[]
  /** A rough guess, for the upper end. */
  readonly seconds: number
  readonly databaseBytes: number
  readonly neededBytes: number
  readonly freeBytes: number | null
}

/** Throws if the new version could not run on this database, or if there were no way back. */
export async function planUpgrade(parts: DatabaseParts, from: string, next: UnpackedRelease): Promise<UpgradePlan> {
  const { settings } = parts
  const { release, folder } = next
  const base = { from, to: release.version }
  if (settings.databaseUrl === null && !existsSync(join(settings.dataDir, 'postgres')))
    throw new UpgradeRefused(
      `There is no database in ${settings.dataDir}. Run this with the settings of your service, such as LAPWING_DATA_DIR.`,
    )
  const freeBytes = await freeDiskBytes(settings)
  return withDatabase(parts, openBareDatabaseBeside, (store) =>
    readOnly(store, async (db) => {
      const schema = await schemaState(db, release.migration)
      await refuseWithoutWayBack(release, schema.number)
      if (schema.isNewer)
        throw new UpgradeRefused(
          `The database was migrated by a newer version (${schema.newest}), and Lapwing ${release.version} cannot use ` +
            'it any more. Restore a backup that was made before, with that version.',
        )
      const size = await databaseSize(db)
      const migrations = pendingIn(folder, schema.number).map(({ name, text }) => effortOf(name, text, size))
      const neededBytes = diskBytesOf(migrations, size)
      return { ...base, migrations, seconds: secondsOf(migrations), databaseBytes: size.bytes, neededBytes, freeBytes }
    }),
  )
}

async function refuseWithoutWayBack(release: Release, applied: number): Promise<void> {
  const own = await newestMigration()
  if (release.migration <= applied || release.servesFrom <= own) return
  throw new UpgradeRefused(
    `Lapwing ${release.version} is more than one release ahead, so this version could not be started again on its ` +
      'schema. Upgrade to the release between them first.',
  )
}

function pendingIn(folder: string, applied: number): { name: string; text: string }[] {
  const migrations = join(folder, 'src', 'store', 'migrations')
  const names = readdirSync(migrations).filter((name) => /^\d{4}-.*\.sql$/.test(name))
  return names
    .filter((name) => Number(name.slice(0, 4)) > applied)
    .toSorted()
    .map((name) => ({ name, text: readFileSync(join(migrations, name), 'utf8') }))
}

export function planAsText(plan: UpgradePlan): string {
  const { migrations, freeBytes, neededBytes } = plan
  const count = migrations.length === 1 ? '1 migration' : `${migrations.length} migrations`
  const lines = [
    `Upgrade from Lapwing ${plan.from} to ${plan.to}.`,
    migrations.length === 0 ? 'The database needs no migration.' : `The database needs ${count}:`,
    ...migrations.map(({ name, tables }) => `  ${name}: ${tables.length === 0 ? 'definitions only' : listOf(tables)}`),
    ...(migrations.length === 0 ? [] : [`They take about ${durationText(plan.seconds)} or less.`]),
    ...(freeBytes === null
      ? ['Look at the free disk space of your PostgreSQL yourself.']
      : [
          `Disk: ${sizeText(neededBytes)} for the migrations and up to ${sizeText(plan.databaseBytes)} for a backup; ` +
            `${sizeText(freeBytes)} are free.`,
        ]),
  ]
  return `${lines.join('\n')}\n`
}

const listOf = (tables: MigrationEffort['tables']): string =>
  tables
    .map(
      ({ table, rows, bytes }) => `${table} (about ${Math.round(rows).toLocaleString('en')} rows, ${sizeText(bytes)})`,
    )
    .join(', ')

const durationText = (seconds: number): string =>
  seconds < 90 ? `${Math.max(1, seconds)} s` : `${Math.ceil(seconds / 60)} min`
