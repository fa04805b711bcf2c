// Limits of YAML that others send, checked before it is parsed. Its parser takes ten times as long as that of JSON, and
// for some texts of a few kilobytes minutes, so it runs only where it can be ended.
import type * as Yaml from 'yaml'
import { Fault } from '../domain/fault.ts'
import { onFirstUse } from '../domain/limits/on-first-use.ts'

const yaml = onFirstUse<typeof Yaml>('yaml')

const maxYamlBytes = 1_048_576
/** Words, signs, spaces and line ends; a document of 2,000 monitors has 100,000. */
const maxTokens = 300_000
export const maxYamlAliases = 100

export function refuseCostlyYaml(text: string, whole: string): void {
  if (Buffer.byteLength(text) > maxYamlBytes)
    throw new Fault('payload_too_large', `${whole}: is larger than 1 MiB (${maxYamlBytes.toLocaleString('en')} bytes)`)
  const tokens = new (yaml().Lexer)().lex(text)
  for (let count = 0; !tokens.next().done; count++)
    if (count >= maxTokens)
      throw new Fault('payload_too_large', `${whole}: has more than ${maxTokens.toLocaleString('en')} YAML tokens`)
}
