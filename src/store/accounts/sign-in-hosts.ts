// Hostnames at which users sign in. A status page cannot take one of them without a proof.
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export interface SignInHost {
  /** Whether the installation was set up at this name. */
  readonly isSetup: boolean
}

export async function noteSignInHost(
  db: Database,
  { host, isSetup = false }: { host: string; isSetup?: boolean },
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into sign_in_hosts as s (host, is_setup, last_used_at)
    values (${host}, ${isSetup}, ${now})
    on conflict (host) do update
    set is_setup = s.is_setup or excluded.is_setup, last_used_at = excluded.last_used_at`)
}

export async function findSignInHost(db: Database, host: string): Promise<SignInHost | undefined> {
  return db.row(sql`select is_setup as "isSetup" from sign_in_hosts where host = ${host}`)
}

/** Keeps the name of the set-up. */
export async function dropUnusedSignInHosts(db: Database, before: Date): Promise<void> {
  await db.run(sql`delete from sign_in_hosts where last_used_at < ${before} and not is_setup`)
}
