import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newFolder } from '../../test/kit/files.ts'
import { beginRotation, readOrCreateKeys } from './secret-keys.ts'
import { type Settings, readSettings } from '../settings.ts'

const [one, two] = ['one key of at least thirty-two characters', 'two keys of at least thirty-two characters']

function settings(env: Record<string, string> = {}): Settings {
  const folder = newFolder()
  onTestFinished(folder.remove)
  return readSettings({ LAPWING_DATA_DIR: join(folder.path, 'data'), ...env })
}

const read = ({ dataDir }: Settings, file = 'secret-key'): string => readFileSync(join(dataDir, file), 'utf8').trim()

describe('the secret keys', () => {
  it('are created at the first start, readable only by the owner, and found again at the next', () => {
    const first = settings()
    const [key, ...others] = readOrCreateKeys(first)
    expect(others).toEqual([])
    expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(read(first)).toBe(key)
    expect(statSync(join(first.dataDir, 'secret-key')).mode & 0o777).toBe(0o600)
    expect(readOrCreateKeys(first)).toEqual([key])
    expect(readOrCreateKeys(settings())).not.toEqual([key])
  })

  it('come from the settings if set, and then no file is written', () => {
    const given = settings({ LAPWING_SECRET_KEY: one, LAPWING_PREVIOUS_SECRET_KEY: two })
    expect(readOrCreateKeys(given)).toEqual([one, two])
    expect(() => read(given)).toThrow('ENOENT')
  })

  it.each(['', '\n', 'short', '   '])('are refused if the file contains no key: %j', (text) => {
    const broken = settings()
    mkdirSync(broken.dataDir, { recursive: true })
    writeFileSync(join(broken.dataDir, 'secret-key'), text)
    expect(() => readOrCreateKeys(broken)).toThrow(/secret-key: must hold a key of at least 32 characters/)
  })
})

describe('a rotation', () => {
  it('puts a new key beside the old one, and replaces it when finished', () => {
    const given = settings()
    const [old] = readOrCreateKeys(given)
    const { keys, finish } = beginRotation(given)
    expect(keys[1]).toBe(old)
    expect(read(given)).toBe(old)
    expect(read(given, 'secret-key.next')).toBe(keys[0])
    expect(readOrCreateKeys(given)).toEqual([old, keys[0]])
    finish()
    expect(readOrCreateKeys(given)).toEqual([keys[0]])
    expect(() => read(given, 'secret-key.next')).toThrow('ENOENT')
  })

  it('that was interrupted continues with the same new key', () => {
    const given = settings()
    expect(beginRotation(given).keys).toEqual(beginRotation(given).keys)
  })

  it('between configured keys needs both', () => {
    expect(beginRotation(settings({ LAPWING_SECRET_KEY: one, LAPWING_PREVIOUS_SECRET_KEY: two })).keys).toEqual([
      one,
      two,
    ])
    expect(() => beginRotation(settings({ LAPWING_SECRET_KEY: one }))).toThrow(
      /^LAPWING_PREVIOUS_SECRET_KEY: must be the old key/,
    )
  })
})
