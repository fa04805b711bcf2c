import type { AnswerOf } from '../../api.ts'

export type Overview = AnswerOf<'/dashboard/overview', 'get'>
