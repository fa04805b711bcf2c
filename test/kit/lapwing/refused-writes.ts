import { onTestFinished } from 'vitest'
import type { Database } from '../../../src/store/database/database.ts'

/** A write that the database refuses. */
export interface RefusedWrite {
  readonly table: string
  readonly on: 'insert' | 'update' | 'delete'
  /** A condition on `old` and `new`. */
  readonly when: string
}

/** Refuses writes as a constraint would; returns a function that allows them again. */
export async function refuseWrites(db: Database, { table, on, when }: RefusedWrite): Promise<() => Promise<void>> {
  await db.script(`
    create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'refused' using errcode = 'check_violation'; end $$;
    create trigger refuse before ${on} on ${table} for each row when (${when}) execute function refuse()`)
  const allow = (): Promise<void> => db.script('drop function if exists refuse cascade')
  onTestFinished(allow)
  return allow
}
