import type { AnswerOf } from '../../../api.ts'

export type CheckInFull = AnswerOf<'/dashboard/monitors/{id}/checks/{checkId}', 'get'>
