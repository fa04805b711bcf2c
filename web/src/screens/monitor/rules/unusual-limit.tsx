// The fields of a rule on unusual values, inside its sentence.
import { useRuleMessages } from './messages.ts'
import { type UnusualValue, defaultFloor, readUnusual, writeUnusual } from './unusual.ts'
import { Select, optionsOf } from '../../../parts/form/field.tsx'

interface UnusualLimitProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

export function UnusualLimit({ value, onChange }: UnusualLimitProps) {
  const t = useRuleMessages()
  const read = readUnusual(value)
  const set = (change: Partial<UnusualValue>): void => onChange(writeUnusual({ ...read, ...change }))
  return (
    <>
      <Select
        aria-label={t.fields.direction}
        value={read.direction}
        options={optionsOf(t.directions)}
        onChange={(direction) => set({ direction })}
      />
      <span>{t.unusual.by}</span>
      <span className="row">
        <input
          className="input limit"
          aria-label={t.fields.floor}
          inputMode="decimal"
          placeholder={defaultFloor}
          value={read.floor}
          onChange={(event) => set({ floor: event.target.value.replaceAll(/[^\d.]/g, '') })}
        />
        <span>{t.unusual.milliseconds}</span>
      </span>
      <Select
        aria-label={t.fields.sensitivity}
        value={read.sensitivity}
        options={optionsOf(t.sensitivities)}
        onChange={(sensitivity) => set({ sensitivity })}
      />
    </>
  )
}
