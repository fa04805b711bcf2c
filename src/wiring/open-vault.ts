// Opens the vault of this installation after checking its keys.
import { StartupError } from '../domain/fault.ts'
import { type Vault, createVault, opensKeyCheck, sealKeyCheck } from '../domain/vault.ts'
import type { Settings } from '../settings.ts'
import { addLostKeyIds, cursorKey, keyCheck, lockInstallation, saveKeyCheck } from '../store/accounts/installation.ts'
import { type KeyUse, keysInUse } from '../store/accounts/sealed-secrets.ts'
import type { Database, Store } from '../store/database/database.ts'
import { keyFileIn, readKeys, readOrCreateKeys } from './secret-keys.ts'

class WrongKey extends StartupError {
  override name = 'WrongKey'
}

/** Throws if the key is missing or does not match the stored secrets. */
export async function openVault(settings: Settings, store: Store): Promise<Vault> {
  return locked(store, async (tx) => {
    const problem = await keyProblem(settings, tx)
    if (problem !== null) throw new WrongKey(problem)
    const vault = createVault(readOrCreateKeys(settings))
    if (!(await keyCheck(tx))) await saveKeyCheck(tx, sealKeyCheck(vault))
    return vault
  })
}

/** Why the key cannot be used with the stored secrets; null if it can, or if there is nothing to decrypt yet. */
export async function keyProblem(settings: Settings, db: Database): Promise<string | null> {
  const keys = readKeys(settings)
  const check = await keyCheck(db)
  const uses = check ? [] : await keysInUse(db)
  if (!keys) return check || uses.length > 0 ? `${missing(settings)} ${lostKeyHint}` : null
  const vault = createVault(keys)
  const fits = check ? opensKeyCheck(vault, check) : opensAny(vault, uses)
  return fits ? null : `${unfit(settings)} ${lostKeyHint}`
}

/** Replaces a lost key by the configured one or a new one. Returns what can no longer be decrypted. */
export async function acceptLostKey(settings: Settings, store: Store): Promise<KeyUse[]> {
  return locked(store, async (tx) => {
    const vault = createVault(readOrCreateKeys(settings))
    const check = await keyCheck(tx)
    const uses = await keysInUse(tx)
    if (check ? opensKeyCheck(vault, check) : opensAny(vault, uses))
      throw new WrongKey('The key matches the stored secrets: there is nothing to abandon.')
    const unreadable = uses.filter(({ keyId }) => !vault.hasKeyOf(keyId))
    await addLostKeyIds(
      tx,
      unreadable.map(({ keyId }) => keyId),
    )
    await saveKeyCheck(tx, sealKeyCheck(vault))
    return unreadable
  })
}

/** Processes that start together take turns, so that only one of them chooses the key. */
async function locked<Result>(store: Store, work: (tx: Database) => Promise<Result>): Promise<Result> {
  await cursorKey(store)
  return store.transaction(async (tx) => {
    await lockInstallation(tx)
    return work(tx)
  })
}

// Installations from before the key check may have secrets of several keys; a key that decrypts any of them is valid.
const opensAny = (vault: Vault, uses: readonly KeyUse[]): boolean =>
  uses.length === 0 || uses.some(({ keyId }) => vault.hasKeyOf(keyId))

const missing = ({ dataDir }: Settings): string =>
  `The key of the stored secrets is missing: ${keyFileIn(dataDir)} does not exist, and LAPWING_SECRET_KEY is not ` +
  'set. ' +
  'Restore the file from a backup, or set LAPWING_SECRET_KEY to the key that other processes use with this database.'

const unfit = ({ secretKey, dataDir }: Settings): string =>
  `${secretKey === null ? `The key in ${keyFileIn(dataDir)}` : 'LAPWING_SECRET_KEY'} is not the key that the ` +
  'stored secrets were encrypted with. ' +
  (secretKey === null
    ? 'Restore the file from a backup, or set LAPWING_SECRET_KEY to the key that other processes use with this ' +
      'database.'
    : 'Set it to the right key; to replace the key, also set LAPWING_PREVIOUS_SECRET_KEY to the old one.')

const lostKeyHint =
  'If the key is lost for good, run `npm start -- accept-lost-key`: docs/running.md says what that costs.'
