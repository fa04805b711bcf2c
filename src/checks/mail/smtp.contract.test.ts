import { keepsTheContract } from '../../../test/kit/run-contract.ts'
import { smtp } from './smtp.ts'

keepsTheContract({
  check: smtp,
  transport: 'both',
  target: ({ host, port }) => (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`),
  // The name server of the contract answers, but not about addresses.
  config: { checkPtr: true },
  secureConfig: { username: 'robot', password: 'hunter2', tlsMode: 'implicit' },
  greeting: '220 mail.lapwing.test ESMTP\r\n',
  opening: () => '250-mail.lapwing.test\r\n250-',
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
