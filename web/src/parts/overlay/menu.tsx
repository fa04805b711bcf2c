// A menu button: opens with Enter, Space or arrow down; arrows move, Escape closes.
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { Button, type Weight } from '../button.tsx'
import { Icon, type IconName } from '../icon.tsx'
import { placeBelow } from './place-below.ts'

export interface MenuItem {
  readonly label: string
  readonly run: () => void
  readonly icon?: IconName
  readonly danger?: boolean
  /** Marks the current item. */
  readonly current?: boolean
}

interface MenuProps {
  readonly label: string
  readonly items: readonly MenuItem[]
  /** The button's content; three dots if omitted. */
  readonly children?: ReactNode
  readonly icon?: IconName
  readonly weight?: Weight
  readonly small?: boolean
}

export function Menu({ label, items, children, icon, weight, small }: MenuProps) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLSpanElement>(null)
  const open = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    menu.current?.showPopover()
  }
  const choose = (item: MenuItem): void => {
    menu.current?.hidePopover()
    item.run()
  }
  return (
    <span ref={opener} className="inline-flex">
      <Button
        weight={weight}
        small={small}
        icon={icon ?? (children ? undefined : 'more')}
        aria-label={children ? undefined : label}
        aria-haspopup="menu"
        popoverTarget={id}
        onKeyDown={open}
        label={children}
      />
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className="menu"
        onKeyDown={walk}
        onToggle={(event) => event.newState === 'open' && place(menu.current!, opener.current!)}
      >
        {items.map((item) => (
          <button
            key={item.label}
            type="button"
            role="menuitem"
            tabIndex={-1}
            aria-current={item.current || undefined}
            className={item.danger ? 'danger' : ''}
            onClick={() => choose(item)}
          >
            {item.icon && <Icon name={item.icon} size={14} />}
            {item.label}
          </button>
        ))}
      </div>
    </span>
  )
}

function place(menu: HTMLElement, opener: HTMLElement): void {
  placeBelow(menu, opener)
  menu.querySelector<HTMLElement>('[role=menuitem]')?.focus()
}

function walk(event: KeyboardEvent<HTMLDivElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')]
  const at = items.indexOf(document.activeElement as HTMLElement)
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
  if (event.key === 'Tab') event.currentTarget.hidePopover()
  if (next === undefined) return
  event.preventDefault()
  items.at(next % items.length)?.focus()
}
