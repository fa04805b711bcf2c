// Collects the facts of a page and its headers that can reveal its platform. All lists are limited.
import type { HttpResponseData } from '../../../net/index.ts'
import { bodyText } from '../evidence.ts'
import { htmlParser } from '../html.ts'
import { feed } from '../slices.ts'

export interface CmsFacts {
  readonly generators: string[]
  readonly headers: HttpResponseData['headers']
  readonly cookies: readonly string[]
  readonly addresses: string[]
  readonly attributes: string[]
  readonly notes: string[]
}

const maxOfEach = 400
const maxLength = 300

export async function factsOf(response: HttpResponseData, signal: AbortSignal): Promise<CmsFacts> {
  const cookies = (response.headers['set-cookie'] ?? [])
    .slice(0, maxOfEach)
    .map((cookie) => cookie.split('=')[0]!.trim())
  const facts: CmsFacts = {
    headers: response.headers,
    cookies,
    generators: [],
    addresses: [],
    attributes: [],
    notes: [],
  }
  const note = (where: string[], text: string | undefined): void => {
    if (text && where.length < maxOfEach) where.push(text.slice(0, maxLength))
  }
  const parser = htmlParser({
    open(name, attributes) {
      const { src, href } = attributes
      if (name === 'meta') noteMeta(attributes)
      else if (name === 'script' || name === 'img' || name === 'source') note(facts.addresses, src)
      else if (name === 'link') note(facts.addresses, href)
      else if (name === 'html' || name === 'body')
        for (const [key, value] of Object.entries(attributes)) note(facts.attributes, `${key}=${value}`)
    },
    comment: (text) => note(facts.notes, text.trim()),
  })
  const noteMeta = ({ name = '', property = '', content = '' }: Readonly<Record<string, string>>): void => {
    if (name.toLowerCase() === 'generator') note(facts.generators, content.trim())
    else note(facts.notes, `${name || property}=${content}`)
  }
  await feed({ parser, text: bodyText(response), signal })
  return facts
}
