// Counts which keys stored secrets are encrypted with, across all tables. The first eight bytes identify the key.
import type { Database } from '../database/database.ts'
import { type Statement, sql } from '../database/sql.ts'

export const sealedKinds = [
  'monitors',
  'channels',
  'variables',
  'tokens',
  'authenticators',
  'subscribers',
  'undos',
  'a2aTasks',
  'clientSecrets',
  'pushKeys',
  'deploymentWebhooks',
] as const
export type SealedKind = (typeof sealedKinds)[number]

export interface KeyUse {
  kind: SealedKind
  keyId: Buffer
  count: number
}

const sources: Record<SealedKind, Statement> = {
  monitors: sql`select secrets as sealed from monitors where secrets is not null`,
  channels: sql`select secrets as sealed from notification_channels where secrets is not null`,
  variables: sql`select secrets as sealed from variables`,
  tokens: sql`select sealed from address_tokens where sealed is not null`,
  authenticators: sql`select secrets as sealed from two_factors`,
  subscribers: sql`select sealed from status_page_subscribers`,
  a2aTasks: sql`select sealed from a2a_tasks`,
  clientSecrets: sql`select secrets as sealed from single_sign_on`,
  pushKeys: sql`select push_keys as sealed from installation where push_keys is not null`,
  deploymentWebhooks: sql`select secrets as sealed from deployment_webhooks`,
  undos: sql`select undo as sealed from assistant_changes where undo is not null`,
}

export async function keysInUse(db: Database, kinds: readonly SealedKind[] = sealedKinds): Promise<KeyUse[]> {
  const found: KeyUse[] = []
  for (const kind of kinds) {
    const rows = await db.rows<Omit<KeyUse, 'kind'>>(sql`
      select substring(sealed for 8) as "keyId", count(*)
      from (${sources[kind]}) as secrets
      group by 1`)
    found.push(...rows.map((row) => ({ kind, ...row })))
  }
  return found
}
