// The report of an incident in all its formats, and the signed bundle, which the real command verifies offline.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { verifyBundle } from '../../../cli/bundle/verify.ts'
import { storedZip } from '../../../src/codecs/stored-zip.ts'
import { type BundleFile, signedFiles } from '../../../src/domain/incident-bundle/bundle.ts'
import { newSigningKey, signatureOf } from '../../../src/domain/incident-bundle/signing-key.ts'
import { createVault } from '../../../src/domain/vault.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { rotateSigningKey } from '../../../src/operations/incidents/signing-key.ts'
import { commandLine } from '../../kit/lapwing/command-line.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { sharedKey } from '../../kit/lapwing/start-lapwing.ts'
import { closedFolder } from '../../kit/lapwing/process.ts'
import { closed, fail } from '../../kit/resources/incidents.ts'
import { expectRefusal, inDatabase, make } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()
const home = closedFolder()
let id: number

const lapwing = (args: readonly string[], url: string) =>
  commandLine(args, { LAPWING_URL: url, LAPWING_TOKEN: keys.read, XDG_CONFIG_HOME: home })

/** Runs the command where no server can be reached. */
const verify = (args: readonly string[]) => lapwing(['verify', ...args], 'http://127.0.0.1:1')

async function download(path: string): Promise<{ type: string; bytes: Buffer }> {
  const response = await fetch(`${app().origin}/v1${path}`, { headers: { authorization: `Bearer ${keys.read}` } })
  expect(response.status).toBe(200)
  return { type: response.headers.get('content-type')!, bytes: Buffer.from(await response.arrayBuffer()) }
}

const patch = (body: unknown, ask = {}) => app().ask('PATCH', `/incidents/${id}/report`, { ...ask, body })

beforeAll(async () => {
  const monitor = await make(app(), { name: 'Shop <b>*x*', tags: ['shop'] })
  await app().post('/slos', { name: 'Shop promise', monitorIds: [monitor.id], target: 99.9, window: '30d' })
  await app().post('/deployments', { service: 'shop', version: '1.4.2', environment: 'production' })
  app().clock.advance(60_000)
  ;({ id } = await fail(app(), monitor.id))
  app().clock.advance(60_000)
  await app().post(`/incidents/${id}/acknowledge`)
  await app().post(`/incidents/${id}/comments`, { body: 'Line one\n| [x](javascript:alert(1))' })
  app().clock.advance(240_000)
  await app().post(`/incidents/${id}/resolve`)
  await closed(app(), id)
})

