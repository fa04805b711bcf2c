import { useState } from 'react'
import type { MonitorType } from '../../api-types.ts'
import { useMessages } from '../../i18n.ts'
import { TextField } from '../../parts/form/field.tsx'
import { editorMessages } from './messages.ts'
import { Dialog } from '../../parts/overlay/dialog.tsx'

interface TypeListProps {
  readonly types: readonly MonitorType[]
  readonly onPick: (type: MonitorType) => void
  readonly onClose: () => void
}

export function TypeList({ types, onPick, onClose }: TypeListProps) {
  const t = useMessages(editorMessages)
  const [sought, setSought] = useState('')
  const found = types.filter(({ name, type, summary }) =>
    `${name} ${type} ${summary}`.toLowerCase().includes(sought.trim().toLowerCase()),
  )
  return (
    <Dialog title={t.allTypes(types.length)} onClose={onClose} wide>
      <div className="stack">
        <TextField label={t.findType} type="search" value={sought} autoFocus autoComplete="off" onChange={setSought} />
        {found.length === 0 && <p className="muted">{t.noType}</p>}
        {[...Map.groupBy(found, ({ category }) => category)].map(([category, inside]) => (
          <section key={category} className="stack">
            <h3 className="label">{t.categories[category]}</h3>
            <ul className="card-grid">
              {inside.map((type) => (
                <li key={type.type}>
                  <button type="button" className="card pick" onClick={() => onPick(type)}>
                    <span className="name">{type.name}</span>
                    <span className="sub">{type.summary}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
