import { useInfiniteQuery } from '@tanstack/react-query'
import { listQueryFor } from '../../api.ts'
import { useMessages } from '../../i18n.ts'
import { Card } from '../../parts/card.tsx'
import { Check, Switch } from '../../parts/form/field.tsx'
import type { ChannelDraft } from './draft.ts'
import { channelMessages } from './messages.ts'
import { SelectField } from '../../parts/form/select.tsx'

interface RoutingProps {
  readonly draft: ChannelDraft
  readonly ownId: number | undefined
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (part: Partial<ChannelDraft>) => void
}

const severities = ['critical', 'warning'] as const

export function Routing({ draft, ownId, errors, onChange }: RoutingProps) {
  const t = useMessages(channelMessages)
  const channels = useInfiniteQuery(listQueryFor('/notification-channels'))
  const others = channels.data?.filter(({ id }) => id !== ownId) ?? []
  return (
    <Card title={t.routing}>
      <div className="stack">
        <Switch
          label={t.takesAll}
          hint={t.takesAllHint}
          checked={draft.isDefault}
          onChange={(isDefault) => onChange({ isDefault })}
        />
        {!draft.isDefault && <Groups draft={draft} onChange={onChange} />}
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
      </div>
    </Card>
  )
}

function Groups({ draft, onChange }: Pick<RoutingProps, 'draft' | 'onChange'>) {
  const t = useMessages(channelMessages)
  const groups = useInfiniteQuery(listQueryFor('/contact-groups'))
  const put = (id: string, on: boolean): void =>
    onChange({ groupIds: on ? [...draft.groupIds, id] : draft.groupIds.filter((other) => other !== id) })
  return (
    <fieldset className="stack">
      <legend className="label">{t.groups}</legend>
      {groups.data?.length === 0 && <p className="muted">{t.noGroups}</p>}
      {groups.data?.map(({ id, name }) => (
        <Check key={id} label={name} checked={draft.groupIds.includes(id)} onChange={(on) => put(id, on)} />
      ))}
    </fieldset>
  )
}
