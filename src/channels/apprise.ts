import { text } from '../domain/field.ts'
import { defineChannel } from './define.ts'
import { below, secret, serverUrl } from './shared/fields.ts'
import { type ReceiverResponse, type Objection, jsonIn, post } from './shared/post.ts'
import { plainText } from './shared/alert-facts.ts'
import { type AlertTone, title, tone } from './shared/alert-text.ts'
import { cut } from './shared/escape.ts'

export const apprise = defineChannel({
  type: 'apprise',
  title: 'Apprise',
  summary:
    'Notifies more than a hundred services through your own Apprise API server. ' +
    'Store their URLs there under a key, or list them here.',
  config: {
    url: serverUrl({ help: 'URL of the Apprise API, such as https://apprise.example.com', required: true }),
    key: secret({
      help: 'Key of the configuration on the server; anyone who has it can send',
      maxLength: 128,
      rule: (key) => (/^[\w-]{1,128}$/.test(key) ? null : 'must be letters, digits, underscores and dashes'),
    }),
    urls: secret({
      help: 'Apprise URLs, such as discord://…, instead of a key; separate several with commas',
      maxLength: 4000,
      rule: (urls) => (/^\s*[a-z][\w+.-]*:\/\//i.test(urls) ? null : 'must be addresses such as discord://…'),
    }),
    tag: text({
      help: 'Tags of the configuration to notify: a space means both, a comma either; all if empty',
      maxLength: 500,
    }),
    username: text({ help: 'User, if the server requires one', maxLength: 200 }),
    password: secret({ help: 'Password of that user' }),
  },
  examine: ({ key, urls, tag, username, password }) => [
    ...(Boolean(key) === Boolean(urls) ? ['key: set either this or urls'] : []),
    ...(tag && urls ? ['tag: only a configuration has tags'] : []),
    ...(Boolean(username) === Boolean(password) ? [] : ['password: must be set together with username']),
  ],
  send: (alert, { url, key, urls, tag, username, password }, context) => {
    const json = {
      title: cut(title(alert), 250),
      body: plainText(alert, 5000),
      type: types[tone(alert)],
      format: 'text',
      ...(key ? { tag: tag || 'all' } : { urls }),
    }
    const login = username && password ? ({ kind: 'basic', username, password } as const) : undefined
    const address = below(url, key ? `notify/${key}` : 'notify')
    const headers = { Accept: 'application/json' }
    return post({ url: address, headers, json, login, secrets: [key, ...secretsIn(urls)], objection }, context)
  },
})

const types: Readonly<Record<AlertTone, string>> = {
  critical: 'failure',
  warning: 'warning',
  update: 'info',
  acknowledged: 'info',
  resolved: 'success',
  test: 'info',
}

/** The URLs, and the parts of them that a server may repeat on their own. */
function secretsIn(urls = ''): string[] {
  const each = urls.split(',').map((url) => url.trim())
  return [urls, ...each, ...each.flatMap((url) => url.split(/[/:@?&=]+/).filter((part) => part.length >= 8))]
}

function objection(response: ReceiverResponse): Objection | null {
  if (response.status === 204)
    return {
      permanent: true,
      message: 'the server has nothing to notify: the configuration is empty or does not exist',
    }
  const { error } = (jsonIn(response) ?? {}) as { error?: unknown }
  // At least one service was not reached. It may be down or misconfigured, so the delivery is retried.
  if (response.status === 424)
    return { permanent: false, message: 'the server could not reach all services, or none has this tag' }
  return response.status >= 300 && typeof error === 'string' && error !== '' ? { message: error } : null
}
