import { useId } from 'react'
import type { StatusPageComponent } from '../../../api-types.ts'
import { Button } from '../../../parts/button.tsx'
import { TextField } from '../../../parts/form/field.tsx'
import { StatusMark } from '../../../parts/status-mark.tsx'
import type { EditedComponent } from '../page-draft.ts'
import { useComponentMessages } from './messages.ts'
import { MonitorPicker } from './monitor-picker.tsx'
import { fieldsOf } from '../../../parts/form/use-form.tsx'

interface ComponentFormProps {
  readonly component: EditedComponent
  readonly live: StatusPageComponent | undefined
  readonly mayWrite: boolean
  readonly onChange: (part: Partial<EditedComponent>) => void
  readonly onRemove: () => void
}

const modes = ['rolled_up', 'expanded', 'collapsible_group'] as const
const causes = ['hidden', 'cause', 'full'] as const

export function ComponentForm({ component, live, mayWrite, onChange, onRemove }: ComponentFormProps) {
  const t = useComponentMessages()
  const field = fieldsOf(component, onChange)
  const { name, thirdParty, publicCause } = component
  return (
    <fieldset className="component-form stack" disabled={!mayWrite}>
      <div className="pair items-start">
        <TextField
          label={t.name}
          value={name}
          maxLength={120}
          onFocus={(event) => event.target.select()}
          onChange={(name) => onChange({ name })}
        />
        <TextField label={t.description} note={t.optional} maxLength={500} {...field('description')} />
      </div>
      {thirdParty ? (
        <TextField
          label={t.serviceParts}
          hint={t.servicePartsHint}
          defaultValue={thirdParty.parts.join(', ')}
          onChange={(value) => onChange({ thirdParty: { ...thirdParty, parts: listIn(value) } })}
        />
      ) : (
        <>
          <MonitorPicker component={component} onChange={onChange} />
          <Matches monitors={live?.monitors ?? []} />
          <Options
            label={t.display}
            options={modes.map((mode) => ({ value: mode, label: t.mode[mode], hint: t.modeHint[mode] }))}
            value={component.displayMode}
            onChange={(displayMode) => onChange({ displayMode })}
          />
          <Options
            label={t.cause}
            options={causes.map((cause) => ({ value: cause, label: t.causes[cause], hint: t.causeHint[cause] }))}
            value={publicCause}
            onChange={(next) => onChange({ publicCause: next })}
          />
          <p className="note">{t.sample(t.sampleOf[publicCause](name))}</p>
        </>
      )}
      {mayWrite && (
        <div className="actions justify-end">
          <Button weight="ghost" icon="trash" label={t.removeComponent} onClick={onRemove} />
        </div>
      )}
    </fieldset>
  )
}

const listIn = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
]

function Matches({ monitors }: { monitors: readonly { readonly name: string }[] }) {
  const t = useComponentMessages()
  if (monitors.length === 0) return <p className="hint">{t.matchesNone}</p>
  return (
    <p className="hint row items-start" role="status">
      <StatusMark status="up" />
      <span>
        <b>{t.matches(monitors.length)}:</b> {monitors.map(({ name }) => name).join(', ')}
      </span>
    </p>
  )
}

interface OptionsProps<T extends string> {
  readonly label: string
  readonly options: readonly { readonly value: T; readonly label: string; readonly hint: string }[]
  readonly value: T
  readonly onChange: (value: T) => void
}

/** Radio buttons with a sentence each. */
function Options<T extends string>({ label, options, value, onChange }: OptionsProps<T>) {
  const id = useId()
  return (
    <fieldset>
      <legend className="label mb-2">{label}</legend>
      <div className="option-cards">
        {options.map((option) => (
          <label key={option.value} className={option.value === value ? 'option-card chosen' : 'option-card'}>
            <input type="radio" name={id} checked={option.value === value} onChange={() => onChange(option.value)} />
            <span>
              {option.label}
              <span className="hint">{option.hint}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
