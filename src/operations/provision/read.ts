// Parses the provision file: fills in variables and reports every error with its path.
import type * as Yaml from 'yaml'
import { onFirstUse } from '../../domain/limits/on-first-use.ts'
import { problems, wording } from '../../domain/validation.ts'
import { BadProvision } from './context.ts'
import { type Provision, provision } from './schema.ts'

const yaml = onFirstUse<typeof Yaml>('yaml')

export type ReadVariable = (name: string) => string | undefined

// Braces are YAML syntax, so variables pass through the parser as plain words and are filled in afterwards. No value
// can change the structure of the file.
const reference = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g

/** A word that does not occur in the file. */
function wordNotIn(text: string): string {
  let word = 'lapwing-variable'
  while (text.includes(word)) word += '-x'
  return word
}

export function readProvision(text: string, variable: ReadVariable): Provision {
  if (text === '') return provision.parse({})
  const { Scalar, parse: parseYaml, parseDocument, visit } = yaml()
  const word = wordNotIn(text)
  const marker = new RegExp(`${word}-(\\d+)-`, 'g')
  const values: { name: string; value: string | undefined }[] = []
  const marked = text.replace(reference, (_whole, name: string, fallback: string | undefined) => {
    values.push({ name, value: variable(name) ?? fallback })
    return `${word}-${values.length - 1}-`
  })
  const document = parseDocument(marked)
  const mistake = document.errors[0]
  if (mistake)
    throw new BadProvision(mistake.message.replace(marker, (_whole, index) => `\${${values[Number(index)]!.name}}`))
  const missing = new Set<string>()
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value !== 'string' || !node.value.includes(`${word}-`)) return
      const filled = node.value.replace(marker, (_whole, index) => {
        const { name, value } = values[Number(index)]!
        if (value === undefined) missing.add(name)
        return value ?? ''
      })
      // As in the file itself, an unquoted value can be a number or boolean.
      node.value = node.type === Scalar.PLAIN && /^[\w.+-]*$/.test(filled) ? parseYaml(filled) : filled
    },
  })
  if (missing.size > 0)
    throw new BadProvision([...missing].map((name) => `\${${name}}: the variable is not set`).join('; '))
  const result = provision.safeParse(document.toJS() ?? {}, { error: wording })
  if (!result.success) throw new BadProvision(problems(result.error, [], 'file').join('; '))
  return result.data
}
