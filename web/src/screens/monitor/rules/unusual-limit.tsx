// The fields of a rule on unusual values, inside its sentence.
import { useMessages } from '../../../i18n.ts'
import { Choice } from './choice.tsx'
import { ruleMessages } from './messages.ts'
import { type UnusualValue, defaultFloor, directions, readUnusual, sensitivities, writeUnusual } from './unusual.ts'

interface UnusualLimitProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

export function UnusualLimit({ value, onChange }: UnusualLimitProps) {
  const t = useMessages(ruleMessages)
  const read = readUnusual(value)
  const set = (change: Partial<UnusualValue>): void => onChange(writeUnusual({ ...read, ...change }))
  return (
    <>
      <Choice
        label={t.fields.direction}
        value={read.direction}
        options={directions.map((one) => [one, t.directions[one]])}
        onChange={(direction) => set({ direction: direction as UnusualValue['direction'] })}
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
      <Choice
        label={t.fields.sensitivity}
        value={read.sensitivity}
        options={sensitivities.map((one) => [one, t.sensitivities[one]])}
        onChange={(sensitivity) => set({ sensitivity: sensitivity as UnusualValue['sensitivity'] })}
      />
    </>
  )
}