describe('the report of an incident', () => {
  it('says what happened, what it cost and what changed', async () => {
    const { status, body } = await app().get(`/incidents/${id}/report`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      object: 'incident_report',
      incident: { id, status: 'resolved' },
      notes: { version: 0 },
    })
    expect(body.impact.duration_seconds).toBeGreaterThanOrEqual(300)
    expect(body.impact.error_budgets).toMatchObject([
      { slo: { name: 'Shop promise' }, burnt_seconds: body.impact.duration_seconds, budget_seconds: null },
    ])
    expect(body.deployments).toMatchObject([{ service: 'shop', version: '1.4.2' }])
    expect(body.changes.map(({ action }: { action: string }) => action)).toContain('monitor.created')
    expect(body.timeline.map(({ type }: { type: string }) => type)).toEqual(
      expect.arrayContaining(['opened', 'acknowledged', 'comment', 'resolved']),
    )
  })

  it('takes the texts of people, and refuses to overwrite what they have not seen', async () => {
    const first = await patch({ cause: '<img src=x>\n- one\n1. two', version: 0 })
    expect(first.body.notes).toMatchObject({ cause: '<img src=x>\n- one\n1. two', lessons: '', version: 1 })
    expectRefusal(await patch({ lessons: 'mine', version: 0 }), 409, /version 1, not 0/)
    expect((await patch({ followUps: 'Renew it (Ada)' })).body.notes).toMatchObject({
      version: 2,
      cause: expect.stringMatching('img'),
    })
    expect((await patch({ followUps: 'Renew it (Ada)' })).body.notes.version).toBe(2)
    expectRefusal(await patch({ cause: 'x'.repeat(10_001) }), 400, /cause/)
    expectRefusal(await patch({ cause: 'x' }, { key: keys.read }), 403, /write/)
    const { data } = (await app().get('/activity?action=incident.report_updated')).body
    expect(data[1]).toMatchObject({ entity_id: String(id), changes: { cause: { from: '' } } })
  })

  it('is Markdown in which nothing is markup but its own', async () => {
    const { type, bytes } = await download(`/incidents/${id}/report?format=markdown`)
    expect(type).toBe('text/markdown; charset=utf-8')
    const markdown = bytes.toString()
    expect(markdown).toContain(String.raw`\<img src=x\>` + '\\\n' + String.raw`\- one` + '\\\n' + String.raw`1\. two`)
    expect(markdown).toContain(String.raw`commented: Line one \| \[x\](javascript:alert(1))`)
    expect(markdown).toContain('Deployment of shop 1.4.2 to production')
    expect(markdown).toMatch(/Error budget of Shop promise:\*\* 5 min.* burnt, target 99\.9 %; too early to judge/)
    expect(markdown).not.toMatch(/(?<!\\)[<|]/)
  })

  it('is a PDF, also if the Accept header asks for it', async () => {
    const { type, bytes } = await download(`/incidents/${id}/report?format=pdf`)
    expect([type, bytes.subarray(0, 5).toString()]).toEqual(['application/pdf', '%PDF-'])
    const accept = { authorization: `Bearer ${keys.read}`, accept: 'application/pdf' }
    const response = await fetch(`${app().origin}/v1/incidents/${id}/report`, { headers: accept })
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="incident-${id}.pdf"`)
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(1000)
  })
})

describe('a bundle', () => {
  let archive: Buffer
  let file: string
  const keyList = join(home, 'keys.json')

  beforeAll(async () => {
    archive = (await download(`/incidents/${id}/bundle`)).bytes
    file = join(home, 'incident.zip')
    writeFileSync(file, archive)
    writeFileSync(keyList, JSON.stringify((await app().get('/signing-keys', { key: null })).body))
  })

  it('has the same bytes for the same state, and no secret', async () => {
    app().clock.advance(3_600_000)
    expect((await download(`/incidents/${id}/bundle`)).bytes.equals(archive)).toBe(true)
    expect(archive.toString('latin1')).not.toContain('PRIVATE')
    const [stored] = await inDatabase<{ secrets: Buffer }>(app(), sql`select secrets from signing_keys`)
    expect(stored!.secrets.toString('latin1')).not.toContain('PRIVATE')
  })

  it('is verified offline, with the key of the installation', async () => {
    const found = await verify([file, '--key', keyList])
    expect(found).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(found.stdout)).toMatchObject({ intact: true, key_known: true, incident: id, complete: true })
    const own = join(home, 'own.zip')
    writeFileSync(own, storedZip(forged()))
    expect(await verify([own])).toMatchObject({ code: 0, stdout: expect.stringContaining('"key_known": false') })
    expect(await verify([own, '--key', keyList])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('do not trust it'),
    })
    expect(await verify([join(home, 'none.zip')])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('cannot be read'),
    })
  })

  it('is saved by the command line, which overwrites nothing', async () => {
    const saved = join(home, 'saved.zip')
    const save = () => lapwing(['incidents', 'bundle', `#${id}`, '--output', saved], app().origin)
    expect(await save()).toMatchObject({ code: 0, stderr: '' })
    expect(readFileSync(saved).equals(archive)).toBe(true)
    expect(await save()).toMatchObject({ code: 1, stderr: expect.stringContaining('the file exists') })
    const report = await lapwing(['incidents', 'report', String(id)], app().origin)
    expect(report).toMatchObject({ code: 0, stdout: expect.stringContaining('## Timeline') })
  })

  it('is verified with a key that was replaced since', async () => {
    const lapwing = app()
    await rotateSigningKey(lapwing.store, createVault([sharedKey]), lapwing.clock.now())
    const { body } = await lapwing.get('/signing-keys', { key: null })
    expect(body.data).toMatchObject([{ retired_at: null }, { id: verifyBundle(archive).key_id }])
    writeFileSync(keyList, JSON.stringify(body))
    expect((await verify([file, '--key', keyList])).code).toBe(0)
    expect(verifyBundle((await download(`/incidents/${id}/bundle`)).bytes).key_id).toBe(body.data[0].id)
  })

  it('is refused if any byte differs', () => {
    const whole = storedZip(forged())
    const accepted = [...whole.keys()].filter((at) => {
      const changed = Buffer.from(whole)
      changed[at]! ^= 1
      return isAccepted(changed)
    })
    expect(accepted).toEqual([])
  })

  const entry = (path: string, content = '{}\n'): BundleFile => ({ path, content: Buffer.from(content) })
  const without = (path: string): BundleFile[] => forged().filter((one) => one.path !== path)
  const renamed = (from: string, to: string): BundleFile[] =>
    forged()
      .map((one) => (one.path === from ? { ...one, path: to } : one))
      .toSorted((a, b) => (a.path < b.path ? -1 : 1))

  it.each<[string, () => Buffer, RegExp]>([
    ['a file is added', () => storedZip([entry('added.json'), ...forged()]), /added\.json was added/],
    ['a file is removed', () => storedZip(without('notes.json')), /notes\.json is missing/],
    ['a file is renamed', () => storedZip(renamed('notes.json', 'notez.json')), /notez\.json was added/],
    ['a name comes twice', () => storedZip([entry('deliveries.json'), ...forged()]), /two files with the same name/],
    ['a path climbs', () => storedZip([entry('../evil.json'), ...forged()]), /name of another form/],
    ['files are in another order', () => storedZip(forged().toReversed()), /order that Lapwing does not write/],
    ['bytes precede it', () => Buffer.concat([Buffer.from('x'), storedZip(forged())]), /not where it should be/],
    ['bytes follow it', () => Buffer.concat([storedZip(forged()), Buffer.from('x')]), /its end is missing/],
    ['it is cut', () => storedZip(forged()).subarray(0, -40), /its end is missing/],
    ['a size is huge', () => withHugeFile(), /larger than the archive/],
    [
      'another key signed the manifest',
      () => storedZip(replaced('key.pem', newSigningKey().publicKey)),
      /signature does not fit/,
    ],
    ['events change places', () => storedZip(withSwappedEvents()), /events\.ndjson was changed/],
    ['it is empty', () => storedZip([]), /manifest\.json is missing/],
    ['it is something else', () => Buffer.from('%PDF-1.7'), /not a bundle/],
  ])('is refused if %s', (_words, make, why) => {
    expect(() => verifyBundle(make())).toThrow(why)
  })

  it.each<[string, unknown]>([
    ['null', null],
    ['another format', { format: 'other' }],
    ['another version', { format: 'lapwing-incident-bundle', version: 2 }],
    ['no files', { format: 'lapwing-incident-bundle', version: 1, key: null }],
  ])('is refused if its manifest is %s, whoever signed it', (_words, manifest) => {
    expect(() => verifyBundle(storedZip(signedManifest(manifest)))).toThrow(
      expect.objectContaining({ name: 'NotIntact' }),
    )
  })
})

