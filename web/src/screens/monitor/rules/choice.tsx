// A select inside the sentence of a rule.
interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly onChange: (value: string) => void
}

export function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <select className="input" aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {options.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  )
}
