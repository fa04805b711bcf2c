// The keys that stored secrets are encrypted with: from the settings, or from a file in the data folder.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BadSetting, type Settings } from '../settings.ts'

/** The first one encrypts, all of them decrypt. */
export type SecretKeys = readonly [string, ...string[]]

export const keyFileIn = (dataDir: string): string => join(dataDir, 'secret-key')
const nextFileIn = (dataDir: string): string => join(dataDir, 'secret-key.next')

/** The existing keys, or null if none has been created yet. */
export function readKeys({ secretKey, previousSecretKey, dataDir }: Settings): SecretKeys | null {
  const current = secretKey ?? readIfThere(keyFileIn(dataDir))
  if (current === null) return null
  const others = [previousSecretKey, readIfThere(nextFileIn(dataDir))].filter((key) => key !== null)
  return [current, ...others]
}

/** The existing keys. If there are none, one is created in the data folder. */
export function readOrCreateKeys(settings: Settings): SecretKeys {
  if (settings.secretKey === null) readOrMake(keyFileIn(settings.dataDir), settings.dataDir)
  return readKeys(settings)!
}

/** Puts the key of a backup into the data folder, unless the settings hold it. */
export function adoptKey(settings: Settings, key: string): void {
  const current = readKeys(settings)?.[0]
  if (current === key) return
  if (current !== undefined)
    throw new BadSetting(
      'The backup has another secret key. Unset LAPWING_SECRET_KEY, or use an empty data folder, and restore again.',
    )
  writeKey(keyFileIn(settings.dataDir), settings.dataDir, key)
}

export interface KeyRotation {
  readonly keys: SecretKeys
  /** Call it once everything is encrypted with the new key. */
  finish(): void
}

/**
 * Creates a new key beside the one in the data folder. Both are kept until everything is re-encrypted, so that the next
 * start can decrypt everything after an interruption and the command can be repeated.
 */
export function beginRotation(settings: Settings): KeyRotation {
  const { secretKey, previousSecretKey, dataDir } = settings
  if (secretKey !== null) {
    if (previousSecretKey === null)
      throw new BadSetting('LAPWING_PREVIOUS_SECRET_KEY: must be the old key while LAPWING_SECRET_KEY is the new one.')
    return { keys: [secretKey, previousSecretKey], finish() {} }
  }
  const old = readOrMake(keyFileIn(dataDir), dataDir)
  const next = readOrMake(nextFileIn(dataDir), dataDir)
  return { keys: [next, old], finish: () => renameSync(nextFileIn(dataDir), keyFileIn(dataDir)) }
}

function readOrMake(file: string, dataDir: string): string {
  const known = readIfThere(file)
  if (known !== null) return known
  const key = randomBytes(32).toString('base64url')
  writeKey(file, dataDir, key)
  return key
}

function writeKey(file: string, dataDir: string, key: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(file, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true })
}

function readIfThere(file: string): string | null {
  if (!existsSync(file)) return null
  const key = readFileSync(file, 'utf8').trim()
  // A full disk or a crash can leave the file empty, and an empty key would protect nothing.
  if (key.length < 32)
    throw new BadSetting(`${file}: must hold a key of at least 32 characters; restore it from a backup.`)
  return key
}
