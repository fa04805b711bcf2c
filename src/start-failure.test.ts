import { expect, it } from 'vitest'
import { BadSetting } from './settings.ts'
import { explainStartFailure } from './start-failure.ts'

const failure = (message: string, fields: object): Error => Object.assign(new Error(message), fields)

it.each([
  [new BadSetting('LAPWING_PORT: must be a number.'), 'LAPWING_PORT: must be a number.'],
  [
    failure('listen EADDRINUSE', { code: 'EADDRINUSE', syscall: 'listen', address: '::1', port: 80 }),
    'Another program already listens on ::1:80. Stop it, or choose another LAPWING_PORT.',
  ],
  [
    failure('listen EADDRNOTAVAIL', { code: 'EADDRNOTAVAIL', syscall: 'listen', address: '192.0.2.1', port: 80 }),
    'This machine has no address 192.0.2.1. Change LAPWING_HOST.',
  ],
  [
    failure('invalid page in block 0 of relation "base/16384/16393"', { code: 'XX001' }),
    'The database is damaged (invalid page in block 0 of relation "base/16384/16393"). ' +
      'Restore it from a backup: docs/running.md says how, under Backups.',
  ],
  [
    failure('terminating connection due to administrator command', { code: '57P01' }),
    'The database went away while Lapwing was starting (terminating connection due to administrator command). ' +
      'Start Lapwing again once it can be reached.',
  ],
  [
    failure('Connection terminated unexpectedly', {}),
    'The database went away while Lapwing was starting (Connection terminated unexpectedly). ' +
      'Start Lapwing again once it can be reached.',
  ],
  [
    failure('connect ECONNREFUSED 127.0.0.1:5432', { code: 'ECONNREFUSED', syscall: 'connect' }),
    'The database went away while Lapwing was starting (connect ECONNREFUSED 127.0.0.1:5432). ' +
      'Start Lapwing again once it can be reached.',
  ],
  [
    failure('could not open file "base/16384/16385": No such file or directory', { code: '58P01' }),
    'The database is damaged (could not open file "base/16384/16385": No such file or directory). ' +
      'Restore it from a backup: docs/running.md says how, under Backups.',
  ],
  [
    failure('database "nest" does not exist', {
      code: '3D000',
      detail: 'The database subdirectory "base/16384" is missing.',
    }),
    'The database is damaged (The database subdirectory "base/16384" is missing). ' +
      'Restore it from a backup: docs/running.md says how, under Backups.',
  ],
])('explains %s', (error, sentence) => {
  expect(explainStartFailure(error)).toBe(sentence)
})

it.each([
  new TypeError('undefined is not a function'),
  failure('ENOENT: no such file or directory, open', { code: 'ENOENT', syscall: 'open' }),
  failure('syntax error at or near "selec"', { code: '42601' }),
])('leaves an error of the program to the stack trace: %s', (error) => {
  expect(explainStartFailure(error)).toBeUndefined()
})
