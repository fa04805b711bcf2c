import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Field, TextField } from '../../parts/form/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { usePolicyMessages } from './messages.ts'
import { type TargetBody, keyOfTarget, targetKinds, useTargetOptions } from './targets.ts'
import type { FormSubmit } from '../../parts/form/use-form.tsx'

export interface StepDraft {
  readonly key: number
  readonly delay: string
  readonly targets: readonly TargetBody[]
}

interface StepCardProps {
  readonly step: StepDraft
  readonly index: number
  readonly errors: FormSubmit['errors']
  readonly onChange: (change: Partial<StepDraft>) => void
  readonly onRemove: (() => void) | undefined
}

export function StepCard({ step, index, errors, onChange, onRemove }: StepCardProps) {
  const t = usePolicyMessages()
  return (
    <Card
      title={t.step(index + 1)}
      end={onRemove && <Button small icon="trash" label={t.removeStep} onClick={onRemove} />}
    >
      <div className="form-pairs">
        <TextField
          label={index === 0 ? t.delayFirst : t.delay}
          type="number"
          min={0}
          max={1440}
          value={step.delay}
          error={errors[`steps[${index}].delayMinutes`]}
          onChange={(delay) => onChange({ delay })}
        />
        <Targets step={step} error={errors[`steps[${index}].targets`]} onChange={onChange} />
      </div>
    </Card>
  )
}

interface TargetsProps {
  readonly step: StepDraft
  readonly error: string | undefined
  readonly onChange: (change: Partial<StepDraft>) => void
}

function Targets({ step: { targets }, error, onChange }: TargetsProps) {
  const t = usePolicyMessages()
  const options = useTargetOptions()
  const all = targetKinds.flatMap((kind) => options[kind])
  const chosen = targets.map(keyOfTarget)
  const add = (key: string): void => {
    const option = all.find((one) => one.key === key)
    if (option) onChange({ targets: [...targets, option.target] })
  }
  const remove = (key: string): void => onChange({ targets: targets.filter((target) => keyOfTarget(target) !== key) })
  return (
    <div className="stack">
      <Field label={t.addTarget} hint={targets.length === 0 && t.noTarget} error={error}>
        {(names) => (
          <select className="input" value="" {...names} onChange={(event) => add(event.target.value)}>
            <option value="">{t.choose}</option>
            {targetKinds.map((kind) => (
              <optgroup key={kind} label={t.groups[kind]}>
                {options[kind]
                  .filter(({ key }) => !chosen.includes(key))
                  .map(({ key, name }) => (
                    <option key={key} value={key}>
                      {name}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
        )}
      </Field>
      {targets.length > 0 && (
        <ul className="row wrap" aria-label={t.targets}>
          {chosen.map((key) => {
            const name = all.find((one) => one.key === key)?.name ?? '…'
            return (
              <li key={key} className="tag">
                {name}
                <button type="button" aria-label={t.remove(name)} onClick={() => remove(key)}>
                  <Icon name="close" size={10} />
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
