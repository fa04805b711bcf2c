// Status pages of the provision file, identified by their slugs.
import { isDeepStrictEqual } from 'node:util'
import { newId } from '../../domain/id.ts'
import { hashPassword, isPassword, newToken } from '../../domain/secret.ts'
import type { Component, StatusPage } from '../../domain/status-page/page.ts'
import type { Database } from '../../store/database/database.ts'
import { knownMonitors } from '../../store/monitors/monitors.ts'
import { componentsOf, putComponents } from '../../store/status-pages/components.ts'
import { addHost, deleteHost, lockHost, hostsOf, verifyHost } from '../../store/status-pages/hosts.ts'
import { type StoredPage, addPage, changePage, findPageAt, putPagePassword } from '../../store/status-pages/pages.ts'
import type { OrganizationProvision } from './people.ts'
import { BadProvision } from './read.ts'
import type { ProvisionedPage } from './status-pages-schema.ts'

/** Returns whether anything changed. Pages that are removed from the file stay. */
export async function applyStatusPages(
  tx: Database,
  pages: readonly ProvisionedPage[],
  of: OrganizationProvision,
): Promise<boolean> {
  let changed = false
  for (const [index, page] of pages.entries()) {
    const applied = await applyPage(tx, page, { ...of, path: `${of.path}.statusPages[${index}]` })
    changed ||= applied
  }
  return changed
}

async function applyPage(tx: Database, draft: ProvisionedPage, of: OrganizationProvision): Promise<boolean> {
  const { organizationId, path, now } = of
  const before = await findPageAt(tx, { slug: draft.slug })
  if (before && before.organizationId !== organizationId)
    throw new BadProvision(`${path}.slug: belongs to another organization's page`)
  const { components, hosts, password, ...fields } = draft
  const [id, wasPut] = before
    ? [before.id, await bringBack(tx, before, { ...fields, now })]
    : [await make(tx, organizationId, { ...fields, now }), true]
  const changes = [
    wasPut,
    await applyComponents(tx, components, { ...of, pageId: id }),
    await applyHosts(tx, hosts, { ...of, pageId: id }),
    await applyPassword(tx, password, { pageId: id, before: before?.passwordHash ?? null, now }),
  ]
  return changes.includes(true)
}

type PageFields = Omit<ProvisionedPage, 'components' | 'hosts' | 'password'> & { readonly now: Date }

async function make(tx: Database, organizationId: string, { now, ...fields }: PageFields): Promise<string> {
  const id = newId(now)
  await addPage(tx, organizationId, { ...fields, id, createdAt: now, updatedAt: now })
  return id
}

async function bringBack(tx: Database, before: StoredPage, { now, ...fields }: PageFields): Promise<boolean> {
  const kept = Object.keys(fields).map((key) => [key, before[key as keyof StatusPage]])
  if (isDeepStrictEqual(Object.fromEntries(kept), fields)) return false
  await changePage(tx, { ...before, ...fields, updatedAt: now })
  return true
}

interface OfPage extends OrganizationProvision {
  readonly pageId: string
}

/** Components are identified by their names. */
async function applyComponents(
  tx: Database,
  drafts: ProvisionedPage['components'],
  { organizationId, pageId, now }: OfPage,
): Promise<boolean> {
  const before = await componentsOf(tx, pageId)
  const requested = [...new Set(drafts.flatMap(({ monitorIds }) => monitorIds))]
  const known = await knownMonitors(tx, organizationId, requested)
  const after = drafts.map(({ thirdParty: service, ...draft }, position): Component => ({
    ...draft,
    id: before.find(({ name }) => name === draft.name)?.id ?? newId(now),
    position,
    monitorIds: draft.monitorIds.filter((id) => known.includes(id)),
    thirdParty: service && { service_slug: service.serviceSlug, components: service.components },
  }))
  if (isDeepStrictEqual(before, after)) return false
  await putComponents(tx, pageId, after)
  return true
}

/** The operator writes the file, so no proof is needed. */
async function applyHosts(tx: Database, hosts: readonly string[], { pageId, path, now }: OfPage): Promise<boolean> {
  const before = await hostsOf(tx, pageId)
  const removed = before.filter(({ host }) => !hosts.includes(host))
  for (const { host } of removed) await deleteHost(tx, pageId, host)
  const missing = hosts.filter((host) => !before.some((one) => one.host === host && one.verifiedAt))
  for (const host of missing) {
    const holder = await lockHost(tx, host)
    if (holder && holder.pageId !== pageId)
      throw new BadProvision(`${path}.hosts: ${host} already belongs to another page`)
    const added = await addHost(tx, pageId, { host, proof: newToken().slice(0, 24), verifiedAt: now, createdAt: now })
    if (!added) await verifyHost(tx, pageId, host, now)
  }
  return removed.length + missing.length > 0
}

/** Without a logo in the file, the page keeps its own. */
async function applyPassword(
  tx: Database,
  password: string | undefined,
  { pageId, before, now }: { pageId: string; before: string | null; now: Date },
): Promise<boolean> {
  if (password === undefined || (before !== null && (await isPassword(password, before)))) return false
  await putPagePassword(tx, pageId, await hashPassword(password), now)
  return true
}
