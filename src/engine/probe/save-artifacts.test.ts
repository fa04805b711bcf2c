import { readdirSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { artifact, artifactsInFolder, artifactsNowhere } from '../../../test/kit/resources/artifacts.ts'
import { fakeClock } from '../../../test/kit/clock.ts'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { quiet } from '../../../test/kit/log.ts'
import { watchedMonitor } from '../../../test/kit/resources/turns.ts'
import { type ArtifactNote, artifactLimits, keyOf } from '../../domain/checking/artifact.ts'
import { newId } from '../../domain/id.ts'
import type { Artifact } from '../../domain/outcome.ts'
import { findArtifact } from '../../store/artifacts/artifacts.ts'
import { sql } from '../../store/database/sql.ts'
import { deleteMonitors } from '../../store/monitors/monitors.ts'
import { deleteArtifacts } from '../housekeeping/artifacts.ts'
import { type ArtifactKeeping, saveArtifacts } from './save-artifacts.ts'
import { goodOutcome } from '../../../test/kit/resources/outcomes.ts'

const never = new AbortController().signal
async function keeping<K extends ArtifactKeeping>(artifacts: K) {
  const [clock, store] = [fakeClock(), await newStore()]
  const { organizationId, id: monitorId } = await watchedMonitor(store, { locations: 1, now: clock.now() })
  const parts = { store, clock, log: quiet, artifacts }
  const owner = { organizationId, monitorId }
  const keep = async (left: Artifact[], by: typeof owner = owner): Promise<ArtifactNote[]> => {
    const { evidence, ...kept } = await saveArtifacts(parts, by, { ...goodOutcome, artifacts: left })
    expect(kept).not.toHaveProperty('artifacts')
    return (JSON.parse(evidence!) as { artifacts: ArtifactNote[] }).artifacts
  }
  const found = (note: ArtifactNote) => findArtifact(store, organizationId, { id: note.id!, now: clock.now() })
  const bytesOf = async (note: ArtifactNote): Promise<string | null> => {
    const stream = await artifacts.bytes.get(keyOf((await found(note))!), note.bytes, never)
    return stream && (await buffer(stream)).toString()
  }
  const clean = () => deleteArtifacts({ ...parts, artifacts: artifacts.bytes })
  return { ...parts, owner, keep, found, bytesOf, clean }
}

const files = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()

it('notes the address, the expiry and the content type of each artifact', async () => {
  const { keep, bytesOf } = await keeping(artifactsInFolder())
  const script = artifact({ kind: 'log', name: '../../étc/pass wd\r\n', contentType: 'text/html' })
  const [picture, log] = await keep([artifact(), script])
  const { id } = picture!
  expect(picture).toEqual({
    id,
    kind: 'screenshot',
    name: 'page.png',
    content_type: 'image/png',
    bytes: 9,
    url: `/v1/artifacts/${id}`,
    expires_at: '2026-03-31T12:00:00.000Z',
  })
  expect(log).toMatchObject({ name: 'e-tc-pass wd', content_type: 'application/octet-stream' })
  expect(await bytesOf(picture!)).toBe('a picture')
})

it('notes that an artifact could not be stored', async () => {
  const { keep, store } = await keeping(artifactsNowhere)
  expect(await keep([artifact()])).toMatchObject([
    { id: null, url: null, expires_at: null, not_kept: 'it cannot be written: ENOTDIR' },
  ])
  expect(await store.rows(sql`select organization_id from artifacts`)).toEqual([{ organization_id: null }])
})

it('notes that the database refused an artifact', async () => {
  const { keep, owner, clock, artifacts } = await keeping(artifactsInFolder())
  const [note] = await keep([artifact()], { ...owner, organizationId: newId(clock.now()) })
  expect(note).toMatchObject({ id: null, not_kept: 'the database did not take it' })
  expect(() => files(artifacts.folder)).toThrow('ENOENT')
})

it('notes a store that takes too long, before the lease of the check ends', async () => {
  const requested = Promise.withResolvers<AbortSignal>()
  const put = (_key: string, _content: unknown, signal: AbortSignal): Promise<never> => {
    requested.resolve(signal)
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
  }
  const { keep, clock } = await keeping({ bytes: { ...artifactsNowhere.bytes, put }, maxBytes: 1000 })
  const kept = keep([artifact()])
  expect((await requested.promise).aborted).toBe(false)
  clock.advance(8000)
  expect(await kept).toMatchObject([{ not_kept: 'its store took too long' }])
})

it('limits the artifacts of one check', async () => {
  const { keep } = await keeping(artifactsInFolder(1e9))
  const large = artifact({ kind: 'trace', bytes: Buffer.alloc(artifactLimits.maxBytes) })
  const kept = await keep([artifact(), large, ...Array.from({ length: 20 }, () => artifact())])
  expect(kept.map(({ id }) => id !== null)).toEqual([true, false, ...Array<boolean>(18).fill(true), false, false])
  expect(kept[1]!.not_kept).toBe('the check left more behind than is kept of one')
})

it('deletes the oldest artifacts of an organization beyond its limit', async () => {
  const { keep, found, clean, artifacts, clock } = await keeping(artifactsInFolder(25))
  const [first] = await keep([artifact()])
  clock.advance(1000)
  const [second] = await keep([artifact()])
  clock.advance(1000)
  const [third] = await keep([artifact()])
  expect([await found(first!), await found(second!), await found(third!)]).toMatchObject([
    undefined,
    { id: second!.id },
    { id: third!.id },
  ])
  expect(await clean()).toBe(false)
  expect(files(artifacts.folder)).toEqual(['2026-03-01', `2026-03-01/${second!.id}`, `2026-03-01/${third!.id}`])
})

it('deletes an artifact after thirty days, and with its monitor', async () => {
  const { keep, found, clean, artifacts, store, owner, clock } = await keeping(artifactsInFolder())
  const [old] = await keep([artifact()])
  clock.advance(artifactLimits.keptForMs - 1)
  const [young] = await keep([artifact()])
  clock.advance(1)
  expect(await found(old!)).toBeUndefined()
  await clean()
  expect(files(artifacts.folder)).toEqual(['2026-03-01', '2026-03-31', `2026-03-31/${young!.id}`])
  await deleteMonitors(store, owner.organizationId, [owner.monitorId])
  expect(await found(young!)).toBeUndefined()
  await clean()
  expect(await store.rows(sql`select id from artifacts`)).toEqual([])
  expect(files(artifacts.folder)).toEqual(['2026-03-01', '2026-03-31'])
})

it('deletes bytes without a row when their day has expired', async () => {
  const { clean, artifacts, clock } = await keeping(artifactsInFolder())
  await artifacts.bytes.put('2026-03-01/left-by-a-crash', { bytes: Buffer.from('x'), contentType: 'text/plain' }, never)
  clock.advance(artifactLimits.keptForMs + 86_400_000)
  await clean()
  expect(files(artifacts.folder)).toHaveLength(2)
  clock.advance(2 * 86_400_000)
  await clean()
  expect(files(artifacts.folder)).toEqual([])
})
