// Errors of the embedded database, each with a sentence that an operator can act on.
import { statfsSync } from 'node:fs'
import { StoreUnavailable } from '../store/database/database.ts'
import { explainDamage } from '../store/database/failures.ts'

export class StoreInUse extends StoreUnavailable {
  override name = 'StoreInUse'

  constructor(dataDir: string, holder: string) {
    super(
      `The data folder ${dataDir} is in use by another Lapwing (${holder}). ` +
        'Stop that one first, or give this one a data folder of its own.',
    )
  }
}

// Node's messages (ENOSPC, EACCES, EROFS) use the same words as PostgreSQL's.
const causes: readonly (readonly [RegExp, (dataDir: string) => string])[] = [
  [
    /no space left on device|disk quota exceeded|check free disk space/i,
    (dataDir) => `The disk that holds ${dataDir} is full. Free some space, then start Lapwing again.`,
  ],
  [
    /error while loading shared libraries|library not loaded/i,
    () => 'The PostgreSQL libraries are not set up completely. Run npm start again: it links them first.',
  ],
  [
    /could not look up effective user id/i,
    () => 'PostgreSQL needs its user to have a name. Add the user id that Lapwing runs as to /etc/passwd.',
  ],
  [
    /read-only file system/i,
    (dataDir) => `The data folder ${dataDir} is on a read-only disk. Give Lapwing a data folder that it can write to.`,
  ],
  [
    /permission denied|operation not permitted/i,
    (dataDir) =>
      `The data folder ${dataDir} is not writable for the user that Lapwing runs as. ` +
      'Change its owner to that user, or give Lapwing another data folder.',
  ],
  [
    /timeout expired/,
    (dataDir) =>
      `PostgreSQL is running but does not answer. Look into its log, ${dataDir}/postgres.log, or end its processes.`,
  ],
  [
    /password authentication failed/i,
    (dataDir) =>
      `The password in ${dataDir}/postgres-password is not the one of the database. Put the file back from a backup.`,
  ],
  [
    new RegExp(
      [
        'could not find the database system',
        String.raw`could not (open|read|access|locate) .*"?(global|base|pg_\w+)/`,
        'required WAL directory',
        'valid checkpoint record',
        'status of transaction',
        'invalid page in block',
      ].join('|'),
      'i',
    ),
    (dataDir) =>
      `The database in ${dataDir}/postgres is damaged: files are missing or cannot be read. ` +
      'Restore the data folder from a backup: docs/running.md says how, under Backups.',
  ],
]

export function explain(attempt: string, { dataDir, output }: { dataDir: string; output: string }): StoreUnavailable {
  // On a full disk the server cannot even log the reason.
  const cause = causeIn(output) ?? (isFull(dataDir) ? causeIn('No space left on device') : undefined)
  const said = output.trim() === '' ? '' : `\nPostgreSQL said:\n${lastLines(output)}`
  return new StoreUnavailable((cause?.(dataDir) ?? `${attempt}.`) + said)
}

function causeIn(text: string): ((dataDir: string) => string) | undefined {
  return causes.find(([pattern]) => pattern.test(text))?.[1]
}

// The last one is pg's message, without a code, when a connection times out.
const explainable = new Set(['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS', '28P01', 'timeout expired'])

export function explainError(error: unknown, dataDir: string): unknown {
  const damage = explainDamage(error)
  if (damage) return new StoreUnavailable(damage, { cause: error })
  if (!(error instanceof Error) || !explainable.has(String('code' in error ? error.code : error.message))) return error
  const cause = causeIn(error.message)
  return cause ? new StoreUnavailable(cause(dataDir), { cause: error }) : error
}

function lastLines(output: string): string {
  return output
    .trim()
    .split('\n')
    .slice(-6)
    .map((line) => `  ${line}`)
    .join('\n')
}

function isFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize < 1024 * 1024
}
