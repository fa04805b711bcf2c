import { useState } from 'react'
import type { ChannelKind } from '../../api-types.ts'
import { PageHead } from '../../frame/page-head.tsx'
import { TextField } from '../../parts/form/field.tsx'
import { useChannelMessages } from './messages.ts'

interface KindPickerProps {
  readonly kinds: readonly ChannelKind[]
  readonly onPick: (type: string) => void
}

export function KindPicker({ kinds, onPick }: KindPickerProps) {
  const t = useChannelMessages()
  const [sought, setSought] = useState('')
  const found = kinds.filter(({ name, type, summary }) =>
    `${name} ${type} ${summary}`.toLowerCase().includes(sought.trim().toLowerCase()),
  )
  const byCategory = Map.groupBy(found, ({ category }) => category)
  return (
    <>
      <PageHead title={t.pick} crumbs={[{ label: t.channels, link: { to: '/channels' } }]} />
      <div className="stack">
        <TextField label={t.find} type="search" value={sought} autoComplete="off" onChange={setSought} />
        {found.length === 0 && <p className="muted">{t.noKind}</p>}
        {[...byCategory].map(([category, inside]) => (
          <section key={category} className="stack">
            <h2>{t.categories[category]}</h2>
            <ul className="card-grid">
              {inside.map(({ type, name, summary }) => (
                <li key={type}>
                  <button type="button" className="card pick" onClick={() => onPick(type)}>
                    <span className="name">{name}</span>
                    <span className="sub">{firstSentence(summary)}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}

/** The setup instructions follow on the next screen. */
const firstSentence = (summary: string): string => /^.*?\.(?=\s|$)/.exec(summary)?.[0] ?? summary