function isAccepted(archive: Buffer): boolean {
  try {
    verifyBundle(archive)
    return true
  } catch {
    return false
  }
}

const foreign = newSigningKey()

/** A valid bundle of somebody else. */
function forged(): BundleFile[] {
  const content = {
    issuer: 'https://lapwing.example.com',
    organization: { id: 'o', name: 'Acme' },
    incidentId: 7,
    asOf: new Date(0),
    events: [
      { id: 1, type: 'opened' },
      { id: 2, type: 'resolved' },
    ],
    isComplete: true,
    documents: { 'incident.json': { id: 7, message: 'down' }, 'notes.json': {}, 'deliveries.json': [] },
  }
  return signedFiles(content, foreign)
}

const replaced = (path: string, content: string | Buffer): BundleFile[] =>
  forged().map((file) => (file.path === path ? { path, content: Buffer.from(content) } : file))

function withSwappedEvents(): BundleFile[] {
  const path = 'events.ndjson'
  const lines = forged()
    .find((file) => file.path === path)!
    .content.toString()
    .trimEnd()
    .split('\n')
  return replaced(path, `${lines.toReversed().join('\n')}\n`)
}

function signedManifest(manifest: unknown): BundleFile[] {
  const content = Buffer.from(`${JSON.stringify(manifest)}\n`)
  return replaced('manifest.json', content).map((file) =>
    file.path === 'manifest.sig' ? { ...file, content: signatureOf(content, foreign) } : file,
  )
}

/** The size in the header of the first file says four gigabytes. */
function withHugeFile(): Buffer {
  const archive = storedZip(forged())
  archive.writeUInt32LE(0xffffffff, 18)
  return archive
}
