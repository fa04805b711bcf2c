import type { IncidentContext } from '../../api-types.ts'
import { namesOfPath } from '../../catalog/evidence-names.ts'
import { useTranslation } from '../../catalog/use-translation.ts'
import { useFormat } from '../../format/use-format.ts'
import { Card } from '../../parts/card.tsx'
import { useIncidentScreenMessages } from './messages.ts'

type Diff = IncidentContext['diffs'][number]

/** Compares the last passed check with the first failed one; unchanged values are collapsed. */
export function ChangesCard({ diffs }: { diffs: readonly Diff[] }) {
  const t = useIncidentScreenMessages()
  const format = useFormat()
  const { evidence } = useTranslation()
  const nameOf = (key: string): string => namesOfPath(key.split('.'), evidence).join(' › ')
  const diff = diffs.find(({ rows }) => rows.length > 0)
  if (!diff) return null
  const changed = diff.rows.filter((row) => row.changed && !row.volatile)
  const same = diff.rows.filter((row) => !row.changed)
  const goodAt = diff.last_good_at ?? diff.evidence_from?.at
  return (
    <Card
      title={t.changed}
      end={goodAt && t.compared(diff.location, format.clockSeconds(goodAt), format.clockSeconds(diff.at))}
      flush
    >
      {changed.length === 0 ? (
        <p className="muted p-4">{t.nothingDiffers}</p>
      ) : (
        <table className="diff">
          <thead>
            <tr>
              <th scope="col">
                <span className="sr">{t.what}</span>
              </th>
              <th scope="col">{t.lastGood}</th>
              <th scope="col">{t.firstBad}</th>
            </tr>
          </thead>
          <tbody>
            {changed.map(({ key, before, after }) => (
              <tr key={key} className="changed">
                <th scope="row">{nameOf(key)}</th>
                <td>{before ?? t.absent}</td>
                <td>{after ?? t.absent}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {same.length > 0 && (
        <details className="p-4 faint">
          <summary>{t.sameOnes(same.length)}</summary>
          <ul className="mono text-sm">
            {same.map(({ key, before }) => (
              <li key={key} className="break-words">
                {nameOf(key)}: {before}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  )
}
