import { Link } from '@tanstack/react-router'

interface MonitorLinkProps {
  readonly id: string
  readonly name: string
  readonly className?: string
}

export const MonitorLink = ({ id, name, className }: MonitorLinkProps) => (
  <Link className={className} to="/monitors/$id" params={{ id }}>
    {name}
  </Link>
)

interface IncidentLinkProps {
  readonly number: number | string
  readonly text: string
  readonly className?: string
}

export const IncidentLink = ({ number, text, className }: IncidentLinkProps) => (
  <Link className={className} to="/incidents/$number" params={{ number: String(number) }}>
    {text}
  </Link>
)

interface ExternalLinkProps {
  readonly href: string
  readonly text: string
  readonly className?: string
}

/** Opens in a tab of its own. */
export const ExternalLink = ({ href, text, className }: ExternalLinkProps) => (
  <a className={className} href={href} target="_blank" rel="noreferrer">
    {text}
  </a>
)
