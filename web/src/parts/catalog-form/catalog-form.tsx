// A form generated from a catalog entry. It knows fields, but no monitor or channel types.
import type { FormField } from '../../api-types.ts'
import { listOf } from '../../i18n.ts'
import { usePreferences } from '../../preferences.ts'
import { CatalogField } from './catalog-field.tsx'
import { type Config, arrange, isSet, isShown, withKey } from './shape.ts'
import { useCatalogFormMessages } from './messages.ts'

export { type Config } from './shape.ts'

interface CatalogFormProps {
  readonly fields: readonly FormField[]
  readonly value: Config
  /** By key. */
  readonly errors?: Readonly<Record<string, string>>
  readonly onChange: (value: Config) => void
  /** Groups that the screen renders elsewhere. */
  readonly without?: readonly FormField['group'][]
}

const ownPlace: readonly FormField['group'][] = ['alarm']

export function CatalogForm({ fields, value, errors, onChange, without = ownPlace }: CatalogFormProps) {
  const t = useCatalogFormMessages()
  const mine = fields.filter((field) => !without.includes(field.group) && isShown(field, value, fields))
  const { groups, more } = arrange(mine)
  const change = (key: string, next: unknown): void => onChange(withKey(value, key, next))
  const draw = (field: FormField) => (
    <CatalogField
      key={field.key}
      field={field}
      value={value[field.key]}
      error={errors?.[field.key]}
      onChange={(next) => change(field.key, next)}
    />
  )
  return (
    <div className="grid gap-5">
      {groups.map(({ name, fields: inside }) => (
        <fieldset key={name ?? ''} className="catalog-group grid gap-4">
          {groups.length > 1 && name && <legend>{t.groups[name]}</legend>}
          {inside.map(draw)}
        </fieldset>
      ))}
      {more.length > 0 && (
        <details className="more" open={more.some(({ key }) => errors?.[key]) || undefined}>
          <summary>
            <span>{t.more}</span>
            <Differing fields={more} value={value} />
          </summary>
          <div className="catalog-group grid gap-4">{more.map(draw)}</div>
        </details>
      )}
    </div>
  )
}

function Differing({ fields, value }: { fields: readonly FormField[]; value: Config }) {
  const t = useCatalogFormMessages()
  const { language } = usePreferences()
  const names = fields.filter((field) => isSet(field, value)).map(({ label }) => label)
  return <span className="muted">{names.length === 0 ? t.defaults : t.differ(listOf(language, names))}</span>
}
