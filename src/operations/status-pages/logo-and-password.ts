// The logo and the password of a page.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import { deleteLogo, putDarkLogo, putLogo } from '../../store/status-pages/logos.ts'
import { type StoredPage, countPasswordPages, putPagePassword } from '../../store/status-pages/pages.ts'
import { hashNewPassword } from '../people/password.ts'
import { type CallerContext, defineOperation, ok } from '../registry/define.ts'
import { refuseMoreThan } from '../registry/plan-limit.ts'
import { convertLogo, maxSide } from '../../codecs/images/logo.ts'
import { pages } from './pages.ts'
import { listed, params, showPage } from './schema.ts'

const shared = { tag: 'Status pages', access: 'write', params } as const
const one = { ...listed, description: 'The page' }

// Must fit into a request body as base64.
const maxLogo = 180_000

export const unusableLogo =
  `must be an undamaged PNG, JPEG or still WebP of at most ${maxSide} by ${maxSide} pixels; ` +
  'save other formats (SVG, GIF, AVIF) as PNG first'

export const logoHash = (png: Buffer): string => createHash('sha256').update(png).digest('hex').slice(0, 32)

export const pagePassword = z.string().min(8).max(256)

export const uploadStatusPageLogo = defineOperation({
  ...shared,
  id: 'uploadStatusPageLogo',
  method: 'POST',
  path: '/status-pages/{id}/logo',
  summary: 'Set the logo of a page',
  description:
    `A PNG, JPEG or WebP of at most ${maxSide} by ${maxSide} pixels and ${maxLogo} bytes. ` +
    'It is converted to a new PNG; the uploaded file is not stored.',
  body: z
    .strictObject({
      picture: z.base64().max((maxLogo / 3) * 4),
      theme: z.enum(['light', 'dark']).default('light').meta({
        description: '`dark` adds one for the dark theme to a page with a logo',
      }),
    })
    .meta({ id: 'StatusPageLogo' }),
  bodyExample: {
    picture: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  },
  responses: { 200: one },
  async handle({ params, body }, context) {
    const logo = await convertLogo(Buffer.from(body.picture, 'base64'), context.services.clock)
    if (!logo) throw new Fault('invalid_request', `picture: ${unusableLogo}`)
    const page = await pages.lock(context, params)
    const hash = logoHash(logo.png)
    const isDark = body.theme === 'dark'
    if (isDark && !page.logo) throw new Fault('conflict', 'Set the logo first, then the one for the dark theme')
    await (isDark ? putDarkLogo : putLogo)(context.db, page.id, { ...logo, hash })
    recordLogo(context, page, { isDark, hash })
    return ok(showPage(await pages.find(context, params), context.services))
  },
})

export const deleteStatusPageLogo = defineOperation({
  ...shared,
  id: 'deleteStatusPageLogo',
  method: 'DELETE',
  path: '/status-pages/{id}/logo',
  summary: 'Remove the logo of a page',
  query: z.object({
    theme: z.enum(['dark']).optional().meta({ description: 'Removes only the one for the dark theme' }),
  }),
  responses: { 200: one },
  async handle({ params, query }, context) {
    const page = await pages.lock(context, params)
    const isDark = query.theme === 'dark'
    await (isDark ? putDarkLogo(context.db, page.id, null) : deleteLogo(context.db, page.id))
    recordLogo(context, page, { isDark, hash: null })
    return ok(showPage(await pages.find(context, params), context.services))
  },
})

function recordLogo(
  context: CallerContext,
  page: StoredPage,
  { isDark, hash }: { isDark: boolean; hash: string | null },
): void {
  const before = isDark ? page.logo?.dark : page.logo
  const change = { from: before?.hash ?? null, to: hash }
  pages.record(context, 'status_page.updated', page, isDark ? { dark_logo: change } : { logo: change })
}

export const setStatusPagePassword = defineOperation({
  ...shared,
  id: 'setStatusPagePassword',
  method: 'POST',
  path: '/status-pages/{id}/password',
  summary: 'Set or remove the password of a page',
  body: z
    .strictObject({
      password: pagePassword.nullable().meta({ description: 'Null removes the password' }),
    })
    .meta({ id: 'StatusPagePassword' }),
  bodyExample: { password: 'only for our customers' },
  responses: { 200: one },
  async handle({ params, body: { password } }, context) {
    const { db, caller, now, services } = context
    const page = await pages.lock(context, params)
    if (password !== null && !page.passwordProtected) {
      await lockOrganization(db, caller.organization.id)
      refuseMoreThan(context, 'password_pages', await countPasswordPages(db, caller.organization.id))
    }
    await putPagePassword(db, page.id, password && (await hashNewPassword(password)), now)
    const changes = { password_protected: { from: page.passwordProtected, to: password !== null } }
    pages.record(context, 'status_page.updated', page, changes)
    return ok(showPage({ ...page, passwordProtected: password !== null, updatedAt: now }, services))
  },
})

export const logoAndPasswordOperations = [uploadStatusPageLogo, deleteStatusPageLogo, setStatusPagePassword]
