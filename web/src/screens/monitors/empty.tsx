import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { usePreferences } from '../../preferences.ts'
import { listOf } from '../../i18n.ts'
import { Button } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/content-states.tsx'
import { useStatusMessages } from '../../parts/messages.ts'
import { useCan } from '../../session.ts'
import { splitList } from '../../url.ts'
import { type ListFilters, facetNames } from './choices.ts'
import { useMonitorListMessages } from './messages.ts'
import { useTypeNames } from './type-names.ts'

export function NoMonitors() {
  const t = useMonitorListMessages()
  const can = useCan()
  const navigate = useNavigate()
  const [target, setTarget] = useState('')
  const watch = (event: FormEvent): void => {
    event.preventDefault()
    void navigate({ to: '/monitors/new', search: { target: target.trim() } })
  }
  return (
    <section className="card">
      <EmptyState
        title={t.empty}
        text={`${t.emptyGives} ${can('member') ? t.emptyWhy : ''}`}
        docs="first-monitor"
        action={
          can('member') && (
            <form className="row w-full max-w-measure" onSubmit={watch}>
              <input
                className="input mono"
                aria-label={t.address}
                placeholder="https://"
                value={target}
                onChange={(event) => setTarget(event.target.value)}
              />
              <Button type="submit" weight="primary" label={t.watch} />
            </form>
          )
        }
      />
    </section>
  )
}

/** Shown if no monitor matches; names the filters. */
export function NoMatches({ chosen, onClear }: { chosen: ListFilters; onClear: () => void }) {
  const t = useMonitorListMessages()
  const words: Readonly<Record<string, unknown>> = useStatusMessages()
  const typeName = useTypeNames({ enabled: true })
  const { language } = usePreferences()
  const filters = [
    ...(chosen.q ? [`“${chosen.q}”`] : []),
    ...splitList(chosen.status).map((status) => String(words[status] ?? status)),
    ...facetNames
      .filter((name) => chosen[name] !== '')
      .map((name) => {
        const values = splitList(chosen[name])
        return `${t.facets[name]} ${values.map((value) => (name === 'type' ? typeName(value) : value)).join(', ')}`
      }),
  ]
  return (
    <section className="card">
      <EmptyState title={t.nothing(listOf(language, filters))} action={<Button label={t.clear} onClick={onClear} />} />
    </section>
  )
}
