import { RemovableTag } from '../../../parts/card.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { queryFor, useResource } from '../../../api.ts'
import { useDebounced } from '../../../debounced.ts'
import { Field } from '../../../parts/form/field.tsx'
import type { EditedComponent } from '../page-draft.ts'
import { useComponentMessages } from './messages.ts'

interface MonitorPickerProps {
  readonly component: Pick<EditedComponent, 'monitors' | 'tags'>
  readonly onChange: (part: Partial<EditedComponent>) => void
}

interface Suggestion {
  readonly text: string
  readonly detail: string | null
  readonly choose: () => void
}

const typingMs = 150
const maxSuggestions = 20

/** Monitors by name and tags as `tag:…`, suggested by the browser while typing. */
export function MonitorPicker({ component, onChange }: MonitorPickerProps) {
  const { monitors, tags } = component
  const t = useComponentMessages()
  const listId = useId()
  const [text, setText] = useState('')
  const suggestions = useSuggestions(text, { component, onChange })
  const choose = (typed: string, isFinal: boolean): void => {
    const wanted = typed.trim().toLowerCase()
    const exact = suggestions.find((one) => one.text.toLowerCase() === wanted)
    const chosen = exact ?? (isFinal && suggestions.length === 1 ? suggestions[0] : undefined)
    if (!chosen) return setText(typed)
    chosen.choose()
    setText('')
  }
  return (
    <Field label={t.monitors} hint={t.monitorsHint}>
      {(names) => (
        <span className="input tokens">
          {tags.map((tag) => (
            <Token
              key={tag}
              label={t.tag(tag)}
              onRemove={() => onChange({ tags: tags.filter((one) => one !== tag) })}
            />
          ))}
          {monitors.map(({ id, name }) => (
            <Token
              key={id}
              label={name}
              onRemove={() => onChange({ monitors: monitors.filter((monitor) => monitor.id !== id) })}
            />
          ))}
          <input
            list={listId}
            value={text}
            placeholder={t.pickPlaceholder}
            autoComplete="off"
            onChange={({ target, nativeEvent }) =>
              isTyped(nativeEvent) ? setText(target.value) : choose(target.value, false)
            }
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || text === '') return
              event.preventDefault()
              choose(text, true)
            }}
            {...names}
          />
          <datalist id={listId}>
            {suggestions.map((one) => (
              <option key={`${one.text} ${one.detail}`} value={one.text}>
                {one.detail}
              </option>
            ))}
          </datalist>
        </span>
      )}
    </Field>
  )
}

function Token({ label, onRemove }: { label: string; onRemove: () => void }) {
  const t = useComponentMessages()
  return <RemovableTag as="span" name={label} label={t.remove(label)} onRemove={onRemove} />
}

/** Only a chosen suggestion arrives without an input type; typing may continue. */
const isTyped = (event: Event): boolean => 'inputType' in event && event.inputType !== 'insertReplacementText'

function useSuggestions(text: string, { component, onChange }: MonitorPickerProps): readonly Suggestion[] {
  const t = useComponentMessages()
  const { monitors, tags } = component
  const found = useFound(text)
  return [
    ...found.tags
      .filter((tag) => !tags.includes(tag))
      .map((tag) => ({ text: t.tag(tag), detail: null, choose: () => onChange({ tags: [...tags, tag] }) })),
    ...found.monitors
      .filter(({ id }) => !monitors.some((monitor) => monitor.id === id))
      .map(({ id, name, target }) => ({
        text: name,
        detail: target,
        choose: () => onChange({ monitors: [...monitors, { id, name }] }),
      })),
  ]
}

function useFound(text: string) {
  const q = useDebounced(text.trim(), typingMs)
  const tagText = q.replace(/^tag:/, '').toLowerCase()
  const all = useResource('/dashboard/monitors', { query: { limit: 1, facets: 'true' } })
  const fitting = useQuery({
    ...queryFor('/dashboard/monitors', {
      query: { ...(q && { q }), order: 'name', limit: maxSuggestions, facets: 'false' },
    }),
    placeholderData: keepPreviousData,
    enabled: !q.startsWith('tag:'),
  })
  const tags = all.data?.facets?.tag.map(({ value }) => value) ?? []
  return {
    tags: tags.filter((tag) => tag.toLowerCase().includes(tagText)).slice(0, maxSuggestions),
    monitors: q.startsWith('tag:') ? [] : (fitting.data?.data ?? []),
  }
}
