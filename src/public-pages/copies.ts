// The last that was read of each page, on disk: what is shown while the database is away, also after a restart.
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PageView } from '../domain/status-page/page-view.ts'
import type { PageAccess } from '../store/status-pages/page-access.ts'

export interface PageCopy {
  readonly door: PageAccess
  readonly view: PageView
}

export interface Copies {
  keep(copy: PageCopy): Promise<void>
  forget(id: string): Promise<void>
  read(id: string): Promise<PageView | undefined>
  doors(): Promise<PageAccess[]>
}

// Raise it when the contents of a view change; older copies are then ignored.
const layout = 1

export function createCopies(folder: string): Copies {
  const fileOf = (id: string): string => join(folder, `${id}.json`)
  const open = async (id: string): Promise<PageCopy | undefined> => {
    const text = await readFile(fileOf(id), 'utf8').catch(absent)
    if (text === undefined) return undefined
    const kept = JSON.parse(text, revived) as PageCopy & { layout: number }
    return kept.layout === layout ? kept : undefined
  }
  return {
    async keep({ door, view }) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = fileOf(door.id)
      // A password's hash is in it.
      await writeFile(`${file}.new`, JSON.stringify({ layout, door, view }), { mode: 0o600 })
      await rename(`${file}.new`, file)
    },
    forget: (id) => rm(fileOf(id), { force: true }),
    read: async (id) => (await open(id))?.view,
    async doors() {
      const names = (await readdir(folder).catch(absent)) ?? []
      const kept = await Promise.all(
        names.filter((name) => name.endsWith('.json')).map((name) => open(name.slice(0, -5))),
      )
      return kept.flatMap((copy) => (copy ? [copy.door] : []))
    },
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const moments = /(At|asOf|Start|End|^at)$/

const revived = (key: string, value: unknown): unknown =>
  typeof value === 'string' && moments.test(key) && moment.test(value) ? new Date(value) : value
