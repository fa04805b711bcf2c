// A filter chip that opens a list of values with counts.
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Icon } from '../icon.tsx'
import { useMultiSelectMessages } from '../messages.ts'
import { placeBelow } from './place-below.ts'

export interface MultiSelectOption {
  readonly value: string
  readonly label: string
  readonly count?: number
}

interface MultiSelectProps {
  readonly label: string
  readonly options: readonly MultiSelectOption[]
  readonly chosen: readonly string[]
  readonly onToggle: (value: string) => void
  readonly onClear: () => void
}

const minOptionsToSearch = 9

export function MultiSelect({ label, options, chosen, onToggle, onClear }: MultiSelectProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const names = chosen.map((value) => options.find((option) => option.value === value)?.label ?? value)
  return (
    <span className="inline-flex">
      <button
        ref={opener}
        type="button"
        className={chosen.length > 0 ? 'chip on' : 'chip dashed'}
        popoverTarget={id}
        aria-haspopup="dialog"
      >
        {chosen.length === 0 && <Icon name="plus" size={11} />}
        {label}
        {names.length > 0 && <span className="cut max-w-40">{names.join(', ')}</span>}
      </button>
      <div
        ref={box}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className="menu choose-many"
        onToggle={(event) => {
          if (event.newState !== 'open') return
          placeBelow(box.current!, opener.current!, 'start')
          box.current!.querySelector('input')?.focus()
        }}
      >
        <Options label={label} options={options} chosen={chosen} onToggle={onToggle} onClear={onClear} />
      </div>
    </span>
  )
}

function Options({ label, options, chosen, onToggle, onClear }: MultiSelectProps) {
  const t = useMultiSelectMessages()
  const [text, setText] = useState('')
  const fitting = options.filter((option) => option.label.toLowerCase().includes(text.trim().toLowerCase()))
  return (
    <>
      {options.length >= minOptionsToSearch && (
        <input
          className="input"
          aria-label={t.find(label)}
          placeholder={t.find(label)}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={walk}
        />
      )}
      <ul className="choose-many-list">
        {fitting.slice(0, 200).map((option) => (
          <li key={option.value}>
            <label>
              <input
                type="checkbox"
                className="check"
                checked={chosen.includes(option.value)}
                onChange={() => onToggle(option.value)}
                onKeyDown={walk}
              />
              <span className="cut flex-1">{option.label}</span>
              {option.count !== undefined && <span className="num faint">{option.count}</span>}
            </label>
          </li>
        ))}
      </ul>
      {options.length === 0 && <p className="muted p-2">{t.none}</p>}
      {chosen.length > 0 && (
        <button type="button" onClick={onClear}>
          {t.clear}
        </button>
      )}
    </>
  )
}

function walk(event: KeyboardEvent<HTMLInputElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const stops = [...event.currentTarget.closest('[popover]')!.querySelectorAll('input')]
  stops.at((stops.indexOf(event.currentTarget) + step) % stops.length)?.focus()
}
