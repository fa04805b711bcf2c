// What tests of alert rules ask for again and again.
import { expect } from 'vitest'
import type { Answered, Ask, TestLapwing } from '../lapwing/lapwing.ts'
import { type Fields, make } from './monitors.ts'

export const slow = { name: 'Slow answers', metric: 'response_time', operator: '>', value: '2000' }

export function rulesAt(app: () => TestLapwing) {
  /** Asks for a rule; each is a millisecond younger than the one before. */
  function add(id: string, rule: Fields = {}, ask: Ask = {}): Promise<Answered> {
    app().clock.advance(1)
    return app().post(`/monitors/${id}/alert-rules`, { ...slow, ...rule }, ask)
  }

  return {
    newMonitor: async (fields: Fields = {}): Promise<string> => (await make(app(), fields)).id,
    add,
    async added(id: string, rule: Fields = {}): Promise<any> {
      const answer = await add(id, rule)
      expect(answer.status, answer.text).toBe(201)
      return answer.body
    },
    change(id: string, ruleId: string, body: Fields): Promise<Answered> {
      app().clock.advance(1)
      return app().ask('PATCH', `/monitors/${id}/alert-rules/${ruleId}`, { body })
    },
  }
}
