// Fields that only the configs of checks use.
import { z } from 'zod'
import {
  type Field,
  type FieldOptions,
  type FieldValue,
  type TextOptions,
  choice,
  field,
  flag,
  item,
  list,
  number,
  part,
  ruled,
  text,
  word,
} from '../domain/field.ts'
import { mask } from '../domain/stored-config.ts'
import { compileRegexp } from './regexp.ts'
import { secretHeaders, secretParameters } from './secret-headers.ts'
import { isHostName, parseAddress } from './targets.ts'

/** A regexp for the linear-time engine. */
export function pattern<const O extends TextOptions>(options: O): Field<FieldValue<string, O>> {
  return text({ maxLength: 1000, ...options, rule: regexpProblem })
}

/** One regexp or several. */
export function patterns<const O extends FieldOptions<string | string[]>>(
  options: O,
): Field<FieldValue<string | string[], O>> {
  const one = ruled(z.string().min(1).max(1000), regexpProblem)
  return field<string | string[], O>('string or string[]', z.union([one, z.array(one).max(20)]), options, {
    maxItems: 20,
    maxLength: 1000,
  })
}

export function regexpProblem(source: string): string | null {
  try {
    compileRegexp(source)
    return null
  } catch (error) {
    return `must be a regular expression: ${(error as Error).message}`
  }
}

export const hostNames = <const O extends FieldOptions<string[]> & { maxItems: number }>(
  options: O,
): Field<FieldValue<string[], O>> =>
  list(
    ruled(word(254), (name) => (isHostName(name) ? null : 'must be a hostname')),
    options,
  )

export const timeout = (seconds: number, max = 60): Field<number> =>
  number({
    label: 'Timeout',
    group: 'connection',
    help: 'Timeout of a check in seconds',
    min: 1,
    max,
    default: seconds,
  })

export const port = <const O extends Omit<FieldOptions<number>, 'secret'>>(options: O): Field<FieldValue<number, O>> =>
  number({ ...options, min: 1, max: 65_535 })

export const resolver = text({
  placeholder: '1.1.1.1',
  group: 'connection',
  help: "IP address of the DNS server to query, with a port if it is not 53; by default the location's own",
  maxLength: 60,
  rule: (value) => (parseAddress(value) ? null : 'must be an IP address such as 1.1.1.1 or [2001:db8::1]:5353'),
})

export const verifyTls = flag({
  label: 'Verify the certificate',
  group: 'connection',
  help: 'Fail if the certificate is not trusted or not valid for the host',
  default: true,
  protectsSecrets: true,
})

export const tlsModeNames = {
  implicit: 'TLS from the start',
  explicit: 'TLS after connecting',
  none: 'No encryption',
}

export const ipVersions = { any: 'Any', ip4: 'IPv4', ip6: 'IPv6' }

export const ipVersion = choice(['any', 'ip4', 'ip6'], {
  labels: ipVersions,
  group: 'connection',
  help: 'IP version to use; any prefers IPv4 and falls back to IPv6',
  default: 'any',
})

export const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/

const notTheMask = 'is a masked value, and no value is stored under this name: send the value itself'

export const headerPair = item(
  z.strictObject({
    key: part(z.string().regex(headerName, 'must be a header name'), { label: 'Name', example: 'Accept' }),
    value: part(
      z
        .string()
        .max(8000)
        .regex(/^[^\r\n\0]*$/, 'must not contain line breaks'),
      { example: 'application/json' },
    ),
  }),
  { add: 'Add header' },
)
export const parameterPair = item(
  z.strictObject({
    key: part(word(200), { label: 'Name', example: 'page' }),
    value: part(z.string().max(8000), { example: '1' }),
  }),
  { add: 'Add parameter' },
)
export const maxPairs = 50

/** A refined schema is a new one, so the notes are copied. */
const unmasked = <P extends { value: string }>(pair: z.ZodType<P>): z.ZodType<P> =>
  pair.refine(({ value }) => value !== mask, { error: notTheMask, path: ['value'] }).meta({ ...pair.meta() })

export const headers = list(unmasked(headerPair), {
  group: 'request',
  help: 'Headers sent with the request. Values are stored encrypted; credentials are shown as [redacted]',
  maxItems: maxPairs,
  partlySecret: secretHeaders,
})

export const queryParameters = list(unmasked(parameterPair), {
  label: 'Query parameters',
  group: 'request',
  help: "Parameters added to the URL's query. Values are stored encrypted; credentials are shown as [redacted]",
  maxItems: maxPairs,
  partlySecret: secretParameters,
})
