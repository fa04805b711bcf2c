import { keepsTheContract } from '../../../test/kit/run-contract.ts'
import { pop3 } from './pop3.ts'

keepsTheContract({
  check: pop3,
  transport: 'both',
  target: ({ host }) => host,
  portConfig: (port) => ({ port }),
  config: { tlsMode: 'none', username: 'robot', password: 'hunter2' },
  secureConfig: { tlsMode: 'implicit' },
  greeting: '+OK ready\r\n',
  opening: () => '+OK\r\nUSER\r\n',
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
