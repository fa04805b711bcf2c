// The skills of the A2A agent: each is one of the tools for assistants.
export interface Skill {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly tags: readonly string[]
  readonly tool: string
  /** An input that works, apart from its ids. */
  readonly example: object
}

export const skills: readonly Skill[] = [
  {
    id: 'status-summary',
    name: 'Status summary',
    description: 'How many monitors are up or down, and which incidents are open.',
    tags: ['status', 'monitoring'],
    tool: 'status_overview',
    example: {},
  },
  {
    id: 'explain-incident',
    name: 'Explain an incident',
    description: 'What happened, since when, why, who was notified, and what changed before.',
    tags: ['incident', 'diagnosis'],
    tool: 'explain_incident',
    example: { incident_id: 42 },
  },
  {
    id: 'create-monitor',
    name: 'Create a monitor',
    description: 'Start watching a website, certificate, host, DNS record, port, mail server or cron job.',
    tags: ['monitoring', 'set-up'],
    tool: 'create_monitor',
    example: { name: 'Shop', type: 'http', target: 'https://shop.example.com' },
  },
  {
    id: 'schedule-maintenance',
    name: 'Schedule maintenance',
    description: 'Silence alerts of monitors during planned work.',
    tags: ['maintenance'],
    tool: 'schedule_maintenance',
    example: { name: 'Database upgrade', duration_minutes: 60, tags: ['team:shop'] },
  },
  {
    id: 'run-diagnostic',
    name: 'Run a diagnostic',
    description: 'Check a target once: HTTP, DNS, TLS, ping, traceroute, port and more.',
    tags: ['diagnosis', 'network'],
    tool: 'run_diagnostic',
    example: { type: 'http', target: 'https://shop.example.com' },
  },
]

export const findSkill = (id: unknown): Skill | undefined => skills.find((skill) => skill.id === id)

/** The skill that a text names, as in `status-summary, please`. */
export const skillNamedIn = (text: string): Skill | undefined =>
  skills.find(({ id }) => new RegExp(`(?<![\\w-])${id}(?![\\w-])`, 'i').test(text))
