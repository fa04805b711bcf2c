// Status pages with their components, logo, password and hostnames.
import { z } from 'zod'
import { convertLogo } from '../../../codecs/images/logo.ts'
import { Fault } from '../../../domain/fault.ts'
import type { Component } from '../../../domain/status-page/page.ts'
import { mask } from '../../../domain/stored-config.ts'
import { componentsOf } from '../../../store/status-pages/components.ts'
import { hostsOf } from '../../../store/status-pages/hosts.ts'
import { readLogo } from '../../../store/status-pages/logos.ts'
import { type StoredPage, findPage, listPages, lockPage } from '../../../store/status-pages/pages.ts'
import { isTheirPassword } from '../../people/password.ts'
import type { OrganizationContext } from '../../registry/define.ts'
import { componentDraft } from '../../status-pages/component-drafts.ts'
import { updateStatusPageComponents } from '../../status-pages/editor.ts'
import { addStatusPageHost, deleteStatusPageHost, hostName } from '../../status-pages/hosts.ts'
import {
  deleteStatusPageLogo,
  logoHash,
  pagePassword,
  uploadStatusPageLogo,
  setStatusPagePassword,
  unusableLogo,
} from '../../status-pages/logo-and-password.ts'
import { createStatusPage, deleteStatusPage, updateStatusPage } from '../../status-pages/pages.ts'
import { maxComponents } from '../../status-pages/schema.ts'
import { type KindOfSingles, type StoredObject, identified, omit, pick, plain } from './kind.ts'
import { isSecretMark, markOf } from './secrets.ts'
import type { RunOperation } from '../../registry/steps/run-operation.ts'
import type { ConfigBody, ObjectId } from '../document/sections.ts'

const created = createStatusPage.body as z.ZodObject
const components = z
  .array(componentDraft.omit({ id: true }))
  .max(maxComponents)
  .default([])
