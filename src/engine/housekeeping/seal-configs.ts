// Encrypts what an earlier version stored in clear in the configs of monitors. A migration cannot: it has no key.
import { checks, findCheck } from '../../checks/index.ts'
import type { MonitorConfig } from '../../domain/monitor.ts'
import { sealSecrets, splitSecrets, mask } from '../../domain/stored-config.ts'
import { type Vault, openReadable } from '../../domain/vault.ts'
import { maskRecordedConfigs } from '../../store/accounts/activity.ts'
import type { Database } from '../../store/database/database.ts'
import { type MonitorToSeal, lockUnsealed, saveSealed } from '../../store/monitors/monitors.ts'

const batch = 500
const beforeAll = '00000000-0000-0000-0000-000000000000'

const keys = [
  ...new Set(checks.flatMap(({ config }) => Object.keys(config).filter((key) => config[key]?.partlySecret))),
]

/** Returns how many there were. Replicas that start together wait for each other. */
export async function sealConfigs(db: Database, vault: Vault): Promise<number> {
  let sealed = 0
  for (let after = beforeAll; ;) {
    const held = await db.transaction(async (tx) => {
      const rows = await lockUnsealed(tx, { keys, after, limit: batch })
      for (const row of rows) await seal(tx, vault, row)
      return rows
    })
    sealed += held.length
    if (held.length < batch) return sealed
    after = held.at(-1)!.id
  }
}

// A replica of an earlier version logs configs in clear until it is replaced, which takes no longer than this.
const recentDays = 30

/** Masks what such a replica has written to the activity log; migrations masked older entries. */
export async function maskActivity(db: Database, now: Date): Promise<number> {
  return maskRecordedConfigs(db, { keys, since: new Date(now.getTime() - recentDays * 86_400_000) })
}

async function seal(tx: Database, vault: Vault, row: MonitorToSeal): Promise<void> {
  const check = findCheck(row.type)
  const { config } = row
  const opened = row.secrets === null ? '{}' : openReadable(vault, row.secrets, row.id)
  // A row that an unknown key encrypted cannot be encrypted again; a start with that key does it.
  if (!check || opened === null) return
  const secrets = JSON.parse(opened) as MonitorConfig
  const stored = splitSecrets(check, { ...config, ...secrets }, mask)
  await saveSealed(tx, { id: row.id, config: stored.config, secrets: sealSecrets(vault, row.id, stored) })
}
