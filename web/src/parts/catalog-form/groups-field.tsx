import { useResource } from '../../api.ts'
import { Check, FieldGroup } from '../form/field.tsx'
import { type CatalogFieldProps, useFieldTexts } from './field-texts.ts'
import { useGroupsFieldMessages } from './messages.ts'
import { toggled } from '../../toggled.ts'

/** Contact groups by name. */
export function GroupsField(props: CatalogFieldProps) {
  const t = useGroupsFieldMessages()
  const { data } = useResource('/contact-groups', { query: { limit: 100 } })
  const chosen = Array.isArray(props.value) ? props.value.map(String) : []
  const toggle = (id: string): void => {
    const next = toggled(chosen, id)
    props.onChange(next.length === 0 ? undefined : next)
  }
  return (
    <FieldGroup {...useFieldTexts(props)}>
      {data?.data.length === 0 && <p className="muted">{t.none}</p>}
      <span className="row wrap">
        {(data?.data ?? []).map(({ id, name }) => (
          <Check key={id} label={name} checked={chosen.includes(id)} onChange={() => toggle(id)} />
        ))}
      </span>
    </FieldGroup>
  )
}
