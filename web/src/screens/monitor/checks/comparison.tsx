import { useTranslation } from '../../../catalog/use-translation.ts'
import { useFormat } from '../../../format/use-format.ts'
import type { CheckInFull } from './check-data.ts'
import { useCheckMessages } from './check-messages.ts'
import { type Difference, compare } from './compare.ts'

/** The last passed check compared with this one, changed rows first. */
export function Comparison({ check }: { check: CheckInFull }) {
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