const dataUrl = /^data:image\/(?:png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/

/** What the API changes with operations of their own. A page keeps those that the document leaves out. */
const extras = {
  logo: z
    .string()
    .regex(dataUrl, 'must be a data: URL of a PNG, JPEG or WebP in base64; lapwing apply reads {file: PATH}')
    .nullable()
    .optional()
    .meta({ description: 'A data: URL, or `{file: PATH}` for the lapwing command; null removes it' }),
  password: pagePassword.nullable().optional().meta({ description: 'A secret; null removes it' }),
  hosts: z.array(hostName).max(20).optional().meta({ description: 'All hostnames of the page' }),
}
const apart = ['components', ...Object.keys(extras)]

interface OpenedPage {
  readonly page: StoredPage
  readonly components: readonly Component[]
}

const openedOf = (object: StoredObject): OpenedPage => object.row as OpenedPage

export const statusPageKind: KindOfSingles = {
  section: 'statusPages',
  entityType: 'status_page',
  body: created.extend({ components: components.meta({ description: 'In display order' }), ...extras }),
  named: { logo: ['file'], password: ['env', 'variable'] },
  unordered: ['hosts'],
  async read({ db, caller }) {
    const pages = await listPages(db, caller.organization.id)
    return Promise.all(
      pages.map(async (page) => {
        const shown = await componentsOf(db, page.id)
        const fields = pick(page as unknown as ConfigBody, Object.keys(omit(created.shape, apart)))
        const body = plain({ ...fields, components: shown.map(documented) })
        const hosts = (await hostsOf(db, page.id)).map(({ host }) => host)
        const png = page.logo && (await readLogo(db, page.id))
        const password = page.passwordHash && markOf(page.passwordHash)
        return {
          id: page.id,
          name: page.name,
          body: { ...body, logo: page.logo?.hash ?? null, password, hosts },
          shown: () => ({
            ...body,
            ...(png && { logo: `data:image/png;base64,${png.toString('base64')}` }),
            ...(password && { password: mask }),
            hosts,
          }),
          row: { page, components: shown } satisfies OpenedPage,
        }
      }),
    )
  },
  lock: ({ db, caller }, id) => lockPage(db, caller.organization.id, String(id)),
  async compared({ logo, password, hosts, ...body }, before, { services }) {
    return {
      ...body,
      logo: logo === undefined ? (before?.body.logo ?? null) : logo && (await hashOf(String(logo), services.clock)),
      password: await comparedPassword(password, before),
      hosts: hosts ?? before?.body.hosts ?? [],
    }
  },
  applied: rememberPassword,
  async create(run, body) {
    const { id } = (await run(createStatusPage, { body: omit(body, apart) }))!
    await run(updateStatusPageComponents, { id, body: pick(body, ['components']) })
    const { logo, password, hosts = [] } = body
    if (logo) await putLogo(run, id, logo)
    if (password) await run(setStatusPagePassword, { id, body: { password } })
    for (const host of hosts as string[]) await run(addStatusPageHost, { id, body: { host } })
    return id
  },
  async update(run, { before, after, changed }) {
    const { id } = before
    const fields = [...changed].filter((key) => !apart.includes(key))
    if (fields.length > 0) await run(updateStatusPage, { id, body: pick(after, fields) })
    if (changed.has('components')) {
      const drafts = identified(after.components as ConfigBody[], openedOf(before).components)
      await run(updateStatusPageComponents, { id, body: { components: drafts } })
    }
    if (changed.has('logo')) await putLogo(run, id, after.logo)
    if (changed.has('password')) await run(setStatusPagePassword, { id, body: { password: after.password } })
    if (changed.has('hosts')) await putHosts(run, { id, from: before.body.hosts, to: after.hosts })
  },
  remove: async (run, id) => void (await run(deleteStatusPage, { id })),
}

function documented({ id: _id, position: _position, thirdParty, ...component }: Component): object {
  const service = thirdParty && { serviceSlug: thirdParty.service_slug, components: thirdParty.components }
  return { ...component, thirdParty: service }
}

const pictureIn = (logo: string): string => dataUrl.exec(logo)![1]!

/** The hash of the picture as it would be stored. */
async function hashOf(logo: string, clock: Parameters<typeof convertLogo>[1]): Promise<string> {
  const converted = await convertLogo(Buffer.from(pictureIn(logo), 'base64'), clock)
  if (!converted) throw new Fault('invalid_request', `logo: ${unusableLogo}`)
  return logoHash(converted.png)
}

/** A stored password is a salted hash, so the document's password has its fingerprint only if it matches. */
async function comparedPassword(password: unknown, before: StoredObject | undefined): Promise<unknown> {
  const stored = before?.body.password ?? null
  if (password === undefined) return stored
  if (password === mask && stored === null)
    throw new Fault('invalid_request', 'password: is masked, and the page has none yet; enter the password')
  if (password === null || password === mask) return password && stored
  const hash = before && openedOf(before).page.passwordHash
  return hash && (await isTheirPassword(String(password), hash)) ? stored : markOf(password)
}

async function rememberPassword(
  { db, caller }: OrganizationContext,
  id: ObjectId,
  compared: ConfigBody,
): Promise<ConfigBody> {
  if (!isSecretMark(compared.password)) return compared
  const page = await findPage(db, caller.organization.id, String(id))
  return { ...compared, password: markOf(page!.passwordHash) }
}

async function putLogo(run: RunOperation, id: ObjectId, logo: unknown): Promise<void> {
  if (logo) await run(uploadStatusPageLogo, { id, body: { picture: pictureIn(String(logo)) } })
  else await run(deleteStatusPageLogo, { id })
}

async function putHosts(run: RunOperation, { id, from, to }: { id: ObjectId; from: unknown; to: unknown }) {
  const [before, after] = [from as string[], to as string[]]
  for (const host of before.filter((one) => !after.includes(one)))
    await run(deleteStatusPageHost, { id, params: { host } })
  for (const host of after.filter((one) => !before.includes(one))) await run(addStatusPageHost, { id, body: { host } })
}
