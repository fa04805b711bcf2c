import { expect, it } from 'vitest'
import { placesOf } from './places.ts'

const text = `contacts:
  - name: No key
monitors:
  - { key: a, name: A }
  - key: b
    config:
      headers:
        X-One: 1
    alertRules:
      - name: Slow
        value: "5"
  - key: a
`

it.each([
  ['monitors[b].config.headers.X-One', 8, 9],
  ['monitors[b].alertRules[0].value', 11, 9],
  ['monitors[b].alertRules[0]', 10, 9],
  // What is missing is at the object that should have it.
  ['monitors[b].target', 5, 5],
  ['monitors[b].config.port', 6, 5],
  ['contacts[0].key', 2, 5],
  ['contacts', 1, 1],
  ['monitors[a]', 4, 5],
  ['monitors[2].key', 12, 5],
])('finds %s', (path, line, column) => {
  expect(placesOf([text], [{ text: 0, document: 0, path }])).toEqual([{ line, column }])
})

it('finds JSON, and nothing of what is not there', () => {
  const paths = ['monitors[a].interval', 'prune', ''].map((path) => ({ text: 0, document: 0, path }))
  expect(placesOf(['{"monitors": [{"key": "a",\n "interval": 0}]}'], paths)).toEqual([
    { line: 2, column: 2 },
    null,
    null,
  ])
})

it('counts the lines of a text with several documents, and no documents that are empty', () => {
  const several = '---\n# nothing\n---\nmonitors:\n  - { key: a }\n---\nmonitors:\n  - { key: a }\n---\n'
  const path = 'monitors[a]'
  const paths = [
    { text: 1, document: 1, path },
    { text: 1, document: 0, path },
    { text: 0, document: 0, path },
  ]
  expect(placesOf([text, several], paths)).toEqual([
    { line: 8, column: 5 },
    { line: 5, column: 5 },
    { line: 4, column: 5 },
  ])
})
