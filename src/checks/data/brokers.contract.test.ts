import { keepsTheContract, spoiltAnswers } from '../../../test/kit/checks/run-contract.ts'
import { amqp } from './amqp.ts'
import { mqtt } from './mqtt.ts'

const server = {
  transport: 'both',
  target: ({ host, port }: { host: string; port: number }): string =>
    host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`,
  secureConfig: { tlsMode: 'required' },
  misbehaviours: { ...spoiltAnswers, 'drips its answer': 'other', 'never ends its answer': 'other' },
} as const
const login = { username: 'robot', password: 'hunter2', tlsMode: 'none' }

keepsTheContract({
  ...server,
  check: mqtt,
  config: { ...login, topic: 'a/b' },
  opening: () => '\x20\x02\0\0',
})

// A connection.start without properties.
const start = '\x01\0\0\0\0\0\x1e\0\x0a\0\x0a\0\x09\0\0\0\0\0\0\0\x05PLAIN\0\0\0\x05en_US'

keepsTheContract({ ...server, check: amqp, config: login, opening: () => start })
