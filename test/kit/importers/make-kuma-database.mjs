// Makes the Uptime Kuma databases that tests import, with Kuma's own migrations and a monitor of each of its types, and
// the list of their tables and columns.
//
//   git clone https://github.com/louislam/uptime-kuma && npm install --prefix uptime-kuma knex@3.1.0 tldts
//   node make-kuma-database.mjs uptime-kuma .
//
// Needs Node 24. Knex runs over node:sqlite, so no native package has to be compiled.
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { heartbeats, monitors, notifications, others, tags } from './kuma-monitors.mjs'

const [kuma, folder] = process.argv.slice(2).map((path) => resolve(path))
const require = createRequire(join(kuma, 'package.json'))

/** What Knex uses of better-sqlite3. */
class Database {
  constructor(path) {
    this.db = new DatabaseSync(path)
  }
  prepare(text) {
    const statement = this.db.prepare(text)
    return {
      reader: statement.columns().length > 0,
      all: (values) => statement.all(...values),
      run: (values) => statement.run(...values),
    }
  }
  close() {
    this.db.close()
  }
}

const packages = join(kuma, 'node_modules')
const client = require(join(packages, 'knex/lib/dialects/better-sqlite3'))
Object.assign(client.prototype, { ['_driver']: () => Database })

/** A database of the last 1.x release: the empty one that Kuma ships, and all its patches. */
function makeVersion1(path) {
  copyFileSync(join(kuma, 'db/kuma.db'), path)
  // The last patch edits the schema's own table.
  const db = new DatabaseSync(path, { defensive: false })
  const listed = /static patchList = \{(.*?)\n {4}\};/s.exec(readFileSync(join(kuma, 'server/database.js'), 'utf8'))[1]
  const later = new Set([...listed.matchAll(/"(patch-[^"]+\.sql)"/g)].map(([, name]) => name))
  for (const name of [...Array.from({ length: 10 }, (_, n) => `patch${n + 1}.sql`), ...later])
    db.exec(readFileSync(join(kuma, 'db/old_migrations', name), 'utf8'))
  db.close()
}

async function migrateToVersion2(path) {
  const knex = require(join(packages, 'knex'))({
    client,
    connection: { filename: path },
    useNullAsDefault: true,
  })
  await knex.raw('PRAGMA foreign_keys = OFF')
  await knex.migrate.latest({ directory: join(kuma, 'db/knex_migrations') })
  await knex.destroy()
}

/** Fields that this version does not have are left out. */
function insert(db, table, rows) {
  const columns = new Set(
    db
      .prepare(`select name from pragma_table_info('${table}')`)
      .all()
      .map(({ name }) => name),
  )
  for (const row of rows) {
    const known = Object.entries(row).filter(([name]) => columns.has(name))
    const names = known.map(([name]) => `"${name}"`).join(', ')
    const values = known.map(([, value]) => (typeof value === 'boolean' ? Number(value) : value))
    db.prepare(`insert into "${table}" (${names}) values (${known.map(() => '?').join(', ')})`).run(...values)
  }
}

function fill(path, chosen) {
  const db = new DatabaseSync(path)
  db.exec('pragma foreign_keys = off')
  const ids = new Set(chosen.map(({ id }) => id))
  const plain = chosen.map(({ tagged: _tagged, notified: _notified, ...row }) => row)
  insert(db, 'monitor', plain)
  insert(db, 'tag', tags)
  insert(db, 'notification', notifications)
  insert(
    db,
    'monitor_tag',
    chosen.flatMap(({ id, tagged = [] }) => tagged.map(([tag_id, value]) => ({ monitor_id: id, tag_id, value }))),
  )
  insert(
    db,
    'monitor_notification',
    chosen.flatMap(({ id, notified = [] }) => notified.map((notification_id) => ({ monitor_id: id, notification_id }))),
  )
  insert(
    db,
    'heartbeat',
    heartbeats.filter(({ monitor_id }) => ids.has(monitor_id)),
  )
  for (const [table, rows] of Object.entries(others)) {
    const about = rows.filter(({ monitor_id: id }) => id === undefined || ids.has(id))
    if (table !== 'remote_browser' || path === two) insert(db, table, about)
  }
  db.exec('pragma journal_mode = delete; pragma page_size = 512; vacuum')
  db.close()
}

const newInVersion2 = [
  'smtp',
  'snmp',
  'rabbitmq',
  'manual',
  'websocket-upgrade',
  'globalping',
  'oracledb',
  'pm2',
  'ntp',
  'sip-options',
  'system-service',
]

const one = join(folder, 'kuma-1.db')
const two = join(folder, 'kuma-2.db')
for (const path of [one, two]) rmSync(path, { force: true })
makeVersion1(one)
copyFileSync(one, two)
fill(
  one,
  monitors.filter(({ type }) => !newInVersion2.includes(type)),
)
await migrateToVersion2(two)
fill(two, monitors)
writeFileSync(join(folder, 'kuma-schema.json'), schemaText(two))

/** The columns of each table, a table per line. */
function schemaText(path) {
  const db = new DatabaseSync(path, { readOnly: true })
  const names = db.prepare("select name from sqlite_schema where type = 'table' order by name").all()
  const lines = names.map(({ name }) => {
    const columns = db.prepare('select name from pragma_table_info(?)').all(name)
    return `  ${JSON.stringify(name)}: ${JSON.stringify(columns.map((column) => column.name).join(' '))}`
  })
  db.close()
  return `{\n${lines.join(',\n')}\n}\n`
}
