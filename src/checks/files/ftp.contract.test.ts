import { keepsTheContract } from '../../../test/kit/run-contract.ts'
import { ftp } from './ftp.ts'

keepsTheContract({
  check: ftp,
  transport: 'both',
  target: ({ host, port }) => `${host}:${port}`,
  config: { tlsMode: 'none' },
  secureConfig: { tlsMode: 'implicit', username: 'robot', password: 'hunter2' },
  greeting: '220 ready\r\n',
  opening: () => '211-',
  misbehaviours: {
    'never says a word': 'timeout',
    'closes at once': 'connect',
    'resets at once': 'connect',
    'resets when it has heard the request': 'connect',
    'talks garbage': 'other',
    'falls silent in its answer': 'timeout',
    'resets in its answer': 'connect',
    'drips its answer': 'timeout',
    'never ends its answer': 'other',
  },
})
