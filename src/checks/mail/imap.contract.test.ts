import { keepsTheContract } from '../../../test/kit/run-contract.ts'
import { imap } from './imap.ts'

keepsTheContract({
  check: imap,
  transport: 'both',
  target: ({ host }) => host,
  portConfig: (port) => ({ port }),
  config: { tlsMode: 'none', username: 'robot', password: 'hunter2' },
  secureConfig: { tlsMode: 'implicit' },
  greeting: '* OK ready\r\n',
  opening: () => '* CAPABILITY IMAP4rev1\r\n* ',
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
