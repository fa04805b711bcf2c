import { useEffect, useState } from 'react'
import type { MonitorType } from '../../api-types.ts'
import { useTranslation } from '../../catalog/use-translation.ts'
import { useFormat } from '../../format/use-format.ts'
import { useMessages } from '../../i18n.ts'
import { Button } from '../../parts/button.tsx'
import { Callout, Card } from '../../parts/card.tsx'
import { StatusMark } from '../../parts/status-mark.tsx'
import type { MonitorDraft } from './draft.ts'
import { editorMessages } from './messages.ts'
import type { Try, TryResult } from './use-try.ts'
import { Table, right } from '../../parts/table.tsx'
import { EvidenceView } from '../../parts/evidence/evidence.tsx'

type Run = Try['results'][number]

const isGood = ({ success, objections }: Run): boolean => success === true && objections.length === 0

interface TryCardProps {
  readonly type: MonitorType | undefined
  readonly draft: MonitorDraft
  readonly tried: TryResult
}

export function TryCard({ type, draft, tried }: TryCardProps) {
  const t = useMessages(editorMessages)
  const { result, problem, triesLeft, isBusy, isByHand, again } = tried
  const isReported = type !== undefined && !type.requires_locations
  return (
    <div className="try-side">
      <Card
        title={t.try}
        end={
          (result || problem || isByHand) && (
            <Button small icon="play" busy={isBusy} onClick={again}>
              {result || problem ? t.tryAgain : t.tryOnce}
            </Button>
          )
        }
        flush
      >
        {problem && (
          <div className="p-4" role="status">
            <Callout tone="degraded" mark={<StatusMark status="degraded" />}>
              {problem}
            </Callout>
          </div>
        )}
        {isBusy && <Progress seconds={deadlineOf(type, draft)} />}
        {result ? (
          <Results result={result} />
        ) : (
          !problem && (
            <p className="muted p-4">
              {isReported ? t.noTry : isBusy ? t.trying : isByHand ? t.tryCounted : t.tryIdle}
            </p>
          )
        )}
        {triesLeft !== null && triesLeft <= 3 && <p className="faint px-4 pb-4">{t.triesLeft(triesLeft)}</p>}
      </Card>
    </div>
  )
}

const usualSeconds = 30

/** How long a test may take. */
function deadlineOf(type: MonitorType | undefined, { config }: MonitorDraft): number {
  const seconds = config['timeoutSeconds'] ?? type?.config.find(({ key }) => key === 'timeoutSeconds')?.default
  return typeof seconds === 'number' ? seconds : usualSeconds
}

function Progress({ seconds }: { seconds: number }) {
  const t = useMessages(editorMessages)
  const format = useFormat()
  const [elapsed, setElapsed] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setElapsed((before) => before + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className="try-progress">
      <progress max={seconds} value={Math.min(elapsed, seconds)} aria-label={t.trying} />
      <span className="muted num">{t.progress(format.duration(elapsed), format.duration(seconds))}</span>
    </div>
  )
}

function Results({ result }: { result: Try }) {
  const done = result.results.filter(({ status, not_checked: skipped }) => status === 'done' && !skipped)
  const shown = done.find((run) => !isGood(run)) ?? done[0]
  return (
    <>
      {result.done && done.length > 0 && <Verdict runs={done} />}
      <ul className="try-results">
        {result.results.map((run) => (
          <LocationResult
            key={run.location.id}
            run={run}
            slowest={Math.max(1, ...done.map((one) => one.duration_ms ?? 0))}
          />
        ))}
      </ul>
      {shown && <MetricTable runs={done} />}
      {shown && shown.evidence.length > 0 && (
        <div className="p-4">
          <EvidenceView parts={shown.evidence} />
        </div>
      )}
    </>
  )
}

function Verdict({ runs }: { runs: readonly Run[] }) {
  const t = useMessages(editorMessages)
  const good = runs.filter(isGood).length
  const tone = good === runs.length ? 'up' : good === 0 ? 'down' : 'degraded'
  const text = good === runs.length ? t.works(good) : good === 0 ? t.fails(runs.length) : t.mixed(good, runs.length)
  return (
    <div className="p-4" role="status">
      <Callout tone={tone} mark={<StatusMark status={tone} />}>
        <strong>{text}</strong> {good === runs.length ? t.notSaved : t.saveAnyway}
      </Callout>
    </div>
  )
}

function LocationResult({ run, slowest }: { run: Run; slowest: number }) {
  const t = useMessages(editorMessages)
  const format = useFormat()
  const catalog = useTranslation()
  const { location, status, objections, error, status_code: code, duration_ms: ms, phases, not_checked: skipped } = run
  const word =
    status === 'done'
      ? skipped
        ? t.notChecked
        : (error ?? objections[0] ?? (code === null ? '' : String(code)))
      : t.waiting
  return (
    <li>
      <StatusMark status={status !== 'done' || skipped ? 'unknown' : isGood(run) ? 'up' : 'down'} />
      <span className="min-w-0">
        {location.name} <span className="muted break-words">{word}</span>
        <span className="try-phases" aria-hidden="true">
          {phases.map((phase, index) => (
            <i
              key={phase.phase}
              className={`phase-${index % 5}`}
              style={{ inlineSize: `${(phase.ms / slowest) * 100}%` }}
              title={`${catalog.text(phase.label)} ${format.response(phase.ms)}`}
            />
          ))}
        </span>
      </span>
      <span className="num">{ms === null ? '' : format.response(ms)}</span>
    </li>
  )
}

function MetricTable({ runs }: { runs: readonly Run[] }) {
  const t = useMessages(editorMessages)
  const format = useFormat()
  const catalog = useTranslation()
  const byMetric = Map.groupBy(
    runs.flatMap(({ metrics }) => metrics),
    ({ metric }) => metric,
  )
  if (byMetric.size === 0) return null
  return (
    <Table columns={[t.measured, right(t.justNow)]}>
      {[...byMetric].map(([metric, measured]) => {
        const values = measured.map(({ value }) => value)
        const [least, most] = [Math.min(...values), Math.max(...values)]
        const unit = measured[0]!.unit || null
        return (
          <tr key={metric}>
            <td>{catalog.text(measured[0]!.label)}</td>
            <td className="right num">
              {least === most
                ? format.metric(most, unit)
                : `${format.metric(least, unit)} – ${format.metric(most, unit)}`}
            </td>
          </tr>
        )
      })}
    </Table>
  )
}
