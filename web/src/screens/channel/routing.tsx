import { useList } from '../../api.ts'
import { Card } from '../../parts/card.tsx'
import type { ChannelDraft } from './draft.ts'
import { useChannelMessages } from './messages.ts'
import { CheckList } from '../../parts/form/check-list.tsx'
import { fieldsOf } from '../../parts/form/use-form.tsx'
import { SelectField, Check, Switch } from '../../parts/form/field.tsx'

interface RoutingProps {
  readonly draft: ChannelDraft
  readonly ownId: number | undefined
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (part: Partial<ChannelDraft>) => void
}

const severities = ['critical', 'warning'] as const

export function Routing({ draft, ownId, errors, onChange }: RoutingProps) {
  const t = useChannelMessages()
  const field = fieldsOf(draft, onChange)
  const channels = useList('/notification-channels')
  const groups = useList('/contact-groups')
  const others = channels.data?.filter(({ id }) => id !== ownId) ?? []
  return (
    <Card title={t.routing} stack>
      <Switch label={t.takesAll} hint={t.takesAllHint} {...field('isDefault')} />
      {!draft.isDefault && (
        <CheckList
          label={t.groups}
          items={groups.data ?? []}
          none={groups.data && t.noGroups}
          chosen={draft.groupIds}
          onChange={(groupIds) => onChange({ groupIds })}
        />
      )}
      <fieldset className="stack">
        <legend className="label">{t.severities}</legend>
        {severities.map((severity) => (
          <Check
            key={severity}
            label={t[severity]}
            checked={draft.severities.includes(severity)}
            onChange={(on) =>
              onChange({
                severities: severities.filter((one) => (one === severity ? on : draft.severities.includes(one))),
              })
            }
          />
        ))}
        {errors['severityFilter'] && <p className="error">{errors['severityFilter']}</p>}
      </fieldset>
      {others.length > 0 && (
        <SelectField
          label={t.fallback}
          value={draft.fallbackId ?? ''}
          error={errors['fallbackChannelId']}
          onChange={(id) => onChange({ fallbackId: id || null })}
          none={t.noFallback}
          options={others.map(({ id, name }) => [id, name])}
        />
      )}
    </Card>
  )
}
