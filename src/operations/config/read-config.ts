// Operations that read the configuration of an organization as a document.
import { z } from 'zod'
import { RawContent, defineOperation, ok } from '../registry/define.ts'
import { readLive } from './directory.ts'
import { documentSchema } from './document-schema.ts'
import { exportDocument, writeYaml } from './export.ts'
import { writeTerraform } from './terraform.ts'
import { sections } from './document/sections.ts'

const formats = ['json', 'yaml', 'terraform'] as const
const yamlType = 'application/yaml; charset=utf-8'

const objects = z.array(z.looseObject({ key: z.string() })).optional()

const configDocument = z
  .object({
    version: z.literal(1),
    source: z.string(),
    ...Object.fromEntries(sections.map((section) => [section, objects])),
  })
  .meta({ id: 'ConfigDocument', description: 'See `GET /config/schema`' })

export const documentExample = {
  version: 1,
  source: 'infra/lapwing.yaml',
  contactGroups: [{ key: 'on-call', name: 'On call' }],
  monitors: [
    {
      key: 'shop',
      name: 'Shop',
      type: 'http',
      target: 'https://shop.example.com/health',
      interval: 60,
      locations: ['eu-central'],
      config: { notificationGroupIds: ['on-call'] },
      alertRules: [
        { name: 'Slow answers', metric: 'response_time', operator: '>', value: '2000', severity: 'warning' },
      ],
    },
  ],
}

export const getConfig = defineOperation({
  id: 'getConfig',
  method: 'GET',
  path: '/config',
  alone: true,
  tag: 'Configuration',
  summary: 'Export the configuration as a document',
  description:
    'Monitors with their rules, contacts, contact groups, channels, maintenance windows, on-call schedules, ' +
    'escalation policies, status pages and objectives. Objects refer to each other by key. Secrets are masked. ' +
    '`Accept: application/yaml` returns YAML, as does `format=yaml`. `format=terraform` returns import blocks and ' +
    'resources for the provider Mastercard/restapi.',
  query: z.object({
    format: z.enum(formats).optional().meta({ description: 'JSON, unless the Accept header asks for YAML' }),
  }),
  responses: {
    200: {
      description: 'The document',
      types: ['application/yaml', 'text/plain'],
      schema: configDocument,
      example: documentExample,
    },
  },
  async handle({ query }, context) {
    const format = query.format ?? (/\byaml\b/.test(context.visit.accept ?? '') ? 'yaml' : 'json')
    const live = await readLive(context)
    if (format === 'terraform')
      return ok(new RawContent('text/plain; charset=utf-8', writeTerraform(live, context.services.origin())))
    const document = exportDocument(live, context.caller.organization.slug)
    return ok(format === 'yaml' ? new RawContent(yamlType, writeYaml(document)) : document)
  },
})

export const getConfigSchema = defineOperation({
  id: 'getConfigSchema',
  method: 'GET',
  path: '/config/schema',
  access: 'none',
  tag: 'Configuration',
  summary: 'Get the JSON Schema of configuration documents',
  responses: {
    200: {
      description: 'A JSON Schema (draft 2020-12)',
      schema: z.looseObject({ type: z.literal('object') }).meta({ id: 'ConfigSchema' }),
      example: { type: 'object', properties: {} },
    },
  },
  handle: async () => ok(documentSchema()),
})
