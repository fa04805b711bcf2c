import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

const logged = (fields: string): Record<string, unknown> => {
  const { href } = new URL('log.ts', import.meta.url)
  const script = `import { createLog } from '${href}'; createLog('info').error('a request failed', ${fields})`
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }))
}

it('logs an error with its message and stack', () => {
  expect(logged(`{ error: Object.assign(new TypeError('no such thing'), { code: 'X1' }), path: '/me' }`)).toMatchObject(
    {
      msg: 'a request failed',
      path: '/me',
      error: { type: 'TypeError', message: 'no such thing', code: 'X1', stack: expect.stringContaining('at ') },
    },
  )
  expect(logged(`{ error: 'in words' }`)).toMatchObject({ error: 'in words' })
})
