import { z } from 'zod'

const line = /^[^\r\n]*$/
const notOneLine = 'must be one line'

/** What something may be called. */
export const nameOf = (maxCount: number) => z.string().trim().min(1).max(maxCount).regex(line, notOneLine)

/** A text of one line, which may be empty. */
export const oneLine = (most: number) => z.string().trim().max(most).regex(line, notOneLine)
