// Buttons. A busy button shows that and ignores clicks.
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

export type Weight = 'primary' | 'alarm' | 'plain' | 'ghost'

interface ButtonStyle {
  readonly weight?: Weight
  readonly small?: boolean
  readonly icon?: IconName
  /** The shortcut for the same action. */
  readonly hint?: string
}

interface ButtonProps extends ButtonStyle, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  readonly busy?: boolean
  readonly wide?: boolean
}

const classOf = ({ weight = 'plain', small }: ButtonStyle, more = ''): string =>
  `btn ${weight === 'plain' ? '' : weight} ${small ? 's' : ''} ${more}`

export function Button({ weight, small, icon, hint, busy, wide, children, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={classOf({ weight, small }, `${children ? '' : 'icon'} ${wide ? 'w-full' : ''}`)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      {...rest}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
    >
      <ButtonContent icon={icon} hint={hint} small={small}>
        {children}
      </ButtonContent>
    </button>
  )
}

export function ButtonLink({
  weight,
  small,
  icon,
  hint,
  children,
  ...link
}: ButtonStyle & LinkProps & { children?: ReactNode }) {
  return (
    <Link className={classOf({ weight, small }, children ? '' : 'icon')} {...link}>
      <ButtonContent icon={icon} hint={hint} small={small}>
        {children}
      </ButtonContent>
    </Link>
  )
}

function ButtonContent({ icon, hint, small, children }: ButtonStyle & { children?: ReactNode }) {
  return (
    <>
      {icon && <Icon name={icon} size={small ? 12 : 14} />}
      {children}
      {hint && <kbd aria-hidden="true">{hint}</kbd>}
    </>
  )
}
