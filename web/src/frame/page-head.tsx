// The head of a screen. The browser tab shows the same title.
import { Link, type LinkProps } from '@tanstack/react-router'
import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '../parts/icon.tsx'
import { useCan } from '../session.ts'
import { announce } from '../announce.ts'
import { useTabTitle } from './tab-title.ts'
import { usePageHeadMessages } from './messages.ts'

export interface Crumb {
  readonly label: string
  readonly link?: LinkProps
}

interface PageHeadProps {
  /** May be a sentence. */
  readonly title: string
  /** Shown next to the title, such as a status. */
  readonly beside?: ReactNode
  readonly above?: ReactNode
  readonly crumbs?: readonly Crumb[]
  /** One line of context. */
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

export function PageHead({ title, beside, above, crumbs, children, actions }: PageHeadProps) {
  const t = usePageHeadMessages()
  const can = useCan()
  const heading = useHeading(title)
  return (
    <>
      {crumbs && <Crumbs label={t.path} crumbs={crumbs} />}
      <div className="head">
        <div>
          {above && <div className="row mb-2">{above}</div>}
          <div className="row wrap">
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {beside}
          </div>
          {children && <div className="context">{children}</div>}
          {!can('member') && <p className="context">{t.viewer}</p>}
        </div>
        {actions && <div className="actions">{actions}</div>}
      </div>
    </>
  )
}

const ownAddress = { exact: true }

function Crumbs({ label, crumbs }: { label: string; crumbs: readonly Crumb[] }) {
  return (
    <nav className="crumbs" aria-label={label}>
      {crumbs.map(({ label: text, link }, index) => (
        <Fragment key={text}>
          {index > 0 && <Icon name="forward" size={12} />}
          {link ? (
            <Link {...link} activeOptions={ownAddress}>
              {text}
            </Link>
          ) : (
            <span aria-current="page">{text}</span>
          )}
        </Fragment>
      ))}
    </nav>
  )
}

let hasOpened = false

const isFieldFocused = (): boolean => document.activeElement?.matches('main input, main select, main textarea') ?? false

/**
 * After navigation, announces the title and moves the focus to it, unless the screen focuses a field. The first page
 * load keeps the focus.
 */
export function useHeading(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const first = useRef(title)
  useTabTitle(title)
  useEffect(() => {
    if (hasOpened) {
      if (!isFieldFocused()) heading.current?.focus({ preventScroll: true })
      announce(first.current)
    }
    hasOpened = true
  }, [])
  return heading
}
