// A server as Lapwing creates it, for what fastify loads then.
import { fastify } from 'fastify'
import { noSchemas } from '../../src/api/limits/no-schemas.ts'

fastify({ schemaController: noSchemas }).get('/', async () => 'here')
