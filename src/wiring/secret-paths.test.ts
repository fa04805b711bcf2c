import { expect, it } from 'vitest'
import { secretPaths } from './secret-paths.ts'
import { readSettings, settingFiles } from '../settings.ts'

it('lists the provision file, the database socket and each file of a setting', () => {
  const settings = readSettings({ LAPWING_PROVISION: '/srv/lapwing.yaml' })
  const files = settingFiles({ LAPWING_SECRET_KEY_FILE: '/usr/lib/key', LAPWING_PORT: '1', OTHER_FILE: '/x' })
  expect(secretPaths({ ...settings, databaseUrl: 'postgres:///d?host=/usr/lib/sockets' }, files)).toEqual([
    { path: '/srv/lapwing.yaml', title: 'the provision file' },
    { path: '/usr/lib/sockets', title: 'the socket of the database' },
    { path: '/usr/lib/key', title: 'the file of LAPWING_SECRET_KEY_FILE' },
  ])
  const encoded = { ...settings, provision: null, databaseUrl: 'postgres://%2Fusr%2Flib%2Fsockets/d' }
  expect(secretPaths(encoded, [])).toEqual([{ path: '/usr/lib/sockets', title: 'the socket of the database' }])
  const several = { ...encoded, databaseUrl: 'postgres:///d?host=/run/one,/run/two' }
  expect(secretPaths(several, []).map(({ path }) => path)).toEqual(['/run/one', '/run/two'])
  expect(secretPaths({ ...encoded, databaseUrl: 'postgres://u:p@db.example.com/d' }, [])).toEqual([])
})
