import { text } from '../domain/field.ts'
import { defineChannel } from './define.ts'
import { secret } from './shared/fields.ts'
import { incidentKey } from './shared/incident-key.ts'
import { fill, fillingFor, insideJson, ownPlaceholders } from './shared/placeholders.ts'
import { post } from './shared/post.ts'
import { requestFields, requestFrom, requestProblems } from './shared/request-template.ts'

const usual = `{
  "title": "{{title}}",
  "message": "{{incident.message}}",
  "status": "{{incident.status}}",
  "severity": "{{incident.severity}}",
  "monitor": "{{monitor.name}}",
  "target": "{{monitor.target}}",
  "url": "{{incident.url}}"
}`

export const template = defineChannel({
  type: 'template',
  title: 'Custom webhook',
  category: 'webhook',
  summary:
    'Sends an HTTP request that you write, with placeholders such as {{incident.message}}. ' +
    'See the documentation of the receiver for the format.',
  readBy: 'programs',
  isAddressReadable: true,
  config: {
    ...requestFields,
    body: text({
      advanced: false,
      help: 'Body with placeholders such as {{title}} and {{incident.message}}',
      maxLength: 20_000,
      default: usual,
    }),
    secret: secret({
      help: 'Replaces {{secret}}, so that the body does not have to contain a key',
      maxLength: 1000,
    }),
  },
  examine: (config) => requestProblems(config, Object.keys(ownPlaceholders)),
  preview: (alert) => fill(usual, fillingFor(alert, { secret: '', key: '' }), insideJson),
  send: (alert, { secret: key = '', ...request }, context) => {
    const filling = fillingFor(alert, { secret: key, key: incidentKey(alert, context.dedupKey) })
    return post({ ...requestFrom(request, filling), secrets: [key] }, context)
  },
})
