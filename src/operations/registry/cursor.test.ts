import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Fault } from '../../domain/fault.ts'
import { createCursors, cursorGone } from './cursor.ts'

const cursors = createCursors(Buffer.alloc(32, 7))
const position = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 4 })
const list = fc.string()

const opened = (name: string, cursor: string): string[] | undefined => {
  try {
    return cursors.open(name, cursor)
  } catch (error) {
    expect(error).toBeInstanceOf(Fault)
    expect(error).toMatchObject({ code: 'invalid_request', message: expect.stringMatching(/^cursor: malformed/) })
    return undefined
  }
}

describe('a cursor', () => {
  it('returns the position that was sealed in it', () => {
    fc.assert(
      fc.property(list, position, (name, position) => {
        expect(cursors.open(name, cursors.seal(name, position))).toEqual(position)
      }),
    )
  })

  it('needs no escaping in a URL', () => {
    fc.assert(
      fc.property(list, position, (name, position) => {
        expect(cursors.seal(name, position)).toMatch(/^[A-Za-z0-9_-]+$/)
      }),
    )
  })

  it('is the same for the same position, at every replica', () => {
    expect(createCursors(Buffer.alloc(32, 7)).seal('notes', ['a'])).toBe(cursors.seal('notes', ['a']))
  })

  it('cannot be changed in any character', () => {
    fc.assert(
      fc.property(position, fc.nat(), fc.constantFrom(...'ABab09_-'), (position, at, letter) => {
        const cursor = cursors.seal('notes', position)
        const index = at % cursor.length
        const changed = cursor.slice(0, index) + letter + cursor.slice(index + 1)
        return changed === cursor || opened('notes', changed) === undefined
      }),
    )
  })

  it('cannot be truncated or extended', () => {
    const cursor = cursors.seal('notes', ['a', 'b'])
    for (let length = 0; length < cursor.length; length++)
      expect(opened('notes', cursor.slice(0, length))).toBeUndefined()
    for (const more of ['A', '=', '==', ' ', '\n', '.', '%']) expect(opened('notes', cursor + more)).toBeUndefined()
  })

  it('cannot be forged', () => {
    fc.assert(fc.property(fc.string(), (text) => opened('notes', text) === undefined))
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => opened('notes', Buffer.from(bytes).toString('base64url')) === undefined),
    )
  })

  it('is invalid for another list, even if its name overlaps with the content', () => {
    fc.assert(
      fc.property(
        list,
        list,
        position,
        (one, other, position) => one === other || opened(other, cursors.seal(one, position)) === undefined,
      ),
    )
    expect(opened('a\n', cursors.seal('a', ['x']))).toBeUndefined()
  })

  it('is invalid for another installation', () => {
    expect(opened('notes', createCursors(Buffer.alloc(32, 8)).seal('notes', ['a']))).toBeUndefined()
  })

  it('whose item was deleted is refused with the documented message', () => {
    expect(cursorGone()).toMatchObject({
      code: 'invalid_request',
      message: 'cursor: cursor no longer valid, restart from the first page',
    })
  })
})
