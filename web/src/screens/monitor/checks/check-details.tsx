// The details of one check, with a comparison to the last passed one.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryFor, type AnswerOf } from '../../../api.ts'
import { useMeasured } from '../../../catalog/use-measured.ts'
import { useTranslation } from '../../../catalog/use-translation.ts'
import { useFormat } from '../../../format/use-format.ts'
import { Button } from '../../../parts/button.tsx'
import { KeyValue } from '../../../parts/card.tsx'
import { QueryResult } from '../../../parts/content-states.tsx'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { useCheckMessages } from './check-messages.ts'
import { partsOf } from './evidence-parts.ts'
import { type Monitor, useMonitorType } from '../monitor-data.ts'
import { type Difference, compare } from './compare.ts'
import { EvidenceView } from '../../../parts/evidence/evidence.tsx'

export function CheckDetails({ monitor, id }: { monitor: Monitor; id: string }) {
  const t = useCheckMessages()
  const query = useQuery({
    ...queryFor('/dashboard/monitors/{id}/checks/{checkId}', { params: { id: monitor.id, checkId: id } }),
    staleTime: Infinity,
  })
  return (
    <div className="check-details">
      <QueryResult query={query} what={t.notLoaded}>
        {(check) => <Details monitor={monitor} check={check} />}
      </QueryResult>
    </div>
  )
}

function Details({ monitor, check }: { monitor: Monitor; check: CheckInFull }) {
  const t = useCheckMessages()
  const written = useMeasured()
  const type = useMonitorType(monitor.type)
  const words = useTranslation()
  const [comparing, setComparing] = useState(false)
  const others = check.metrics.filter(({ phase, unit }) => phase === null && unit !== 'truth')
  const parts = partsOf(check.evidence, type)
  return (
    <>
      <div className="stack gap-3">
        {check.infrastructure && <p className="muted">{t.oursWhy}</p>}
        <Phases check={check} />
        {others.length > 0 && (
          <section>
            <h3 className="label mb-1">{t.measured}</h3>
            <KeyValue
              rows={others.map((metric) => [words.text(metric.label, monitor.type), written(metric, metric.value)])}
            />
          </section>
        )}
        <div className="row wrap">
          {!check.success && (
            <Button
              small
              icon="swap"
              aria-expanded={comparing}
              label={comparing ? t.alone : t.compare}
              onClick={() => setComparing(!comparing)}
            />
          )}
          {/^https?:/.test(monitor.target) && (
            <CopyButton text={`curl -sS -i --max-time 30 ${quoted(monitor.target)}`} label={t.curl}>
              {t.curl}
            </CopyButton>
          )}
        </div>
      </div>
      <div className="min-w-0">
        {comparing ? (
          <Comparison check={check} />
        ) : parts.length > 0 ? (
          <EvidenceView parts={parts} />
        ) : (
          <p className="muted">{t.notKept}</p>
        )}
      </div>
    </>
  )
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The phases of the check as consecutive bars. */
function Phases({ check }: { check: CheckInFull }) {
  const t = useCheckMessages()
  const format = useFormat()
  const words = useTranslation()
  const phases = check.metrics.filter(({ phase }) => phase !== null)
  const whole = phases.reduce((sum, { value }) => sum + value, 0)
  if (phases.length === 0 || whole === 0) return null
  const begins = phases.map((_, index) => phases.slice(0, index).reduce((sum, { value }) => sum + value, 0))
  return (
    <section>
      <h3 className="label mb-1">{t.phases}</h3>
      <ul className="phases">
        {phases.map(({ metric, label, value }, index) => (
          <li key={metric}>
            <span>{words.text(label)}</span>
            <span className="phase-bar">
              <i
                style={{
                  marginInlineStart: `${(begins[index]! / whole) * 100}%`,
                  width: `${(value / whole) * 100}%`,
                  background: `var(--phase-${(index % 5) + 1})`,
                }}
              />
            </span>
            <span className="num right">{format.response(value)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The last passed check compared with this one, changed rows first. */
function Comparison({ check }: { check: CheckInFull }) {
  const t = useCheckMessages()
  const format = useFormat()
  const words = useTranslation()
  const good = check.last_good
  if (!good) return <p className="muted">{t.noGood}</p>
  const { changed, same } = compare(recordOf(good), recordOf(check), words.evidence)
  return (
    <div className="stack gap-3">
      <p className="muted">
        {t.lastGood(format.moment(good.at))}{' '}
        {check.evidence_location &&
          check.evidence_location !== check.location?.name &&
          t.fromElsewhere(check.evidence_location)}
      </p>
      {changed.length === 0 ? <p>{t.same}</p> : <ChangedRows rows={changed} />}
      {same.length > 0 && (
        <details>
          <summary className="muted">{t.sameRows(same.length)}</summary>
          <dl className="kv mt-2">
            {same.map(({ name, now }) => (
              <div key={name} className="contents faint">
                <dt>{name}</dt>
                <dd className="mono">{now}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  )
}

type ComparedCheck = Pick<CheckInFull, 'status_code' | 'error' | 'evidence'>

const recordOf = ({ status_code: status, error, evidence }: ComparedCheck): Record<string, unknown> => ({
  status,
  error,
  ...(typeof evidence === 'object' && evidence),
})

function ChangedRows({ rows }: { rows: readonly Difference[] }) {
  const t = useCheckMessages()
  return (
    <dl className="changes">
      {rows.map(({ name, before, now }) => (
        <div key={name}>
          <dt>{name}</dt>
          {before !== null && (
            <dd className="was mono">
              <span className="sr">{t.before} </span>− {before}
            </dd>
          )}
          {now !== null && (
            <dd className="is mono">
              <span className="sr">{t.now} </span>+ {now}
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

type CheckInFull = AnswerOf<'/dashboard/monitors/{id}/checks/{checkId}', 'get'>
