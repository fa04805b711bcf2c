// Arguments of a tool call that its schema asks for in headers (`x-mcp-header`), so that proxies can route by them.
import type { RequestOptions } from '../../../net/http/request.ts'
import { isObject } from '../json/values.ts'

export function argumentHeaders(schema: unknown, values: unknown): NonNullable<RequestOptions['headers']> {
  const properties = isObject(schema) ? schema['properties'] : null
  if (!isObject(properties) || !isObject(values)) return []
  return Object.entries(values).flatMap(([name, value]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : null
    if (!isObject(property)) return []
    const header = property['x-mcp-header']
    const isShown = typeof header === 'string' && /^[\w!#$%&'*+\-.^`|~]{1,100}$/.test(header)
    if (isShown && ['string', 'number', 'boolean'].includes(typeof value))
      return [{ key: `Mcp-Param-${header}`, value: headerText(String(value)) }]
    return argumentHeaders(property, value)
  })
}

/** A text as the value of a header: as it is if it can be sent, otherwise in base64. */
export function headerText(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text)
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`
}
