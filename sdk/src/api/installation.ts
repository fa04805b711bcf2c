// Written by `npm run sdk` from the operations. A change belongs there.

export type Backups = {
  object: 'backups'
  plan: {
    destination: string
    schedule: string
    keep: number
    encrypted: boolean
    due_at: string
    next_attempt_at: string
    failures: number
  } | null
  last_good: Backup | null
  runs: readonly Backup[]
}
export type Backup = {
  object: 'backup'
  id: string
  name: string
  destination: string
  status: 'running' | 'succeeded' | 'failed'
  encrypted: boolean
  started_at: string
  finished_at: string | null
  size_bytes: number | null
  error: string | null
  deleted_at: string | null
}
export interface InstallationPaths {
  '/backups': { get: { answer: Backups } }
}
