import { Link } from '@tanstack/react-router'
import type { Diagnostic } from '../../api-types.ts'
import { useList } from '../../api.ts'
import { Card } from '../../parts/card.tsx'
import { QueryResult } from '../../parts/content-states.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { StatusMark } from '../../parts/status-mark.tsx'
import { RelativeTime } from '../../parts/time.tsx'
import { useDiagnosticMessages } from './messages.ts'

interface HistoryProps {
  /** The run on screen. */
  readonly current: string
  readonly nameOf: (type: string) => string
}

const pageSize = 20

export function History({ current, nameOf }: HistoryProps) {
  const t = useDiagnosticMessages()
  const runs = useList('/diagnostics', { query: { limit: pageSize } })
  return (
    <Card title={t.history}>
      <QueryResult query={runs} what={t.historyFailed}>
        {(data) =>
          data.length === 0 ? (
            <p className="muted">{t.historyEmpty}</p>
          ) : (
            <ul className="diagnostic-history">
              {data.map((run) => (
                <li key={run.id}>
                  <StatusMark status={markOf(run)} />
                  <span className="min-w-0 flex-1">
                    <Link className="name break-all" to="/diagnostics" search={{ run: run.id }}>
                      {run.target}
                    </Link>
                    <span className="sub">
                      {nameOf(run.type)} · {t.from(run.results.length)}
                      {run.id === current && <> · {t.shown}</>}
                    </span>
                  </span>
                  <span className="nowrap muted">
                    <RelativeTime at={run.created_at} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </QueryResult>
      <MoreButton query={runs}>{t.more}</MoreButton>
    </Card>
  )
}

function markOf({ results, status }: Diagnostic): 'up' | 'degraded' | 'down' | 'unknown' {
  if (status !== 'done') return 'unknown'
  const failed = results.filter(({ success }) => success === false).length
  if (failed === 0) return 'up'
  return results.some(({ success }) => success === true) ? 'degraded' : 'down'
}
