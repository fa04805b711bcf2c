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
}

/** The status of the whole service or of some components; unknown if a component does not exist. */
export function statusOfService({ status, components }: ServiceSummary, chosen: readonly string[]): ComponentStatus {
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
  return { status, components: Object.fromEntries(components) }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
