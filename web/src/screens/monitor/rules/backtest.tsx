// Backtests a rule on past checks.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type AnswerOf, client } from '../../../api.ts'
import { useFormat } from '../../../format/use-format.ts'
import { Bars } from '../../../parts/bars.tsx'
import { Segments } from '../../../parts/choose.tsx'
import { ErrorState } from '../../../parts/content-states.tsx'
import type { Monitor } from '../monitor-data.ts'
import { nearestIncident, stripOf } from './firings.ts'
import { useRuleMessages } from './messages.ts'
import { type RuleDraft, conditionOf, isComplete } from './rule-draft.ts'

type Preview = AnswerOf<'/alert-rules/preview', 'post'>
const spans = ['24', '168', '720'] as const
const typingMs = 300
const maxShownFirings = 5
const minNoisyFirings = 10

export function Backtest({ monitor, draft }: { monitor: Monitor; draft: RuleDraft }) {
  const t = useRuleMessages()
  const [hours, setHours] = useState<(typeof spans)[number]>('168')
  const body = { monitorId: monitor.id, ...conditionOf(draft), hours: Number(hours) }
  const settled = useSettled(body)
  const query = useQuery({
    queryKey: ['/alert-rules/preview', settled],
    queryFn: ({ signal }) => client.post('/alert-rules/preview', { body: settled, signal }),
    enabled: isComplete(draft),
    placeholderData: keepPreviousData,
    retry: false,
  })
  return (
    <section className="backtest" aria-live="polite">
      <div className="row between wrap">
        <Segments
          label={t.back}
          choices={spans.map((value) => ({ value, label: t.spans[value] }))}
          value={hours}
          onChange={setHours}
        />
      </div>
      {query.isError ? (
        <ErrorState error={query.error} what={t.backtest.failed} />
      ) : query.data && isComplete(draft) ? (
        <>
          {query.data.unusual && <UsualNote unusual={query.data.unusual} />}
          {query.data.unusual?.state !== 'waiting' && <BacktestResult preview={query.data} span={t.lasting[hours]} />}
        </>
      ) : (
        <p className="muted">{t.backtest.waiting}</p>
      )}
    </section>
  )
}

/** What is usual now, or why that is not known yet. */
function UsualNote({ unusual }: { unusual: NonNullable<Preview['unusual']> }) {
  const { unusual: t } = useRuleMessages()
  const format = useFormat()
  const { state, ready_at: readyAt, bands } = unusual
  if (state === 'waiting') return <p>{readyAt ? t.waitingUntil(format.day(readyAt)) : t.waitingForChecks}</p>
  const written = bands.map(({ location, low, high }) => ({
    location,
    low: format.metric(low, 'ms'),
    high: format.metric(high, 'ms'),
  }))
  const [first] = written
  if (first && written.length === 1) return <p>{t.band(first.low, first.high)}</p>
  return <p>{t.bands(written.map(({ location, low, high }) => t.bandFrom(location, low, high)).join('; '))}</p>
}

function useSettled<T>(value: T): T {
  const text = JSON.stringify(value)
  const [settled, settle] = useState(text)
  useEffect(() => {
    const timer = setTimeout(settle, typingMs, text)
    return () => clearTimeout(timer)
  }, [text])
  return JSON.parse(settled) as T
}

function BacktestResult({ preview, span }: { preview: Preview; span: string }) {
  const { backtest: t } = useRuleMessages()
  const format = useFormat()
  const { total_firings: times, checks, firing_seconds: seconds, firings, present } = preview
  const short = firings.filter(({ duration_seconds: lasted }) => lasted < 60).length
  if (checks === 0) return <p>{t.unmeasured}</p>
  return (
    <>
      {times === 0 ? (
        <p>{t.quiet(span, checks)}</p>
      ) : (
        <p>
          <strong>{t.fired(span, times)}</strong>
          {t.over(format.duration(seconds), checks)} {times >= minNoisyFirings && short > times / 2 && t.short(short)}
        </p>
      )}
      <div>
        <Bars bars={stripOf(preview, firings, 'g')} label={t.label(times, present.total)} height={20} />
        {present.incidents.length > 0 && (
          <>
            <p className="scale">{t.incidents}</p>
            <Bars
              bars={stripOf(
                preview,
                present.incidents.map(({ started_at, resolved_at }) => ({ started_at, ended_at: resolved_at })),
                'd',
              )}
              label={t.incidents}
              height={14}
            />
          </>
        )}
        <div className="scale">
          <span>{format.day(preview.from)}</span>
          <span>{format.day(preview.to)}</span>
        </div>
      </div>
      <ul className="firings num">
        {firings
          .slice(-maxShownFirings)
          .reverse()
          .map((firing) => (
            <li key={firing.started_at}>
              {t.firing(
                format.moment(firing.started_at),
                format.duration(firing.duration_seconds),
                firing.detected_value,
              )}{' '}
              · <NearestIncident firing={firing} preview={preview} />
            </li>
          ))}
      </ul>
    </>
  )
}

function NearestIncident({ firing, preview }: { firing: Preview['firings'][number]; preview: Preview }) {
  const { backtest: t } = useRuleMessages()
  const format = useFormat()
  const near = nearestIncident(firing, preview.present.incidents)
  if (!near) return t.alone
  const text = format.duration(Math.abs(near.secondsLater))
  return near.secondsLater >= 0 ? t.before(text, near.id) : t.after(text, near.id)
}
