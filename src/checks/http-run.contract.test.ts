import { keepsTheContract } from '../../test/kit/run-contract.ts'
import { http } from './http.ts'

keepsTheContract({
  check: http,
  transport: 'both',
  target: ({ host, port, secure }) => `${secure ? 'https' : 'http'}://${host}:${port}/`,
  config: { failIfBodyNotMatchesRegexp: 'never there' },
  opening: () => 'HTTP/1.1 200 OK\r\n\r\n',
  misbehaviours: {
    'never says a word': 'timeout',
    'closes at once': 'connect',
    'resets at once': 'connect',
    'resets when it has heard the request': 'connect',
    'talks garbage': 'other',
    'falls silent in its answer': 'timeout',
    'resets in its answer': 'connect',
    'drips its answer': 'timeout',
    'never ends its answer': 'success',
  },
})
