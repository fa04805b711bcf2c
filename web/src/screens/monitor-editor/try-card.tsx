import { useEffect, useState } from 'react'
import type { Location, MonitorType } from '../../api-types.ts'
import { useMeasured } from '../../catalog/use-measured.ts'
import { useTranslation } from '../../catalog/use-translation.ts'
import { useFormat } from '../../format/use-format.ts'
import { useMessages } from '../../i18n.ts'
import { Button } from '../../parts/button.tsx'
import { Callout, Card } from '../../parts/card.tsx'
import { StatusMark } from '../../parts/status-mark.tsx'
import { type MonitorDraft, missingBrowser } from './draft.ts'
import { editorMessages } from './messages.ts'
import type { Try, TryResult } from './use-try.ts'
import { Table, right } from '../../parts/table.tsx'
import { ExternalLink } from '../../parts/links.tsx'
import { EvidenceView } from '../../parts/evidence/evidence.tsx'

type Run = Try['results'][number]

const isGood = ({ success, objections }: Run): boolean => success === true && objections.length === 0

interface TryCardProps {
  readonly type: MonitorType | undefined
  readonly locations: readonly Location[]
  readonly draft: MonitorDraft
  readonly tried: TryResult
}

export function TryCard({ type, draft, locations, tried }: TryCardProps) {
  const t = useMessages(editorMessages)
  const { result, problem, triesLeft, isBusy, isByHand, again } = tried
  const isReported = type !== undefined && !type.requires_locations
  const missing = missingBrowser(type, locations, draft)
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
        {missing !== null && !result && (
          <div className="p-4">
            <Callout tone="degraded" mark={<StatusMark status="degraded" />}>
              <strong>{t.noBrowser}</strong> {sentence(missing)}. <BrowserGuide />
            </Callout>
          </div>
        )}
        {problem && (
          <div className="p-4" role="status">
            <Callout tone="degraded" mark={<StatusMark status="degraded" />}>
              {problem}
            </Callout>
          </div>
        )}
        {isBusy && <Progress seconds={deadlineOf(type, draft)} />}
        {result ? (
          <Results result={result} locations={locations} />
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

const BrowserGuide = () => {
  const t = useMessages(editorMessages)
  return <ExternalLink className="link" href="/docs/browser-checks#where-browser-checks-run" text={t.browserGuide} />
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

function Results({ result, locations }: { result: Try; locations: readonly Location[] }) {
  const lackBrowser = new Set(locations.filter(({ browser }) => !browser).map(({ id }) => id))
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
            isBrowserMissing={lackBrowser.has(run.location.id)}
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

interface LocationResultProps {
  readonly run: Run
  readonly slowest: number
  readonly isBrowserMissing: boolean
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function LocationResult({ run, slowest, isBrowserMissing }: LocationResultProps) {
  const t = useMessages(editorMessages)
  const format = useFormat()
  const catalog = useTranslation()
  const { location, status, objections, error, status_code: code, duration_ms: ms, phases, not_checked: skipped } = run
  const word =
    status === 'done'
      ? skipped
        ? t.notChecked(sentence((error ?? '').replace(/^not checked: /, '')))
        : (error ?? objections[0] ?? (code === null ? '' : String(code)))
      : t.waiting
  const lacksBrowser = skipped && isBrowserMissing
  return (
    <li>
      <StatusMark status={status !== 'done' || skipped ? 'unknown' : isGood(run) ? 'up' : 'down'} />
      <span className="min-w-0">
        {location.name} <span className="muted break-words">{word}</span> {lacksBrowser && <BrowserGuide />}
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
      <span className="num">{ms === null || skipped ? '' : format.response(ms)}</span>
    </li>
  )
}

function MetricTable({ runs }: { runs: readonly Run[] }) {
  const t = useMessages(editorMessages)
  const written = useMeasured()
  const catalog = useTranslation()
  const byMetric = Map.groupBy(
    runs.flatMap(({ metrics }) => metrics),
    ({ metric }) => metric,
  )
  if (byMetric.size === 0) return null
  return (
    <Table columns={[t.measured, right(t.justNow)]}>
      {[...byMetric.values()].map((measured) => {
        const values = measured.map(({ value }) => value)
        const metric = measured[0]!
        const [least, most] = [written(metric, Math.min(...values)), written(metric, Math.max(...values))]
        return (
          <tr key={metric.metric}>
            <td>{catalog.text(metric.label)}</td>
            <td className="right num">{least === most ? most : `${least} – ${most}`}</td>
          </tr>
        )
      })}
    </Table>
  )
}
