// Scheduled backups: the last good one, the next one, and how the latest ones went.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Backup, Backups as BackupsData } from '../../api-types.ts'
import { client, queryFor } from '../../api.ts'
import { useFormat } from '../../format/use-format.ts'
import { invalidate } from '../../invalidation.ts'
import { Button } from '../../parts/button.tsx'
import { Callout, Card, KeyValue } from '../../parts/card.tsx'
import { EmptyState, QueryResult } from '../../parts/content-states.tsx'
import { StatusWord } from '../../parts/status-mark.tsx'
import { Duration, RelativeTime, Timestamp } from '../../parts/time.tsx'
import { toast, toastError } from '../../toast.ts'
import { useBackupMessages } from './backup-messages.ts'
import { SettingsPage } from './settings-page.tsx'

const pollMs = 5000

type Plan = NonNullable<BackupsData['plan']>

export function Backups() {
  const t = useBackupMessages()
  const query = useQuery({ ...queryFor('/backups'), refetchInterval: pollMs })
  return (
    <SettingsPage section="backups" actions={query.data?.plan && <BackUpNow isRunning={isRunning(query.data)} />}>
      <QueryResult query={query} what={t.failed}>
        {(backups) =>
          backups.plan ? (
            <>
              <Overview backups={backups} plan={backups.plan} />
              <History runs={backups.runs} destination={backups.plan.destination} />
            </>
          ) : (
            <Card>
              <EmptyState title={t.none} text={t.noneWhy} docs="running#scheduled-backups" />
            </Card>
          )
        }
      </QueryResult>
    </SettingsPage>
  )
}

const isRunning = ({ runs }: BackupsData): boolean => runs.some(({ status }) => status === 'running')

function BackUpNow({ isRunning: running }: { isRunning: boolean }) {
  const t = useBackupMessages()
  const [busy, setBusy] = useState(false)
  const request = async (): Promise<void> => {
    setBusy(true)
    try {
      await client.post('/dashboard/backups')
      toast({ text: t.requested })
      await invalidate('backup')
    } catch (error) {
      toastError(error as Error)
    }
    setBusy(false)
  }
  return <Button weight="primary" busy={busy} disabled={running} label={t.now} onClick={() => void request()} />
}

function Overview({ backups, plan }: { backups: BackupsData; plan: Plan }) {
  const t = useBackupMessages()
  const { last_good: last, runs } = backups
  const failure = plan.failures > 0 && runs.find(({ status }) => status === 'failed')
  return (
    <>
      {failure && (
        <Callout status="down">
          <strong>{t.failing(plan.failures)}</strong> {failure.error}
        </Callout>
      )}
      <Card>
        <KeyValue
          rows={[
            [t.lastGood, last ? <Good key="good" backup={last} /> : t.noGood],
            [t.next, isRunning(backups) ? t.running : <Next key="next" plan={plan} />],
            [t.kept, t.keep(plan.keep)],
            [t.encryption, plan.encrypted ? `${t.encrypted}, ${t.contains}` : t.plain],
          ]}
        />
      </Card>
      {!plan.encrypted && <Callout status="degraded">{t.plainWhy}</Callout>}
    </>
  )
}

function Good({ backup }: { backup: Backup }) {
  const format = useFormat()
  return (
    <>
      <RelativeTime at={backup.finished_at!} /> · {format.bytes(backup.size_bytes!)}
    </>
  )
}

function Next({ plan }: { plan: Plan }) {
  const t = useBackupMessages()
  return (
    <>
      <Timestamp at={plan.next_attempt_at} /> · {plan.failures > 0 ? t.retry : t.schedule(plan.schedule)}
    </>
  )
}

function History({ runs, destination }: { runs: readonly Backup[]; destination: string }) {
  const t = useBackupMessages()
  return (
    <>
      <Card title={t.history} end={<span className="mono break-all">{destination}</span>} flush>
        {runs.length === 0 && <p className="body muted">{t.noRuns}</p>}
        <ul className="list">
          {runs.map((run) => (
            <Run key={run.id} run={run} isElsewhere={run.destination !== destination} />
          ))}
        </ul>
      </Card>
      <p className="hint">{t.restore}</p>
    </>
  )
}

const marks = { running: 'unknown', succeeded: 'up', failed: 'down', deleted: 'paused' } as const

function Run({ run, isElsewhere }: { run: Backup; isElsewhere: boolean }) {
  const t = useBackupMessages()
  const format = useFormat()
  const state = run.deleted_at ? 'deleted' : run.status
  return (
    <li>
      <span className="min-w-0">
        <span className="mono break-all">{run.name}</span>
        <span className="sub">
          <Timestamp at={run.started_at} /> · <Duration from={run.started_at} until={run.finished_at} />
          {run.size_bytes !== null && ` · ${format.bytes(run.size_bytes)}`}
          {isElsewhere && ` · ${t.elsewhere(run.destination)}`}
        </span>
        {run.error && <span className="sub break-words">{run.error}</span>}
      </span>
      <span className="at">
        <StatusWord status={marks[state]}>{t.states[state]}</StatusWord>
      </span>
    </li>
  )
}
