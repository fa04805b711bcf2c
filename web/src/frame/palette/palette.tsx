// The command palette: finds monitors, incidents and people by name, and runs commands of the open screen.
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from '../../parts/icon.tsx'
import { usePreferences } from '../../preferences.ts'
import { useCan } from '../../session.ts'
import { useStore } from '../../store.ts'
import { type PaletteResult, findResults, searchQuery } from './palette-search.ts'
import { overlay, takeTypedAhead } from './palette-state.ts'
import { commands } from '../commands.ts'
import { openCommands } from './destinations.ts'
import { usePaletteMessages } from '../messages.ts'

export function Palette() {
  const t = usePaletteMessages()
  const id = useId()
  const box = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState(takeTypedAhead)
  const [chosen, setChosen] = useState(0)
  const { results, pending } = useResults(text)
  const at = Math.min(chosen, Math.max(0, results.length - 1))
  // At once, so that no key is lost in between.
  useLayoutEffect(() => box.current!.showModal(), [])
  const close = (): void => overlay.set(null)
  const run = (found: PaletteResult | undefined): void => {
    if (!found) return
    close()
    found.run()
  }
  const press = (event: KeyboardEvent): void => {
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key]
    if (next !== undefined) setChosen((next + results.length) % Math.max(1, results.length))
    else if (event.key === 'Enter') run(results[at])
    else return
    event.preventDefault()
  }
  return (
    <dialog
      ref={box}
      className="palette"
      aria-label={t.label}
      onClose={close}
      onPointerDown={(event) => event.target === box.current && close()}
    >
      <div className="palette-field">
        <Icon name="search" />
        <input
          role="combobox"
          aria-label={t.label}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={results.length > 0 ? `${id}-${at}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={t.placeholder}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setChosen(0)
          }}
          onKeyDown={press}
        />
      </div>
      <Results id={id} results={results} at={at} onChoose={run} />
      <p className={results.length === 0 && text && !pending ? 'palette-nothing' : 'sr'} role="status">
        {results.length > 0 ? t.results(results.length) : text && !pending ? t.nothing(text) : ''}
      </p>
    </dialog>
  )
}

interface ResultsProps {
  readonly id: string
  readonly results: readonly PaletteResult[]
  readonly at: number
  readonly onChoose: (found: PaletteResult) => void
}

function Results({ id, results, at, onChoose }: ResultsProps) {
  const t = usePaletteMessages()
  const groups = Map.groupBy(results, ({ group }) => group)
  useEffect(() => {
    void document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])
  return (
    <div id={`${id}-list`} role="listbox" aria-label={t.label} className="palette-list">
      {[...groups].map(([group, found]) => (
        <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
          <div id={`${id}-${group}`} role="presentation" className="palette-group">
            {t.groups[group]}
          </div>
          {found.map((one) => {
            const index = results.indexOf(one)
            return (
              // The input keeps the focus and handles the keys.
              <div
                key={one.key}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === at}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onChoose(one)}
              >
                <Icon name={one.icon} size={14} />
                <span className="cut">{one.label}</span>
                {one.note && <span className="faint cut">{one.note}</span>}
                {one.keys && <kbd aria-hidden="true">{one.keys}</kbd>}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

/** Local results at once, then results of the server. */
function useResults(text: string): { results: readonly PaletteResult[]; pending: boolean } {
  const { history } = useRouter()
  const t = usePaletteMessages()
  const known = useStore(commands)
  const { language } = usePreferences()
  const can = useCan()
  const wanted = useDeferredValue(text.trim())
  const { data, isFetching } = useQuery(searchQuery(wanted))
  const go = (address: string): void => history.push(address)
  const verbs = [...known, ...openCommands({ language, can, go })]
  const results = findResults({
    text: text.trim(),
    verbs,
    found: data?.data ?? [],
    go,
    watch: t.watch,
    diagnose: t.diagnose,
  })
  return { results, pending: isFetching }
}
