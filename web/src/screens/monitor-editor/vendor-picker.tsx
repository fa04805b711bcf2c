import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../api.ts'
import { useMessages } from '../../i18n.ts'
import { editorMessages } from './messages.ts'
import { toggled } from '../../toggled.ts'
import { MultiSelect } from '../../parts/overlay/multi-select.tsx'

interface VendorPickerProps {
  readonly vendors: readonly string[]
  readonly onChange: (vendors: string[]) => void
}

/** Chooses among the third-party services that Lapwing can read the status of. */
export function VendorPicker({ vendors, onChange }: VendorPickerProps) {
  const t = useMessages(editorMessages)
  const { data } = useQuery(queryFor('/third-party-services'))
  const toggle = (slug: string): void => onChange(toggled(vendors, slug))
  return (
    <div className="field">
      <span className="label">{t.vendors}</span>
      <MultiSelect
        label={t.vendors}
        options={(data?.data ?? []).map(({ slug, name }) => ({ value: slug, label: name }))}
        chosen={vendors}
        onToggle={toggle}
        onClear={() => onChange([])}
      />
      <p className="hint">{t.vendorsHint}</p>
    </div>
  )
}
