import { keepsTheContract } from '../../../test/kit/run-contract.ts'
import { sftp } from './sftp.ts'

keepsTheContract({
  check: sftp,
  transport: 'plain',
  target: ({ host, port }) => `${host}:${port}`,
  config: { username: 'robot', password: 'hunter2' },
  opening: () => 'SSH-2.0-hostile\r\n',
  misbehaviours: {
    'never says a word': 'timeout',
    'closes at once': 'connect',
    'resets at once': 'connect',
    'resets when it has heard the request': 'connect',
    'talks garbage': 'other',
    'falls silent in its answer': 'timeout',
    'resets in its answer': 'connect',
    'drips its answer': 'other',
    'never ends its answer': 'other',
  },
})
