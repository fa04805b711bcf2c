// Imports status pages with their components, announcements and hostnames. What was imported before stays as it is.
import { Fault } from '../../domain/fault.ts'
import { newId } from '../../domain/id.ts'
import { isReservedSlug, slugProblem } from '../../domain/status-page/slug.ts'
import type { ImportChange, ImportedAnnouncement, ImportedPage } from '../../importers/setup.ts'
import { addAnnouncement } from '../../store/status-pages/announcements.ts'
import { importedPages, setImportKeyOfPage, takeSlug } from '../../store/status-pages/pages.ts'
import type { CallerContext } from '../registry/define.ts'
import { updateStatusPageComponents } from '../status-pages/editor.ts'
import { addStatusPageHost } from '../status-pages/hosts.ts'
import { createStatusPage } from '../status-pages/pages.ts'
import { askAll } from '../status-pages/subscriber-import.ts'
import { maxComponents } from '../status-pages/schema.ts'
import { type ImportStep, applyEach, coveredMonitors } from './apply-each.ts'
import { createItem, runStep } from './run-step.ts'

export const applyPages = (context: CallerContext, pages: readonly ImportedPage[], step: ImportStep) =>
  applyEach(context, pages, { ...step, known: importedPages, write: writePage })

async function writePage(context: CallerContext, imported: ImportedPage, step: ImportStep) {
  const changes = [...imported.changes]
  const isHidden = imported.isPublic && step.shadow
  if (isHidden)
    changes.push({ field: 'public', from: 'yes', to: 'no', reason: 'make the page public when you switch over' })
  const { name, description, theme, isPublic, footer, key } = imported
  const id = await createItem<string>(context, createStatusPage, {
    slug: await freeSlug(context, imported.slug, changes),
    name,
    description,
    theme,
    footer,
    isPublic: isPublic && !isHidden,
    // Other tools publish what people write.
    autoPublishIncidents: false,
  })
  await setImportKeyOfPage(context.db, context.caller.organization.id, { id, key })
  const componentIds = await writeComponents(context, { id, imported, step, changes })
  for (const announcement of imported.announcements)
    await addAnnouncement(context.db, id, announcementOf(announcement, { componentIds, now: context.now }), {
      notify: false,
    })
  for (const host of imported.hosts) await writeHost(context, { id, host, changes })
  return { id, changes, subscribers: await askSubscribers(context, { id, imported, step, changes }) }
}

const maxSubscribers = 1000

/** Nobody gets an email while the other tool is still in use. */
async function askSubscribers(context: CallerContext, { id, imported, step, changes }: PageStep): Promise<number> {
  const { subscribers } = imported
  const note = (to: number, reason: string): unknown =>
    changes.push({ field: 'subscribers', from: String(subscribers.length), to: String(to), reason })
  if (subscribers.length === 0) return 0
  if (step.shadow) {
    note(0, 'import their addresses in the page when you switch over; each is asked by email to confirm')
    return 0
  }
  const listed = subscribers.slice(0, maxSubscribers).map((address, index) => ({ line: index + 1, address }))
  const result = await askAll(context, { id, language: 'en' }, listed)
  const refused = [...Map.groupBy(result.refused, ({ reason }) => reason).values()].map((theirs) => {
    const { reason, address, message } = theirs[0]!
    const others = theirs.length > 1 ? ` (and ${theirs.length - 1} more)` : ''
    return reason === 'limit' ? message : `${address} ${message}${others}`
  })
  const rest = subscribers.length > maxSubscribers ? [`import those after the first ${maxSubscribers} in the page`] : []
  note(result.asked, ['each is asked by email to confirm', ...refused, ...rest].join('; '))
  return result.asked
}

/** The slug of the other tool in our form; another one if it is reserved or taken. */
async function freeSlug({ db }: CallerContext, theirs: string, changes: ImportChange[]): Promise<string> {
  const plain = theirs
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '')
  const base = slugProblem(plain) ? `${plain || 'our'}-status` : plain
  for (let n = 0; ; n++) {
    const slug = n === 0 ? base : n === 1 ? `${base}-page` : `${base}-${n}`
    if (isReservedSlug(slug) || !(await takeSlug(db, slug))) continue
    if (slug !== theirs)
      changes.push({
        field: 'slug',
        from: theirs,
        to: slug,
        reason: 'slugs are 3 to 50 lowercase letters, digits and dashes, and some are reserved or taken',
      })
    return slug
  }
}

interface PageStep {
  readonly id: string
  readonly imported: ImportedPage
  readonly step: ImportStep
  readonly changes: ImportChange[]
}

/** Returns their ids. */
async function writeComponents(context: CallerContext, { id, imported, step, changes }: PageStep): Promise<string[]> {
  const all = imported.components
  if (all.length > maxComponents)
    changes.push({
      field: 'components',
      from: String(all.length),
      to: String(maxComponents),
      reason: `a page has up to ${maxComponents} components`,
    })
  const components = all.slice(0, maxComponents).map(({ name, description, monitors }) => {
    const own: ImportChange[] = []
    const monitorIds = coveredMonitors(monitors, step, own).filter((one) => one !== null)
    changes.push(...own.map((change) => ({ ...change, field: `monitors of ${name}` })))
    return { name, description, monitorIds, displayMode: monitors.length > 1 ? 'expanded' : 'rolled_up' }
  })
  const page = await runStep<{ readonly components: readonly { readonly id: string }[] }>(
    context,
    updateStatusPageComponents,
    { params: { id }, body: { components } },
  )
  return page.components.map((component) => component.id)
}

function announcementOf(
  { title, severity, components, updates }: ImportedAnnouncement,
  { componentIds, now }: { readonly componentIds: readonly string[]; readonly now: Date },
) {
  const dated = updates.map(({ body, status, at }) => {
    const createdAt = at > now ? now : at
    return { id: newId(createdAt), body, event: null, status, createdAt }
  })
  const [first, last] = [dated[0]!, dated.at(-1)!]
  return {
    id: newId(first.createdAt),
    type: 'incident' as const,
    title,
    body: first.body,
    language: null,
    status: last.status,
    severity,
    affectedComponentIds: components.flatMap((position) => componentIds[position] ?? []),
    affectedMonitorIds: [],
    scheduledStart: null,
    scheduledEnd: null,
    sourceIncidentId: null,
    maintenanceWindowId: null,
    resolvedAt: last.status === 'resolved' ? last.createdAt : null,
    createdAt: first.createdAt,
    updatedAt: last.createdAt,
    updates: dated,
  }
}

/** A name that cannot be added is no reason to leave out the page. */
async function writeHost(
  context: CallerContext,
  { id, host, changes }: { readonly id: string; readonly host: string; readonly changes: ImportChange[] },
): Promise<void> {
  const note = (to: string, reason: string): unknown => changes.push({ field: 'hostname', from: host, to, reason })
  try {
    const added = await runStep<{
      readonly verified_at: string | null
      readonly txt_name: string
      readonly txt_value: string
    }>(context, addStatusPageHost, { params: { id }, body: { host } })
    if (added.verified_at === null)
      note('once it is verified', `add the TXT record ${added.txt_value} at ${added.txt_name}, and check the name`)
  } catch (error) {
    if (!(error instanceof Fault) || error.code === 'internal_error') throw error
    note('', error.message)
  }
}
