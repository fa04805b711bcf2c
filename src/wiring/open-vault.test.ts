import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newFolder } from '../../test/kit/files.ts'
import { newStore } from '../../test/kit/lapwing/database.ts'
import { newId } from '../domain/id.ts'
import { createVault } from '../domain/vault.ts'
import { type Settings, readSettings } from '../settings.ts'
import { keyCheck } from '../store/accounts/installation.ts'
import { putOrganization } from '../store/accounts/organizations.ts'
import { sql } from '../store/database/sql.ts'
import { acceptLostKey, openVault } from './open-vault.ts'

const [one, two] = ['one key of at least thirty-two characters', 'two keys of at least thirty-two characters']
const now = new Date('2026-03-01T12:00:00Z')

async function installation() {
  const folder = newFolder()
  onTestFinished(folder.remove)
  const store = await newStore()
  const { id: organizationId } = await putOrganization(
    store,
    { name: 'Acme', slug: 'acme', plan: 'free', limits: {} },
    now,
  )
  const dataDir = join(folder.path, 'data')
  const settings = (env: Record<string, string> = {}): Settings => readSettings({ LAPWING_DATA_DIR: dataDir, ...env })
  return {
    store,
    settings,
    file: join(dataDir, 'secret-key'),
    open: (env?: Record<string, string>) => openVault(settings(env), store),
    /** A variable, encrypted as an earlier version did: without a key check. */
    async storeSecret(key: string): Promise<void> {
      const id = newId(now)
      await store.run(sql`
        insert into variables (organization_id, id, name, secrets, created_at, updated_at)
        values (${organizationId}, ${id}, ${`V${id.replaceAll('-', '')}`}, ${createVault([key]).seal('x', id)},
          ${now}, ${now})`)
    },
  }
}

describe('opening the vault', () => {
  it('creates a key at the first start, and opens with it from then on', async () => {
    const { open, file, store } = await installation()
    const sealed = (await open()).seal('hunter2', 'x')
    expect(existsSync(file)).toBe(true)
    expect((await open()).open(sealed, 'x')).toBe('hunter2')
    expect((await keyCheck(store))!.toString('latin1')).not.toContain(readFileSync(file, 'utf8').trim().slice(0, 8))
  })

  it('refuses to create another key for a database that has one', async () => {
    const { open, file } = await installation()
    await open()
    rmSync(file)
    await expect(open()).rejects.toThrow(
      `The key of the stored secrets is missing: ${file} does not exist, and LAPWING_SECRET_KEY is not set. ` +
        'Restore the file',
    )
    await expect(open()).rejects.toThrow('accept-lost-key')
    expect(existsSync(file)).toBe(false)
  })

  it('refuses another key unless the old one is also configured', async () => {
    const { open } = await installation()
    await open({ LAPWING_SECRET_KEY: one })
    await expect(open({ LAPWING_SECRET_KEY: two })).rejects.toThrow(
      'LAPWING_SECRET_KEY is not the key that the stored secrets were encrypted with. Set it to the right key',
    )
    await open({ LAPWING_SECRET_KEY: two, LAPWING_PREVIOUS_SECRET_KEY: one })
    await open({ LAPWING_SECRET_KEY: one })
  })

  it('names the file that contains a wrong key', async () => {
    const { open, file } = await installation()
    await open({ LAPWING_SECRET_KEY: one })
    await expect(open()).rejects.toThrow('is missing')
    await expect(
      openVault(readSettings({ LAPWING_DATA_DIR: join(file, '..') }), await newStore()),
    ).resolves.toBeDefined()
    await expect(open()).rejects.toThrow(`The key in ${file} is not the key that`)
  })

  it('starts one of two processes with different keys on an empty database', async () => {
    const { open } = await installation()
    const starts = await Promise.allSettled([open({ LAPWING_SECRET_KEY: one }), open({ LAPWING_SECRET_KEY: two })])
    expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('an installation from before the key check', () => {
  it('accepts a key that decrypts something, and refuses others from then on', async () => {
    const { open, storeSecret } = await installation()
    await storeSecret(one)
    await storeSecret(two)
    await open({ LAPWING_SECRET_KEY: one })
    await expect(open({ LAPWING_SECRET_KEY: two })).rejects.toThrow('is not the key')
  })

  it('refuses a key that decrypts nothing, and a missing one', async () => {
    const { open, storeSecret, file } = await installation()
    await storeSecret(one)
    await expect(open({ LAPWING_SECRET_KEY: two })).rejects.toThrow('is not the key')
    await expect(open()).rejects.toThrow('is missing')
    expect(existsSync(file)).toBe(false)
  })
})

describe('accepting a lost key', () => {
  it('starts over with a new key and lists what can no longer be decrypted', async () => {
    const { open, storeSecret, settings, store, file } = await installation()
    await open({ LAPWING_SECRET_KEY: one })
    await storeSecret(one)
    await storeSecret(one)
    expect(await acceptLostKey(settings(), store)).toMatchObject([{ kind: 'variables', count: 2 }])
    expect(existsSync(file)).toBe(true)
    await open()
    await expect(open({ LAPWING_SECRET_KEY: one })).rejects.toThrow('is not the key')
  })

  it('is refused while the key matches', async () => {
    const { open, settings, store } = await installation()
    await open({ LAPWING_SECRET_KEY: one })
    await expect(acceptLostKey(settings({ LAPWING_SECRET_KEY: one }), store)).rejects.toThrow('nothing to abandon')
  })
})
