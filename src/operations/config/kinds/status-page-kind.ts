import { z } from 'zod'
import type { Component } from '../../../domain/status-page/page.ts'
import { componentsOf } from '../../../store/status-pages/components.ts'
import { listPages, lockPage } from '../../../store/status-pages/pages.ts'
import { componentDraft } from '../../status-pages/component-drafts.ts'
import { putStatusPageComponents } from '../../status-pages/editor.ts'
import { createStatusPage, deleteStatusPage, updateStatusPage } from '../../status-pages/pages.ts'
import { maxComponents } from '../../status-pages/schema.ts'
import { type ConfigKind, identified, omit, pick, plain } from './kind.ts'
import type { ConfigBody } from '../document/sections.ts'

const created = createStatusPage.body as z.ZodObject
const components = z
  .array(componentDraft.omit({ id: true }))
  .max(maxComponents)
  .default([])

/** Hosts, logo and password of a page are not part of a document. */
export const statusPageKind: ConfigKind = {
  section: 'statusPages',
  entityType: 'status_page',
  body: created.extend({ components: components.meta({ description: 'In display order' }) }),
  async read({ db, caller }) {
    const pages = await listPages(db, caller.organization.id)
    const fields = Object.keys(created.shape)
    return Promise.all(
      pages.map(async (page) => {
        const shown = await componentsOf(db, page.id)
        const body = plain({ ...pick(page as unknown as ConfigBody, fields), components: shown.map(documented) })
        return { id: page.id, name: page.name, body, shown: body, row: shown }
      }),
    )
  },
  lock: ({ db, caller }, id) => lockPage(db, caller.organization.id, String(id)),
  async create(run, body) {
    const { id } = (await run(createStatusPage, { body: omit(body, ['components']) }))!
    await run(putStatusPageComponents, { id, body: pick(body, ['components']) })
    return id
  },
  async update(run, { before, after, changed }) {
    const { id } = before
    const fields = [...changed].filter((key) => key !== 'components')
    if (fields.length > 0) await run(updateStatusPage, { id, body: pick(after, fields) })
    if (!changed.has('components')) return
    const drafts = identified(after.components as ConfigBody[], before.row as readonly Component[])
    await run(putStatusPageComponents, { id, body: { components: drafts } })
  },
  remove: async (run, id) => void (await run(deleteStatusPage, { id })),
}

function documented({ id: _id, position: _position, thirdParty, ...component }: Component): object {
  const service = thirdParty && { serviceSlug: thirdParty.service_slug, components: thirdParty.components }
  return { ...component, thirdParty: service }
}
