// Copies of status pages on disk, shown while the database is unreachable, even after a restart.
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PageView } from '../domain/status-page/page-view.ts'
import type { PageAccess } from '../store/status-pages/page-access.ts'

interface PageCopy {
  readonly access: PageAccess
  readonly view: PageView
}

export interface Copies {
  save(copy: PageCopy): Promise<void>
  delete(id: string): Promise<void>
  read(id: string): Promise<PageView | undefined>
  pages(): Promise<PageAccess[]>
}

// Raise it when the contents of a copy change; older copies are then ignored.
const layout = 7

export function createCopies(folder: string): Copies {
  const fileOf = (id: string): string => join(folder, `${id}.json`)
  const open = async (id: string): Promise<PageCopy | undefined> => {
    const text = await readFile(fileOf(id), 'utf8').catch(ignoreMissing)
    if (text === undefined) return undefined
    const copy = JSON.parse(text, reviveDates) as PageCopy & { layout: number }
    return copy.layout === layout ? copy : undefined
  }
  return {
    async save({ access, view }) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = fileOf(access.id)
      // It contains the hash of the page's password.
      await writeFile(`${file}.new`, JSON.stringify({ layout, access, view }), { mode: 0o600 })
      await rename(`${file}.new`, file)
    },
    delete: (id) => rm(fileOf(id), { force: true }),
    read: async (id) => (await open(id))?.view,
    async pages() {
      const names = (await readdir(folder).catch(ignoreMissing)) ?? []
      const ids = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5))
      const copies = await Promise.all(ids.map(open))
      return copies.flatMap((copy) => copy?.access ?? [])
    },
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

const isoDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const dateKeys = /(At|asOf|Start|End|^at)$/

const reviveDates = (key: string, value: unknown): unknown =>
  typeof value === 'string' && dateKeys.test(key) && isoDate.test(value) ? new Date(value) : value
