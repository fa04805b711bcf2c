import { describe, expect, it } from 'vitest'
import { beginsWith, contains, every, nothing, render, sql, unprepared } from './sql.ts'

const written = (statement: ReturnType<typeof sql>) => {
  const { text, values } = render(statement)
  return { text, values }
}

describe('sql', () => {
  it('turns values into parameters', () => {
    expect(written(sql`select ${1}, ${'two'}, ${null}`)).toEqual({
      text: 'select $1, $2, $3',
      values: [1, 'two', null],
    })
  })

  it('nests statements and renumbers their parameters', () => {
    const inside = sql`b = ${2} and c = ${3}`
    expect(written(sql`select ${1} where ${inside} or ${inside} limit ${4}`)).toEqual({
      text: 'select $1 where b = $2 and c = $3 or b = $4 and c = $5 limit $6',
      values: [1, 2, 3, 2, 3, 4],
    })
  })

  it('never puts a value into the text', () => {
    expect(written(sql`select ${"'; drop table users; --"}`).text).toBe('select $1')
  })

  it('may nest an empty statement', () => {
    expect(written(sql`select 1 ${nothing}`)).toEqual({ text: 'select 1 ', values: [] })
  })

  it('gives equal texts the same name and different texts different names', () => {
    const ask = (id: number) => render(sql`select name from a_table where id = ${id}`).name
    expect(ask(1)).toBe(ask(2))
    expect(ask(1)).toMatch(/^s\d+$/)
    expect(render(sql`select name from another_table`).name).not.toBe(ask(1))
  })

  it('gives no name to a statement that must be planned for its values', () => {
    const statement = sql`select name from a_table where id = ${1}`
    expect(render(unprepared(statement))).toEqual({ ...render(statement), name: undefined })
  })
})

describe('every', () => {
  it('joins conditions and skips those that do not apply', () => {
    expect(written(every([sql`a = ${1}`, false, undefined, sql`b = ${2}`]))).toEqual({
      text: 'a = $1\n  and b = $2',
      values: [1, 2],
    })
  })

  it('without conditions is true', () => {
    expect(written(every([undefined, false]))).toEqual({ text: 'true', values: [] })
  })
})

describe('a search text', () => {
  it.each([
    ['100%', '100\\%'],
    ['a_b', 'a\\_b'],
    ['c:\\d', 'c:\\\\d'],
  ])('means itself: %s', (text, pattern) => {
    const name = sql`lower(name)`
    expect(written(contains(name, text))).toEqual({
      text: "lower(name) like '%' || lower($1) || '%'",
      values: [pattern],
    })
    expect(written(beginsWith(name, text)).values).toEqual([pattern])
  })
})
