import { describe, expect, it } from 'vitest'
import { Matcher } from '../../regexp.ts'
import { Effort } from './effort.ts'
import { jsonPathProblem, valuesAt } from './path.ts'
import { readJson } from './read.ts'
import type { JsonValue } from './values.ts'

const shop: JsonValue = {
  books: [
    { title: 'Sayings', author: 'Rees', price: 8.95 },
    { title: 'Sword', author: 'Waugh', price: 12.99 },
    { title: 'Moby', isbn: '0-553', price: 8.99, tags: ['sea', 'whale'] },
  ],
  'a b': { 'c.d': 1, '☺': null },
  limit: 9,
}

const at = (path: string, document: JsonValue = shop): JsonValue[] =>
  valuesAt(path, document, { effort: new Effort(), matcher: new Matcher() }).values

describe('a JSONPath', () => {
  it.each<[string, JsonValue[]]>([
    ['$.limit', [9]],
    ['$', [shop]],
    ['$.missing', []],
    ['$.limit.deeper', []],
    ['$.books[0].title', ['Sayings']],
    ['$.books[-1].isbn', ['0-553']],
    ['$.books[7]', []],
    ['$["a b"]["c.d"]', [1]],
    ["$['a b']['\\u263a']", [null]],
    ['$ .limit', [9]],
    ['$.books[*].price', [8.95, 12.99, 8.99]],
    ['$.books[0,2].title', ['Sayings', 'Moby']],
    ['$.books[1:].title', ['Sword', 'Moby']],
    ['$.books[::-1].title', ['Moby', 'Sword', 'Sayings']],
    ['$.books[-2:-1].title', ['Sword']],
    ['$.books[0:3:0]', []],
    ['$..title', ['Sayings', 'Sword', 'Moby']],
    ['$..tags[1]', ['whale']],
    ['$.books[?@.price < $.limit].title', ['Sayings', 'Moby']],
    ['$.books[?@.isbn].title', ['Moby']],
    ['$.books[?!@.isbn && @.price >= 10].title', ['Sword']],
    ["$.books[?(@.author == 'Rees' || @.author == 'Waugh')].title", ['Sayings', 'Sword']],
    ['$.books[?match(@.title, "S.*s")].title', ['Sayings']],
    ['$.books[?search(@.title, "wor")].title', ['Sword']],
    ['$.books[?length(@.title) == 4].title', ['Moby']],
    ['$.books[?count(@.tags[*]) > 1].title', ['Moby']],
    ['$.books[?value(@..tags[0]) == "sea"].title', ['Moby']],
    ['$.books[?@.tags == $.books[2].tags].title', ['Moby']],
    ['$.books[?@.missing == @.gone].title', ['Sayings', 'Sword', 'Moby']],
    ['$[?@ == 9]', [9]],
  ])('%s matches %j', (path, values) => {
    expect(jsonPathProblem(path)).toBeNull()
    expect(at(path)).toEqual(values)
  })

  it.each([
    ['books', 'must be a JSONPath such as $.data.id'],
    ['$.', /expected a name at the end$/],
    ['$.books[', /expected a name in quotes, an index, \* or \? at the end$/],
    ['$.books[01]', /01 is not an index: no leading zeros/],
    ['$["a]', /expected " at the end$/],
    ['$.books[?@.price]]', /expected \. or \[ at "\]"$/],
    ['$.books[?@.price <]', /expected @, \$, a value or a function/],
    ['$.books[?@..price == 1]', /only a path to a single value can be compared/],
    ['$.books[?length(@) ]', /expected a comparison such as ==/],
    ['$.books[?size(@) > 1]', /there is no function size\(\)/],
    ['$.books[?match(@.title)]', /match\(\) takes two arguments/],
    ['$.books[?match(@.title, "(?=x)")]', /the pattern of match\(\) must be a regular expression/],
    ['$.books[?match(@.title, @.author)]', /the pattern of match\(\) must be a quoted string/],
    ['$.books[?1]', /expected a comparison/],
  ])('%s is rejected', (path, problem) => {
    expect(jsonPathProblem(path)).toMatch(problem)
  })

  it('is parsed quickly however deep it is nested', () => {
    for (const inside of ['(', '!(', 'length('])
      expect(jsonPathProblem(`$[?${inside.repeat(100)}@${')'.repeat(100)}]`)).toEqual(
        inside === 'length(' ? expect.any(String) : null,
      )
  })
})

describe('a hostile document', () => {
  const tooMuch = 'not checked: the JSONPaths or the JSON Schema take too long for this response; simplify them'
  const wide = Array.from({ length: 100_000 }, (_, n) => ({ n }))
  const deep = Array.from({ length: 50 }, () => JSON.parse(`${'['.repeat(190)}{"n":1}${']'.repeat(190)}`) as JsonValue)

  it.each(['$..[?@..[?@..n]]', '$.wide[?count($..n) > 1]', '$..*..*..*', '$.wide[?length($.long) == @.n]'])(
    'does not keep %s busy for long',
    (path) => {
      expect(() => at(path, { wide, deep, long: 'x'.repeat(900_000) })).toThrow(tooMuch)
    },
  )

  it('is rejected if it is nested too deeply', () => {
    const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`
    expect(readJson(nested(200))).toHaveProperty('value')
    expect(readJson(nested(500_000))).toEqual({ problem: 'the response is nested more than 200 levels deep' })
    expect(readJson(`["${'['.repeat(1000)}\\"${'['.repeat(1000)}"]`)).toHaveProperty('value')
  })

  it('does not match built-in properties', () => {
    expect(at('$.constructor', {})).toEqual([])
    expect(at('$["__proto__"]', JSON.parse('{"__proto__": 1}') as JsonValue)).toEqual([1])
  })
})
