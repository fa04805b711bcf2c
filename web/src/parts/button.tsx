// Buttons. A busy button shows that and ignores clicks.
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

export type Weight = 'primary' | 'alarm' | 'plain' | 'ghost'

interface ButtonStyle {
  readonly label?: ReactNode
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

export function Button({ weight, small, icon, hint, busy, wide, children, label = children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={classOf({ weight, small }, `${label ? '' : 'icon'} ${wide ? 'w-full' : ''}`)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      {...rest}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
    >
      <ButtonContent icon={icon} hint={hint} small={small} label={label} />
    </button>
  )
}

export function ButtonLink({
  weight,
  small,
  icon,
  hint,
  children,
  label = children,
  ...link
}: ButtonStyle & LinkProps & { children?: ReactNode }) {
  return (
    <Link className={classOf({ weight, small }, label ? '' : 'icon')} {...link}>
      <ButtonContent icon={icon} hint={hint} small={small} label={label} />
    </Link>
  )
}

function ButtonContent({ icon, hint, small, label }: ButtonStyle) {
  return (
    <>
      {icon && <Icon name={icon} size={small ? 12 : 14} />}
      {label}
      {hint && <kbd aria-hidden="true">{hint}</kbd>}
    </>
  )
}

interface TextButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  readonly label: ReactNode
}

/** A button that looks like a link in a text. */
export const TextButton = ({ label, ...rest }: TextButtonProps) => (
  <button type="button" className="link" {...rest}>
    {label}
  </button>
)
