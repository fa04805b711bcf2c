import type { MonitorType } from '../../../../sdk/api.ts'
import { useMessages } from '../../i18n.ts'
import { Card } from '../../parts/card.tsx'
import { CatalogForm } from '../../parts/catalog-form/catalog-form.tsx'
import { StatusMark } from '../../parts/status-mark.tsx'
import { useCondition } from '../monitor/rules/condition.ts'
import type { MonitorDraft } from './draft.ts'
import { editorMessages } from './messages.ts'

interface DefaultRulesCardProps {
  readonly type: MonitorType
  readonly draft: MonitorDraft
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (part: Partial<MonitorDraft>) => void
}

/** The type's default rules and the settings that affect them. */
export function DefaultRulesCard({ type, draft, errors, onChange }: DefaultRulesCardProps) {
  const t = useMessages(editorMessages)
  const condition = useCondition(type)
  return (
    <Card title={t.alarm}>
      <div className="stack">
        {type.default_rules.length === 0 ? (
          <p className="muted">{t.noRules}</p>
        ) : (
          <ul className="stack">
            {type.default_rules.map(({ name, metric, operator, value, severity, when }) => (
              <li key={name} className="row wrap">
                <StatusMark status={severity === 'critical' ? 'critical' : 'warning'} />
                <strong>{name}</strong>
                <span className="muted">
                  {[condition({ metric, operator, value }), when].filter(Boolean).join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        )}
        <p className="faint">{t.rulesLater}</p>
        <CatalogForm
          fields={type.config.filter(({ group }) => group === 'alarm')}
          value={draft.config}
          errors={errors}
          without={[]}
          onChange={(config) => onChange({ config })}
        />
      </div>
    </Card>
  )
}
