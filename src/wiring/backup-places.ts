// Where backups are: a file, an object of a bucket, or the destination of scheduled backups.
import { existsSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { createBucketDestination } from '../backup/bucket.ts'
import { type BackupDestination, type StoredBackup, backupName } from '../backup/destination.ts'
import { createFolderDestination } from '../backup/folder.ts'
import type { Clock } from '../domain/clock.ts'
import { createNet } from '../net/index.ts'
import { createPolicy } from '../net/policy.ts'
import { WrongValue, bucketIn } from '../setting-values.ts'
import { BadSetting, type Settings } from '../settings.ts'
import { bucketAt } from './bucket.ts'

export interface BackupPlace {
  readonly destination: BackupDestination
  readonly name: string
}

interface PlaceContext {
  readonly settings: Settings
  readonly clock: Clock
}

/** The destination of scheduled backups, or null. */
export function scheduledDestination(context: PlaceContext): BackupDestination | null {
  const to = context.settings.backupTo
  return to === null ? null : destinationAt(to, context)
}

function destinationAt(text: string, { settings, clock }: PlaceContext): BackupDestination {
  if (!text.startsWith('s3://')) return createFolderDestination(text)
  const bucket = bucketAt(text, 'backup', settings)
  // The operator chooses the store, which may be on the private network.
  return createBucketDestination(bucket, {
    net: createNet({ policy: createPolicy({ allowPrivate: true }), clock }),
    clock,
  })
}

/** A new file, or a new object such as s3://bucket/prefix/name.backup. */
export function newBackupAt(text: string, context: PlaceContext): BackupPlace {
  if (text.startsWith('s3://')) return objectAt(text, context)
  const path = resolve(text)
  return { destination: createFolderDestination(dirname(path)), name: basename(path) }
}

/** As `newBackupAt`, or one of the scheduled backups by its name. */
export function storedBackupAt(text: string, context: PlaceContext): BackupPlace {
  const isBare = backupName.test(text) && !existsSync(resolve(text))
  const destination = isBare ? scheduledDestination(context) : null
  return destination === null ? newBackupAt(text, context) : { destination, name: text }
}

function objectAt(text: string, context: PlaceContext): BackupPlace {
  const at = text.lastIndexOf('/')
  const name = text.slice(at + 1)
  try {
    if (!backupName.test(name)) throw new WrongValue('an object such as s3://bucket/prefix/name.backup')
    return { destination: destinationAt(bucketIn(text.slice(0, at)), context), name }
  } catch (error) {
    if (error instanceof WrongValue) throw new BadSetting(`${text}: must be ${error.message}.`)
    throw error
  }
}

/** What is at the destination of scheduled backups, whoever made it. */
export async function listBackups(context: PlaceContext): Promise<StoredBackup[]> {
  const destination = scheduledDestination(context)
  if (destination === null) throw new BadSetting('LAPWING_BACKUP_TO: not set, so there are no scheduled backups.')
  return destination.list(new AbortController().signal)
}
