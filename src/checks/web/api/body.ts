// Request bodies and their content types.
export const bodyTypes = ['none', 'json', 'form', 'xml', 'graphql', 'raw'] as const
export const bodyTypeNames = { graphql: 'GraphQL', raw: 'Plain text' }
export type BodyType = (typeof bodyTypes)[number]

const contentTypes: Readonly<Record<BodyType, string | null>> = {
  none: null,
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  xml: 'application/xml',
  graphql: 'application/json',
  raw: 'text/plain; charset=utf-8',
}

export interface RequestBody {
  readonly text: string
  readonly contentType: string | null
}

export function requestBody(text: string, type: BodyType): RequestBody {
  if (text === '' || type === 'none') return { text: '', contentType: null }
  return { text: type === 'graphql' ? graphql(text) : text, contentType: contentTypes[type] }
}

/** Wraps a GraphQL query; a query that is already wrapped with its variables stays as it is. */
function graphql(text: string): string {
  return isWrapped(text) ? text : JSON.stringify({ query: text })
}

function isWrapped(text: string): boolean {
  try {
    const sent: unknown = JSON.parse(text)
    return sent !== null && typeof sent === 'object' && 'query' in sent
  } catch {
    return false
  }
}
