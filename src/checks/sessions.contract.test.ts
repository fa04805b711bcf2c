// Types that open a session with a server: faulty servers have the same effect on all of them.
import { type Contract, keepsTheContract, spoiltAnswers } from '../../test/kit/checks/run-contract.ts'
import { ftp } from './files/ftp.ts'
import { sftp } from './files/sftp.ts'
import { imap } from './mail/imap.ts'
import { pop3 } from './mail/pop3.ts'
import { smtp } from './mail/smtp.ts'

const misbehaviours: Contract['misbehaviours'] = { ...spoiltAnswers, 'never ends its answer': 'other' }

const robot = { username: 'robot', password: 'hunter2' }
const mailbox = {
  transport: 'both',
  target: ({ host }: { host: string }) => host,
  portConfig: (port: number) => ({ port }),
  config: { ...robot, tlsMode: 'none' },
  secureConfig: { tlsMode: 'implicit' },
  misbehaviours,
} as const
const withPort = ({ host, port }: { host: string; port: number }): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`

keepsTheContract({
  ...mailbox,
  check: imap,
  greeting: '* OK ready\r\n',
  opening: () => '* CAPABILITY IMAP4rev1\r\n* ',
})

keepsTheContract({ ...mailbox, check: pop3, greeting: '+OK ready\r\n', opening: () => '+OK\r\nUSER\r\n' })

keepsTheContract({
  check: smtp,
  transport: 'both',
  target: withPort,
  // The name server of the contract responds, but has no addresses.
  config: { checkPtr: true },
  secureConfig: { ...robot, tlsMode: 'implicit' },
  greeting: '220 mail.lapwing.test ESMTP\r\n',
  opening: () => '250-mail.lapwing.test\r\n250-',
  misbehaviours,
})

keepsTheContract({
  check: ftp,
  transport: 'both',
  target: withPort,
  config: { tlsMode: 'none' },
  secureConfig: { ...robot, tlsMode: 'implicit' },
  greeting: '220 ready\r\n',
  opening: () => '211-',
  misbehaviours,
})

keepsTheContract({
  check: sftp,
  transport: 'plain',
  target: withPort,
  config: robot,
  opening: () => 'SSH-2.0-hostile\r\n',
  misbehaviours: { ...misbehaviours, 'drips its answer': 'other' },
})
