// What the validator of the API says, in the words of a form.
type Pattern = readonly [RegExp, (...found: string[]) => string]

const texts: Readonly<Record<string, string>> = {
  Required: 'Fill this in',
  'unsupported field': 'There is no such field',
  'has the wrong format': 'The format is wrong',
  'matches none of the accepted forms': 'This fits none of the accepted forms',
  'must be a valid ISO 8601 datetime': 'Enter a date and a time',
  'must be a valid ISO 8601 date': 'Enter a date',
  'must be a valid UUID': 'Choose one from the list',
  'must be a valid URL': 'Enter a URL such as https://example.com',
  'must be a valid email address': 'Enter an email address',
}

const sorts: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'yes or no',
  integer: 'a whole number',
  null: 'nothing',
  number: 'a number',
  object: 'several values',
  string: 'a text',
}

const parts: Readonly<Record<string, readonly [one: string, many: string]>> = {
  character: ['character', 'characters'],
  element: ['entry', 'entries'],
  key: ['entry', 'entries'],
}

const counted = (count: string, part: string): string => `${count} ${parts[part]![count === '1' ? 0 : 1]}`

const patterns: readonly Pattern[] = [
  [/^String must contain at least 1 character\(s\)$/, () => 'Fill this in'],
  [/^\w+ must contain at least (\d+) (\w+)\(s\)$/, (count, part) => `Enter at least ${counted(count!, part!)}`],
  [/^\w+ must contain at most (\d+) (\w+)\(s\)$/, (count, part) => `Enter at most ${counted(count!, part!)}`],
  [/^Number must be greater than or equal to (.+)$/, (least) => `Enter ${least} or more`],
  [/^Number must be less than or equal to (.+)$/, (most) => `Enter ${most} or less`],
  [/^Number must be greater than (.+)$/, (limit) => `Enter more than ${limit}`],
  [/^Number must be less than (.+)$/, (limit) => `Enter less than ${limit}`],
  [/^Expected .+, received null$/, () => 'Fill this in'],
  [/^Expected (.+), received \w+$/, (want) => `Enter ${want!.replaceAll(/\w+/g, (sort) => sorts[sort] ?? sort)}`],
  [/^Invalid value\. Allowed values: (.+)$/, (values) => `Choose one of: ${values}`],
]

export function problemText(text: string): string {
  if (Object.hasOwn(texts, text)) return texts[text]!
  for (const [pattern, say] of patterns) {
    const found = pattern.exec(text)
    if (found) return say(...found.slice(1))
  }
  if (text.includes('; ')) return text.split('; ').map(problemText).join('; ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
