// Objectives and schedules beside a report.
import { Link } from '@tanstack/react-router'
import { useResource } from '../../api.ts'
import { listOf } from '../../i18n.ts'
import { Card } from '../../parts/card.tsx'
import { StatusWord } from '../../parts/status-mark.tsx'
import { usePreferences } from '../../preferences.ts'
import { useObjectiveMessages } from '../objectives/messages.ts'
import { objectiveMarks } from '../objectives/objective-marks.ts'
import { useReportMessages } from './messages.ts'
import { useBudgetText } from './period-names.ts'

const maxShown = 6

export function ObjectivesCard() {
  const t = useReportMessages()
  const objectives = useObjectiveMessages()
  const budgetText = useBudgetText()
  const { data } = useResource('/slos', { query: { limit: maxShown } })
  if (!data) return null
  return (
    <Card
      title={t.objectives}
      end={
        <Link className="link" to="/reports/objectives">
          {t.allObjectives}
        </Link>
      }
    >
      {data.data.length === 0 && <p className="muted">{t.noObjectives}</p>}
      <ul className="mark-list">
        {data.data.map(({ id, name, target, monitors, state, error_budget: budget }) => (
          <li key={id}>
            <span className="min-w-0 flex-1">
              <span className="name">
                {name}, {target} %
              </span>
              {budget.remaining_percent !== null && (
                <span className="sub num">
                  {budgetText(budget.consumed_seconds / monitors, budget.total_seconds / monitors)}
                </span>
              )}
            </span>
            <StatusWord status={objectiveMarks[state]}>{objectives.states[state]}</StatusWord>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const cadences = ['daily', 'weekly', 'monthly'] as const

export function SchedulesCard() {
  const t = useReportMessages()
  const { language } = usePreferences()
  const { data } = useResource('/reports/schedules')
  if (!data) return null
  const on = cadences.filter((cadence) => data[cadence].enabled).map((cadence) => t.scheduled[cadence])
  return (
    <Card
      title={t.schedules}
      end={
        <Link className="link" to="/reports/schedules">
          {t.allSchedules}
        </Link>
      }
    >
      <p className="muted">{on.length > 0 ? t.sentTo(listOf(language, on)) : t.notSent}</p>
    </Card>
  )
}
