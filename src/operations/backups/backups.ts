// Scheduled backups of the whole installation, for those who run it.
import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import {
  type BackupRun,
  findBackupPlan,
  lastGoodBackup,
  latestBackupRuns,
  requestBackup as requestRun,
} from '../../store/backup/scheduled-backups.ts'
import type { Database } from '../../store/database/database.ts'
import { type Operation, accepted, defineOperation, ok } from '../registry/define.ts'
import { requireInstallationOwner } from '../registry/installation-owner.ts'

const backup = z
  .object({
    object: z.literal('backup'),
    id: z.uuid(),
    name: z.string().meta({ description: 'The name of its file', example: 'lapwing-2026-02-11T030000Z-9f2c41.backup' }),
    destination: z
      .string()
      .meta({ description: 'A folder of the server, or `s3://bucket/prefix`', example: 's3://acme-backups/lapwing' }),
    status: z
      .enum(['running', 'succeeded', 'failed'])
      .meta({ description: '`succeeded` only if it could be read back completely', example: 'succeeded' }),
    encrypted: z.boolean().meta({ example: true }),
    started_at: z.iso.datetime().meta({ example: '2026-02-11T03:00:00.120Z' }),
    finished_at: z.iso.datetime().nullable().meta({ example: '2026-02-11T03:00:41.904Z' }),
    size_bytes: z.int().nullable().meta({ example: 48_231_204 }),
    error: z.string().nullable(),
    deleted_at: z.iso.datetime().nullable().meta({ description: 'When it was deleted to make room for newer ones' }),
  })
  .meta({ id: 'Backup' })

const plan = z.object({
  destination: z.string().meta({ example: 's3://acme-backups/lapwing' }),
  schedule: z.string().meta({ description: 'A time of day or a cron expression, in UTC', example: '03:00' }),
  keep: z.int().meta({ description: 'How many good backups are kept', example: 14 }),
  encrypted: z.boolean().meta({ example: true }),
  due_at: z.iso.datetime().meta({
    description: 'When the next backup is scheduled; in the past while it is late',
    example: '2026-02-12T03:00:00.000Z',
  }),
  next_attempt_at: z.iso.datetime().meta({ example: '2026-02-12T03:00:00.000Z' }),
  failures: z.int().meta({ description: 'Failed attempts since the last good backup', example: 0 }),
})

const overview = z
  .object({
    object: z.literal('backups'),
    plan: plan.nullable().meta({ description: 'Null if no backups are scheduled' }),
    last_good: backup.nullable().meta({ description: 'The newest good backup that still exists' }),
    runs: z.array(backup).meta({ description: 'The latest runs, newest first' }),
  })
  .meta({ id: 'Backups' })

const response = { description: 'The plan, the last good backup and the latest runs', schema: overview }

const maxRuns = 30

async function showBackups(db: Database): Promise<object> {
  const found = await findBackupPlan(db)
  const last = await lastGoodBackup(db)
  const runs = await latestBackupRuns(db, maxRuns)
  return {
    object: 'backups',
    plan: found ? showPlan(found) : null,
    last_good: last ? show(last) : null,
    runs: runs.map(show),
  }
}

const showPlan = ({ dueAt, nextAt, ...rest }: NonNullable<Awaited<ReturnType<typeof findBackupPlan>>>): object => ({
  ...rest,
  due_at: dueAt,
  next_attempt_at: nextAt,
})

const show = ({ startedAt, finishedAt, bytes, deletedAt, ...rest }: BackupRun): object => ({
  object: 'backup',
  ...rest,
  status: finishedAt === null ? 'running' : rest.error === null ? 'succeeded' : 'failed',
  started_at: startedAt,
  finished_at: finishedAt,
  size_bytes: bytes,
  deleted_at: deletedAt,
})

const shared = { tag: 'Installation', role: 'owner' } as const

const getBackups = defineOperation({
  ...shared,
  id: 'getBackups',
  method: 'GET',
  path: '/backups',
  summary: 'Get the scheduled backups of this installation',
  description: 'For owners and keys of the first organization, which runs the installation.',
  responses: { 200: response },
  async handle(_input, { db, caller }) {
    await requireInstallationOwner(db, caller)
    return ok(await showBackups(db))
  },
})

const requestBackup = defineOperation({
  ...shared,
  id: 'requestBackup',
  method: 'POST',
  path: '/dashboard/backups',
  audience: 'dashboard',
  summary: 'Make a backup now',
  responses: { 202: { ...response, description: 'The next backup is due now' } },
  faults: ['conflict'],
  async handle(_input, { db, caller, now, record }) {
    await requireInstallationOwner(db, caller)
    if (!(await requestRun(db, now))) throw new Fault('conflict', 'No backups are scheduled: set LAPWING_BACKUP_TO')
    record({ entityType: 'backup', entityId: null, entityName: null, action: 'backup.requested', changes: {} })
    return accepted(await showBackups(db))
  },
})

export const backupOperations: readonly Operation[] = [getBackups, requestBackup]
