// Chooses among the tags that monitors have.
import { useResource } from '../../api.ts'
import { toggled } from '../../toggled.ts'
import { MultiSelect } from '../overlay/multi-select.tsx'

interface TagPickerProps {
  readonly label: string
  readonly hint: string
  readonly tags: readonly string[]
  readonly onChange: (tags: string[]) => void
}

export function TagPicker({ label, hint, tags, onChange }: TagPickerProps) {
  const { data } = useResource('/dashboard/monitors', { query: { limit: 1 } })
  const known = data?.facets?.tag ?? []
  const others = tags.filter((tag) => known.every(({ value }) => value !== tag)).map((value) => ({ value, count: 0 }))
  return (
    <div className="field">
      <span className="label">{label}</span>
      <MultiSelect
        label={label}
        options={[...known, ...others].map(({ value, count }) => ({ value, label: value, count }))}
        chosen={tags}
        onToggle={(tag) => onChange(toggled(tags, tag))}
        onClear={() => onChange([])}
      />
      <p className="hint">{hint}</p>
    </div>
  )
}
