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
