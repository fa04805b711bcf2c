import type { Incident, IncidentContext } from '../../api-types.ts'
import { client } from '../../api.ts'
import { useNow } from '../../format/now.ts'
import { useFormat } from '../../format/use-format.ts'
import { usePreferences } from '../../preferences.ts'
import { listOf } from '../../i18n.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Timestamp } from '../../parts/time.tsx'
import { useCan } from '../../session.ts'
import { useIncidentAction } from './incident-action.ts'
import { useIncidentScreenMessages } from './messages.ts'
import { usePagingMessages } from './page-messages.ts'

interface EscalationProps {
  readonly incident: Incident
  readonly context: IncidentContext
}

/** The last page, the next one, and when it is due. */
export function Escalation({ incident, context }: EscalationProps) {
  const t = useIncidentScreenMessages()
  const { language } = usePreferences()
  const pagingTexts = usePagingMessages()
  const mayWrite = useCan()('member')
  const [busy, act] = useIncidentAction(incident.id)
  const { last_page: last, next_pages: next } = context
  const names = next.filter(({ held }) => !held).flatMap(({ whom }) => whom.map(({ name }) => name))
  const pageNow = (): void =>
    act(
      () => client.post('/dashboard/incidents/{id}/page', { params: { id: incident.id }, body: { step: 'next' } }),
      pagingTexts.paged(listOf(language, names)),
    )
  const { unpaged_reason: reason } = context
  if (reason !== null)
    return (
      <Card title={t.escalation}>
        <p>
          <strong>{pagingTexts.unpaged}</strong> {pagingTexts.unpagedReasons[reason]}
        </p>
      </Card>
    )
  if (!last && next.length === 0) return null
  return (
    <Card title={t.escalation} end={next[0]?.policy.name} flush>
      <ul className="side-list">
        {last && (
          <li>
            <span className="step done">
              <Icon name="check" size={12} />
            </span>
            <span className="min-w-0">
              {listOf(language, last.whom)}
              <span className="sub">
                {t.pagedAt} <Timestamp at={last.at} as="clock" />
              </span>
            </span>
          </li>
        )}
        {incident.status === 'firing' &&
          next.map((page, index) => (
            <li key={`${page.policy.id} ${page.step} ${page.round}`}>
              <span className="step next">{page.step}</span>
              <span className="min-w-0">
                {listOf(
                  language,
                  page.whom.map(({ name }) => name),
                )}
                <TimeLeft at={page.at} held={page.held} />
              </span>
              {mayWrite && index === 0 && !page.held && (
                <Button small icon="bell" busy={busy} label={pagingTexts.now} onClick={pageNow} />
              )}
            </li>
          ))}
      </ul>
    </Card>
  )
}

function TimeLeft({ at, held }: { at: string; held: boolean }) {
  const t = useIncidentScreenMessages()
  const format = useFormat()
  const now = useNow(1)
  const seconds = Math.max(0, (Date.parse(at) - now.getTime()) / 1000)
  return <span className="sub">{held ? t.heldByMaintenance : t.unlessTaken(format.duration(seconds))}</span>
}
