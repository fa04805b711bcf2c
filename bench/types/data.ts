import { once } from 'node:events'
import { connect } from 'node:net'
import { Client } from 'pg'
import { hasPostgresql, startPostgresql } from '../../test/kit/debian/postgresql.ts'
import { hasRedis, startRedis } from '../../test/kit/debian/redis.ts'
import { type Entry, certificate, portOf, root } from './entry.ts'

const login = { username: 'robot', password: 'hunter2', database: 'postgres' }
const goal = { ratio: 1.5 }

// What the check asks besides: the state of the server.
const state = `select count(*), current_setting('max_connections') from pg_stat_activity`

export const data: readonly Entry[] = [
  {
    name: 'postgres',
    missing: hasPostgresql ? null : "needs Debian's postgresql",
    goal,
    async open() {
      const clients = ['host all robot 127.0.0.1/32 scram-sha-256']
      const { port, run, stop } = await startPostgresql({ certificate, clients, settings: { max_connections: '200' } })
      await run(`create role robot login password 'hunter2'`)
      return { target: `127.0.0.1:${port}`, config: login, root, stop }
    },
    async bare({ target, root }) {
      const { username: user, ...rest } = login
      const client = new Client({ host: '127.0.0.1', port: portOf(target), user, ...rest, ssl: { ca: root } })
      await client.connect()
      await client.query('begin read only')
      await client.query('select 1', [])
      await client.query(`rollback; begin read only; ${state}; rollback`)
      await client.end()
    },
  },
  {
    name: 'redis',
    missing: hasRedis ? null : "needs Debian's redis-server",
    goal,
    async open() {
      const { port, stop } = await startRedis()
      return { target: `127.0.0.1:${port}`, config: { tlsMode: 'none', key: 'state' }, stop }
    },
    async bare({ target }) {
      const socket = connect(portOf(target), '127.0.0.1')
      await once(socket, 'connect')
      for (const command of ['PING', 'GET state', 'INFO']) {
        socket.write(`${command}\r\n`)
        await once(socket, 'data')
      }
      socket.destroy()
    },
  },
]
