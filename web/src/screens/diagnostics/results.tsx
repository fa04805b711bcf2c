import type { Diagnostic, DiagnosticType } from '../../api-types.ts'
import { useMeasured } from '../../catalog/use-measured.ts'
import { useTranslation } from '../../catalog/use-translation.ts'
import { useFormat } from '../../format/use-format.ts'
import { listOf } from '../../i18n.ts'
import { ButtonLink } from '../../parts/button.tsx'
import { Callout, Card, KeyValue } from '../../parts/card.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { StatusMark, StatusWord } from '../../parts/status-mark.tsx'
import { usePreferences } from '../../preferences.ts'
import { useCan } from '../../session.ts'
import { type LocationDifference, differencesBetween } from './differences.ts'
import { useDiagnosticMessages } from './messages.ts'
import { EvidenceView } from '../../parts/evidence/evidence.tsx'

type Result = Diagnostic['results'][number]

export function ResultActions({ diagnostic, type }: { diagnostic: Diagnostic; type: DiagnosticType | undefined }) {
  const t = useDiagnosticMessages()
  const mayWrite = useCan()('member')
  const { id, target } = diagnostic
  return (
    <>
      <CopyButton text={`${location.origin}/diagnostics?run=${id}`} label={t.share}>
        {t.share}
      </CopyButton>
      {mayWrite && type && (
        <ButtonLink icon="plus" label={t.monitor} to="/monitors/new" search={{ type: type.monitor_type, target }} />
      )}
    </>
  )
}

export function Results({ diagnostic: { results } }: { diagnostic: Diagnostic }) {
  const differences = differencesBetween(results)
  return (
    <>
      {differences.length > 0 && <Differences differences={differences} />}
      <div className="diagnostic-results">
        {results.map((result) => (
          <LocationResult key={result.location.id} result={result} />
        ))}
      </div>
    </>
  )
}

function Differences({ differences }: { differences: readonly LocationDifference[] }) {
  const t = useDiagnosticMessages()
  const { language } = usePreferences()
  const { evidence: nameOf } = useTranslation()
  const sentence = (found: LocationDifference): string => {
    const names = listOf(language, found.locations)
    if (found.kind === 'fails') return t.fails(names, found.locations.length)
    const what = found.kind === 'status' ? t.statusCode : nameOf(found.key).toLowerCase()
    return t.another(names, what, found.locations.length)
  }
  return (
    <Card title={t.differences} stack>
      {differences.map((found) => (
        <Callout
          key={`${sentence(found)} ${found.kind === 'fails' ? '' : found.value}`}
          tone="degraded"
          mark={<StatusMark status="degraded" />}
        >
          <strong>{sentence(found)}</strong>
          {found.kind !== 'fails' && (
            <dl className="kv">
              <dt>{t.here}</dt>
              <dd className="mono">{found.value}</dd>
              <dt>{t.elsewhere}</dt>
              <dd className="mono">{found.others}</dd>
            </dl>
          )}
        </Callout>
      ))}
    </Card>
  )
}

function LocationResult({ result }: { result: Result }) {
  const t = useDiagnosticMessages()
  const format = useFormat()
  const written = useMeasured()
  const catalog = useTranslation()
  const { location: from, duration_ms: ms, error, data } = result
  return (
    <Card title={from.name} end={<ResultStatus result={result} />}>
      <div className="stack" aria-busy={result.status !== 'done'}>
        {ms !== null && <p className="num strong">{format.response(ms)}</p>}
        {error && <p className="error break-words">{error}</p>}
        {data && data.metrics.length > 0 && (
          <KeyValue rows={data.metrics.map((metric) => [catalog.text(metric.label), written(metric, metric.value)])} />
        )}
        {data && data.evidence.length > 0 && <EvidenceView parts={data.evidence} />}
        {result.status !== 'done' && <p className="muted">{t.waiting}</p>}
      </div>
    </Card>
  )
}

function ResultStatus({ result: { status, success } }: { result: Result }) {
  const t = useDiagnosticMessages()
  if (status !== 'done') return <StatusWord status="unknown">{t.waiting}</StatusWord>
  if (success === null) return <StatusWord status="unknown">{t.skipped}</StatusWord>
  return <StatusWord status={success ? 'up' : 'down'}>{success ? t.success : t.failure}</StatusWord>
}
