// Create or edit a channel.
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { ChannelKind } from '../../api-types.ts'
import { useChannelKinds } from '../../catalog/catalog.ts'
import { NoPermission, ScreenResult } from '../../frame/not-found.tsx'
import { QueryResult } from '../../parts/content-states.tsx'
import { useCan } from '../../session.ts'
import { useChoices } from '../../url.ts'
import { ChannelForm } from './channel-form.tsx'
import { useChannelMessages } from './messages.ts'
import { PageHead } from '../../frame/page-head.tsx'
import { TextField } from '../../parts/form/field.tsx'
import { useResource } from '../../api.ts'

export function Screen(): ReactNode {
  const t = useChannelMessages()
  const { id } = useParams({ strict: false }) as { id?: string }
  const kinds = useChannelKinds()
  const mayWrite = useCan()('member')
  if (id === undefined && !mayWrite) return <NoPermission />
  return (
    <QueryResult query={kinds} what={t.kindsFailed}>
      {(data) => (id === undefined ? <NewChannel kinds={data} /> : <KnownChannel id={Number(id)} kinds={data} />)}
    </QueryResult>
  )
}

function NewChannel({ kinds }: { kinds: readonly ChannelKind[] }) {
  const [{ kind: chosen }, choose] = useChoices({ kind: '' })
  const kind = kinds.find(({ type }) => type === chosen)
  const pick = (type: string): void => choose({ kind: type }, { push: true })
  const offered = kinds.filter(({ is_device: isDevice }) => !isDevice)
  return kind ? <ChannelForm key={kind.type} kind={kind} /> : <KindPicker kinds={offered} onPick={pick} />
}

function KnownChannel({ id, kinds }: { id: number; kinds: readonly ChannelKind[] }) {
  const t = useChannelMessages()
  const channel = useResource('/notification-channels/{id}', { params: { id } })
  return (
    <ScreenResult query={channel} item="channel" what={t.couldNotLoad}>
      {(data) => {
        const kind = kinds.find(({ type }) => type === data.type)
        return kind ? <ChannelForm key={data.id} kind={kind} channel={data} /> : <p>{t.unknownKind(data.type)}</p>
      }}
    </ScreenResult>
  )
}

interface KindPickerProps {
  readonly kinds: readonly ChannelKind[]
  readonly onPick: (type: string) => void
}

function KindPicker({ kinds, onPick }: KindPickerProps) {
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
        <TextField label={t.find} type="search" value={sought} onChange={setSought} />
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
