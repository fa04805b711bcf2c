// Encrypts every stored secret again with the current key.
import { secretContext } from '../../channels/shared/secrets.ts'
import { tokenContext } from '../../domain/address-token.ts'
import { a2aTaskContext, undoContext } from '../../domain/limits/assistant-change.ts'
import { twoFactorContext } from '../../codecs/totp.ts'
import { subscriberContext } from '../../domain/status-page/subscriber.ts'
import { webhookContext } from '../../domain/deployment/signature.ts'
import { variableContext } from '../../domain/checking/variable.ts'
import { clientSecretContext } from '../../domain/people/open-id.ts'
import { signingKeyContext } from '../../domain/incident-bundle/signing-key.ts'
import { pushKeysContext } from '../../domain/notifying/push-keys.ts'
import { type Vault, keyIdOf, sealKeyCheck } from '../../domain/vault.ts'
import { type StoredToken, lockTokens, saveToken } from '../../store/accounts/address-tokens.ts'
import { keyCheck, lostKeyIds, saveKeyCheck, savePushKeys, sealedPushKeys } from '../../store/accounts/installation.ts'
import { lockSigningKeys, saveSigningKey } from '../../store/accounts/signing-keys.ts'
import { lockClientSecrets, saveClientSecret } from '../../store/accounts/single-sign-on.ts'
import { lockTwoFactors, saveTwoFactor } from '../../store/accounts/two-factors.ts'
import { lockSealedA2aTasks, saveSealedA2aTask } from '../../store/assistants/a2a-tasks.ts'
import { lockSealedUndo, saveSealedUndo } from '../../store/assistants/changes.ts'
import { lockVariables, saveVariable } from '../../store/checking/variables.ts'
import type { Database } from '../../store/database/database.ts'
import { lockWebhookSecrets, saveWebhookSecret } from '../../store/monitors/deployment-webhooks.ts'
import { lockSecrets, saveSecrets } from '../../store/monitors/monitors.ts'
import { lockChannelSecrets, saveChannelSecrets } from '../../store/notifications/channels.ts'
import { lockSealedSubscribers, saveSealedSubscriber } from '../../store/status-pages/subscribers.ts'

const usualBatch = 500
const beforeAll = '00000000-0000-0000-0000-000000000000'

/**
 * All or nothing; returns how many were encrypted with another key. Secrets whose key was given up stay as they are.
 */
export async function reseal(db: Database, vault: Vault, batch = usualBatch): Promise<number> {
  return db.transaction(async (tx) => {
    const lost = await lostKeyIds(tx)
    const isLost = (sealed: Buffer): boolean => !vault.hasKeyOf(sealed) && lost.some((id) => id.equals(keyIdOf(sealed)))
    const resealAll = <Id, Row extends SealedRow<Id>>(keeper: Keeper<Id, Row>): Promise<number> =>
      resealEach(vault, { batch, isLost, ...keeper })
    if (await keyCheck(tx)) await saveKeyCheck(tx, sealKeyCheck(vault))
    const pushKeys = await resealPushKeys(tx, vault, isLost)
    const monitors = await resealAll({
      first: beforeAll,
      hold: (after) => lockSecrets(tx, { after, limit: batch }),
      context: ({ id }) => id,
      keep: (row) => saveSecrets(tx, row),
    })
    const channels = await resealAll({
      first: 0,
      hold: (after) => lockChannelSecrets(tx, { after, limit: batch }),
      context: ({ id }) => secretContext(id),
      keep: (row) => saveChannelSecrets(tx, row),
    })
    const tokens = await resealAll<string, StoredToken>({
      first: '',
      hold: (after) => lockTokens(tx, { after, limit: batch }),
      context: tokenContext,
      keep: (row) => saveToken(tx, row),
    })
    const authenticators = await resealAll({
      first: beforeAll,
      hold: (after) => lockTwoFactors(tx, { after, limit: batch }),
      context: ({ id }) => twoFactorContext(id),
      keep: (row) => saveTwoFactor(tx, row),
    })
    const subscribers = await resealAll({
      first: beforeAll,
      hold: (after) => lockSealedSubscribers(tx, { after, limit: batch }),
      context: ({ id }) => subscriberContext(id),
      keep: (row) => saveSealedSubscriber(tx, row),
    })
    const variables = await resealAll({
      first: beforeAll,
      hold: (after) => lockVariables(tx, { after, limit: batch }),
      context: ({ id }) => variableContext(id),
      keep: (row) => saveVariable(tx, row),
    })
    const undos = await resealAll({
      first: beforeAll,
      hold: (after) => lockSealedUndo(tx, { after, limit: batch }),
      context: ({ id }) => undoContext(id),
      keep: (row) => saveSealedUndo(tx, row),
    })
    const a2aTasks = await resealAll({
      first: beforeAll,
      hold: (after) => lockSealedA2aTasks(tx, { after, limit: batch }),
      context: ({ id }) => a2aTaskContext(id),
      keep: (row) => saveSealedA2aTask(tx, row),
    })
    const clientSecrets = await resealAll({
      first: beforeAll,
      hold: (after) => lockClientSecrets(tx, { after, limit: batch }),
      context: ({ id }) => clientSecretContext(id),
      keep: (row) => saveClientSecret(tx, row),
    })
    const signingKeys = await resealAll({
      first: '',
      hold: (after) => lockSigningKeys(tx, { after, limit: batch }),
      context: ({ id }) => signingKeyContext(id),
      keep: (row) => saveSigningKey(tx, row),
    })
    const webhooks = await resealAll({
      first: beforeAll,
      hold: (after) => lockWebhookSecrets(tx, { after, limit: batch }),
      context: ({ id }) => webhookContext(id),
      keep: (row) => saveWebhookSecret(tx, row),
    })
    const ofPeople = tokens + authenticators + subscribers + clientSecrets
    return monitors + channels + variables + undos + a2aTasks + ofPeople + signingKeys + pushKeys + webhooks
  })
}

async function resealPushKeys(tx: Database, vault: Vault, isLost: (sealed: Buffer) => boolean): Promise<number> {
  const sealed = await sealedPushKeys(tx)
  if (!sealed || vault.isCurrent(sealed) || isLost(sealed)) return 0
  await savePushKeys(tx, vault.seal(vault.open(sealed, pushKeysContext), pushKeysContext))
  return 1
}

interface SealedRow<Id> {
  readonly id: Id
  readonly secrets: Buffer
}

interface Keeper<Id, Row extends SealedRow<Id>> {
  readonly first: Id
  /** The next rows, in the order of their ids. */
  hold(after: Id): Promise<Row[]>
  /** The context that the secrets of a row are bound to. */
  context(row: Row): string
  keep(row: Row): Promise<void>
}

interface Resealing<Id, Row extends SealedRow<Id>> extends Keeper<Id, Row> {
  readonly batch: number
  isLost(sealed: Buffer): boolean
}

async function resealEach<Id, Row extends SealedRow<Id>>(vault: Vault, keeper: Resealing<Id, Row>): Promise<number> {
  let changed = 0
  for (let after = keeper.first; ;) {
    const rows = await keeper.hold(after)
    for (const row of rows.filter(({ secrets }) => !vault.isCurrent(secrets) && !keeper.isLost(secrets))) {
      const context = keeper.context(row)
      await keeper.keep({ ...row, secrets: vault.seal(vault.open(row.secrets, context), context) })
      changed += 1
    }
    const last = rows.at(-1)
    if (!last || rows.length < keeper.batch) return changed
    after = last.id
  }
}
