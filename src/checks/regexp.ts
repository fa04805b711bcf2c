// Users' regexps on the linear-time engine, compiled once each while they are in use.
import { RE2JS } from 're2js'

const compiled = new Map<string, RE2JS>()
const kept = 500

/** Whether the regexp is found anywhere in the text. */
export function matches(source: string, text: string): boolean {
  return compile(source).test(text)
}

function compile(source: string): RE2JS {
  const known = compiled.get(source)
  if (known) return known
  if (compiled.size >= kept) compiled.delete(compiled.keys().next().value as string)
  const made = RE2JS.compile(source)
  compiled.set(source, made)
  return made
}
