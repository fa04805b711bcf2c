import { keepsTheContract } from '../../../test/kit/checks/run-contract.ts'
import { tcp } from './tcp.ts'

keepsTheContract({
  check: tcp,
  transport: 'both',
  isRepresentative: true,
  target: ({ host, port }) => `${host}:${port}`,
  config: { query: 'hello', expectMatchRegexp: 'never there' },
  secureConfig: { tls: true },
  opening: () => 'hello yourself',
  misbehaviours: {
    'never says a word': 'timeout',
    'closes at once': 'connect',
    'resets at once': 'connect',
    'resets when it received the request': 'connect',
    'talks garbage': 'success',
    'falls silent in its answer': 'success',
    'resets in its answer': 'connect',
    'drips its answer': 'success',
    'never ends its answer': 'success',
  },
})
