// Third-party services whose status pages use the common JSON format.
import { type ComponentStatus, worstOf } from './status.ts'

export interface Service {
  readonly slug: string
  readonly name: string
  /** The page for people; programs read `api/v2/summary.json` below it. */
  readonly url: string
}

const known: Readonly<Record<string, readonly [name: string, url: string]>> = {
  anthropic: ['Anthropic', 'https://status.anthropic.com'],
  asana: ['Asana', 'https://status.asana.com'],
  atlassian: ['Atlassian', 'https://status.atlassian.com'],
  bitbucket: ['Bitbucket', 'https://bitbucket.status.atlassian.com'],
  box: ['Box', 'https://status.box.com'],
  circleci: ['CircleCI', 'https://status.circleci.com'],
  cloudflare: ['Cloudflare', 'https://www.cloudflarestatus.com'],
  coinbase: ['Coinbase', 'https://status.coinbase.com'],
  datadog: ['Datadog', 'https://status.datadoghq.com'],
  digitalocean: ['DigitalOcean', 'https://status.digitalocean.com'],
  discord: ['Discord', 'https://discordstatus.com'],
  dropbox: ['Dropbox', 'https://status.dropbox.com'],
  elastic: ['Elastic Cloud', 'https://status.elastic.co'],
  figma: ['Figma', 'https://status.figma.com'],
  github: ['GitHub', 'https://www.githubstatus.com'],
  grafana: ['Grafana Cloud', 'https://status.grafana.com'],
  hashicorp: ['HashiCorp', 'https://status.hashicorp.com'],
  intercom: ['Intercom', 'https://www.intercomstatus.com'],
  linear: ['Linear', 'https://linearstatus.com'],
  linode: ['Akamai (Linode)', 'https://status.linode.com'],
  mailgun: ['Mailgun', 'https://status.mailgun.com'],
  mongodb: ['MongoDB Cloud', 'https://status.mongodb.com'],
  netlify: ['Netlify', 'https://www.netlifystatus.com'],
  newrelic: ['New Relic', 'https://status.newrelic.com'],
  notion: ['Notion', 'https://status.notion.so'],
  npm: ['npm', 'https://status.npmjs.org'],
  openai: ['OpenAI', 'https://status.openai.com'],
  pypi: ['Python infrastructure (PyPI)', 'https://status.python.org'],
  reddit: ['Reddit', 'https://www.redditstatus.com'],
  render: ['Render', 'https://status.render.com'],
  sendgrid: ['SendGrid', 'https://status.sendgrid.com'],
  sentry: ['Sentry', 'https://status.sentry.io'],
  shopify: ['Shopify', 'https://www.shopifystatus.com'],
  supabase: ['Supabase', 'https://status.supabase.com'],
  twilio: ['Twilio', 'https://status.twilio.com'],
  vercel: ['Vercel', 'https://www.vercel-status.com'],
  zoom: ['Zoom', 'https://status.zoom.us'],
}

export const services: readonly Service[] = Object.entries(known).map(([slug, [name, url]]) => ({ slug, name, url }))

export const serviceOf = (slug: string): Service | undefined => services.find((service) => service.slug === slug)

/** The last status that a service published. */
export interface ServiceSummary {
  readonly status: ComponentStatus
  /** By component name. */
  readonly components: Readonly<Record<string, ComponentStatus>>
  readonly incidents: readonly ServiceIncident[]
}

/** An open incident that a service reports about itself. */
export interface ServiceIncident {
  readonly id: string
  readonly title: string
  readonly url: string | null
  /** ISO 8601. */
  readonly startedAt: string
}

/** The status of the whole service or of some components; unknown if a component does not exist. */
export function statusOfService(
  { status, components }: Pick<ServiceSummary, 'status' | 'components'>,
  chosen: readonly string[],
): ComponentStatus {
  if (chosen.length === 0) return status
  return worstOf(chosen.map((name) => components[name] ?? 'unknown'))
}

const indicators: Readonly<Record<string, ComponentStatus>> = {
  none: 'up',
  minor: 'degraded',
  major: 'down',
  critical: 'down',
  maintenance: 'maintenance',
}

const statuses: Readonly<Record<string, ComponentStatus>> = {
  operational: 'up',
  degraded_performance: 'degraded',
  partial_outage: 'degraded',
  major_outage: 'down',
  under_maintenance: 'maintenance',
}

const maxComponents = 500
const maxIncidents = 20
const maxName = 200

/** Reads `summary.json`; returns null if the document has another format. */
export function readSummary(document: unknown): ServiceSummary | null {
  if (!isRecord(document) || !isRecord(document.status)) return null
  const status = indicators[String(document.status.indicator)]
  if (!status) return null
  const components = (Array.isArray(document.components) ? document.components : [])
    .filter(isRecord)
    .filter(({ name, group }) => typeof name === 'string' && name.length <= maxName && group !== true)
    .slice(0, maxComponents)
    .map(({ name, status }) => [name, statuses[String(status)] ?? 'unknown'])
  const incidents = (Array.isArray(document.incidents) ? document.incidents : []).flatMap(readIncident)
  return { status, components: Object.fromEntries(components), incidents: incidents.slice(0, maxIncidents) }
}

const isOver = ['resolved', 'postmortem', 'completed']

function readIncident(value: unknown): ServiceIncident[] {
  if (!isRecord(value) || isOver.includes(String(value.status)) || value.impact === 'none') return []
  const { id, name, shortlink } = value
  const began = new Date(String(value.started_at ?? value.created_at))
  if (typeof id !== 'string' || id.length > maxName || typeof name !== 'string' || isNaN(began.getTime())) return []
  const isLink = typeof shortlink === 'string' && shortlink.length <= maxName && /^https?:\/\//.test(shortlink)
  const title = name.slice(0, maxName).toWellFormed()
  return [{ id, title, url: isLink ? shortlink : null, startedAt: began.toISOString() }]
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
