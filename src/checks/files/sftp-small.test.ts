import { createServer } from 'node:net'
import ssh2 from 'ssh2'
import { describe, expect, it } from 'vitest'
import { listening } from '../../../test/kit/servers/listening.ts'
import { openNet, runCheck, runSlowly } from '../../../test/kit/checks/run-check.ts'
import { type SmallSsh, startSmallSsh } from '../../../test/kit/servers/small-ssh.ts'
import type { Outcome } from '../../domain/outcome.ts'
import { createPolicy } from '../../net/policy.ts'
import { sftp } from './sftp.ts'

const deadlineMs = 60_000

const robot = { username: 'robot', password: 'hunter2' }
const withPassword: SmallSsh['login'] = (attempt) =>
  attempt.method === 'password' && attempt.password === 'hunter2' ? attempt.accept() : attempt.reject(['password'])

const checkSmall = async (script: SmallSsh, config: Record<string, unknown> = robot) => {
  const { port, received } = await startSmallSsh(script)
  return { outcome: await runCheck(sftp, `127.0.0.1:${port}`, { config, deadlineMs }), received }
}

describe('an sftp check', () => {
  it('logs in with a password', async () => {
    const { outcome, received } = await checkSmall({ login: withPassword })
    expect(outcome).toMatchObject({ error: null, metrics: { 'sftp.auth_ok': 1, 'sftp.password_auth_offered': 1 } })
    expect(received).toEqual(['none robot', 'password robot', 'sftp'])
  })

  it('reports a rejected password once, and does not show it', async () => {
    const { outcome, received } = await checkSmall(
      { login: withPassword },
      { username: 'robot', password: 'wrong-horse' },
    )
    expect(outcome).toMatchObject({
      cause: 'auth',
      error: 'the server rejected the password',
      metrics: { 'sftp.auth_ok': 0 },
    })
    expect(received).toEqual(['none robot', 'password robot'])
    expect(JSON.stringify(outcome)).not.toContain('wrong-horse')
  })

  it('sends the password as the response to a prompt', async () => {
    const login: SmallSsh['login'] = (attempt) => {
      if (attempt.method !== 'keyboard-interactive') return attempt.reject(['keyboard-interactive'])
      const judge = ([answer]: string[]): void => (answer === 'hunter2' ? attempt.accept() : attempt.reject())
      attempt.prompt([{ prompt: 'Password: ', echo: false }], judge)
    }
    const { outcome } = await checkSmall({ login, ways: ['keyboard-interactive'] })
    expect(outcome).toMatchObject({ error: null, metrics: { 'sftp.auth_ok': 1, 'sftp.password_auth_offered': 0 } })
  })

  it('sends it to one prompt only', async () => {
    const answers: string[][] = []
    const login: SmallSsh['login'] = (attempt) => {
      if (attempt.method !== 'keyboard-interactive') return attempt.reject(['keyboard-interactive'])
      attempt.prompt(
        [
          { prompt: 'Password: ', echo: false },
          { prompt: 'Code: ', echo: false },
        ],
        (given) => {
          answers.push(given)
          attempt.reject()
        },
      )
    }
    const { outcome } = await checkSmall({ login, ways: ['keyboard-interactive'] })
    expect(outcome).toMatchObject({ cause: 'auth', error: 'the server rejected the password' })
    expect(answers).toEqual([['', '']])
  })

  it('reports that a password has expired', async () => {
    const login: SmallSsh['login'] = (attempt) => {
      if (attempt.method === 'password') attempt.requestChange('Time for a new one', () => undefined)
    }
    const { outcome } = await checkSmall({ login })
    expect(outcome).toMatchObject({ cause: 'auth', error: 'the password has expired and has to be changed' })
    expect(outcome.metrics).toMatchObject({ 'sftp.auth_ok': 0 })
  })

  it('reports that there is no SFTP', async () => {
    const { outcome } = await checkSmall({ login: withPassword, files: false })
    expect(outcome).toMatchObject({
      success: false,
      cause: 'other',
      error: expect.stringMatching(/^the server does not support SFTP/),
      metrics: { 'sftp.auth_ok': 1, 'sftp.error_count': 0 },
    })
  })

  const { STATUS_CODE } = ssh2.utils.sftp

  it('reports that a directory cannot be listed', async () => {
    const files: SmallSsh['files'] = (server) =>
      server.on('OPENDIR', (id) => server.status(id, STATUS_CODE.PERMISSION_DENIED))
    const { outcome } = await checkSmall({ login: withPassword, files }, { ...robot, checkNewestAge: true })
    expect(outcome).toMatchObject({ success: false, error: 'the directory cannot be listed: Permission denied' })
  })

  it('does not let the server choose a slow key exchange group', async () => {
    const { outcome } = await checkSmall({ algorithms: { kex: ['diffie-hellman-group-exchange-sha256'] } })
    expect(outcome).toMatchObject({
      cause: 'tls',
      error: expect.stringMatching(/^no keys could be exchanged with .*: no matching key exchange algorithm/),
    })
  })

  it('works with incomplete file attributes', async () => {
    const files: SmallSsh['files'] = (server) => {
      let isRead = false
      server.on('STAT', (id) => server.attrs(id, { mode: 0o100644, size: 3 } as never))
      server.on('OPENDIR', (id) => server.handle(id, Buffer.from('x')))
      server.on('READDIR', (id) => {
        if (isRead) return server.status(id, STATUS_CODE.EOF)
        isRead = true
        server.name(
          id,
          ['-rw', 'drw'].map((longname) => ({ filename: longname, longname, attrs: {} as never })),
        )
      })
    }
    const file = await checkSmall({ login: withPassword, files }, { ...robot, expectPath: '/x', checkNewestAge: true })
    expect(file.outcome).toMatchObject({ error: null, metrics: { 'sftp.path_exists': 1, 'sftp.file_bytes': 3 } })
    const folder = await checkSmall({ login: withPassword, files }, { ...robot, checkNewestAge: true })
    expect(folder.outcome).toMatchObject({ error: null, metrics: { 'sftp.files': 1 } })
    for (const { outcome } of [file, folder]) expect(outcome.metrics).not.toHaveProperty(['sftp.newest_file_age_s'])
  })

  it('reports a server that goes silent, and one that closes the connection', async () => {
    const files: SmallSsh['files'] = (server) => server.on('STAT', () => undefined)
    const silent = await startSmallSsh({ login: withPassword, files })
    const config = { ...robot, expectPath: '/x' }
    expect(await runSlowly(sftp, `127.0.0.1:${silent.port}`, { config, deadlineMs: 4000 })).toMatchObject({
      cause: 'timeout',
      error: 'no response within 4 s (while looking up the path)',
      metrics: { 'sftp.auth_ok': 1 },
    })
    const hangsUp: SmallSsh['files'] = (server) => server.on('STAT', () => server.end())
    const { outcome } = await checkSmall({ login: withPassword, files: hangsUp }, config)
    expect(outcome.success).toBe(false)
    expect(outcome.infrastructure).toBeUndefined()
  })

  it('skips lines before the greeting', async () => {
    const script = { greeting: 'Welcome\r\nstranger', ident: 'tiny' }
    const { outcome } = await checkSmall(script, { expectBannerRegexp: '^SSH-2.0-tiny$' })
    expect(outcome).toMatchObject({ error: null, metrics: { 'sftp.banner_match': 1 } })
  })

  it('reports that no algorithm is shared', async () => {
    const { outcome } = await checkSmall({ algorithms: { kex: ['diffie-hellman-group1-sha1'] } })
    expect(outcome).toMatchObject({
      cause: 'tls',
      error: expect.stringMatching(/^no keys could be exchanged with 127\.0\.0\.1:\d+: .*key exchange/),
      metrics: { 'sftp.weak_algorithms': expect.any(Number) },
    })
  })

  it('reports that the server does not speak SSH', async () => {
    const port = await listening(createServer((socket) => void socket.end('220 ftp ready\r\n')))
    expect(await runCheck(sftp, `127.0.0.1:${port}`, { deadlineMs })).toMatchObject({
      success: false,
      error: `127.0.0.1:${port} closed the connection before it said who it is`,
    })
  })

  it('runs a hundred times in parallel', async () => {
    const { port } = await startSmallSsh({ login: withPassword })
    const run = (): Promise<Outcome> => runCheck(sftp, `127.0.0.1:${port}`, { config: robot, deadlineMs: 50_000 })
    const outcomes = await Promise.all(Array.from({ length: 100 }, run))
    expect([...new Set(outcomes.map(({ error }) => error))]).toEqual([null])
  })

  it('respects the address policy', async () => {
    const { port } = await startSmallSsh()
    const net = openNet({ policy: createPolicy({ allowPrivate: false }) })
    expect(await runCheck(sftp, `127.0.0.1:${port}`, { net })).toMatchObject({ cause: 'connect' })
  })
})
