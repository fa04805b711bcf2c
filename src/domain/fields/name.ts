import { z } from 'zod'

const line = /^[^\r\n]*$/
const notOneLine = 'must be one line'

/** A name. */
export const nameOf = (maxCount: number) => z.string().trim().min(1).max(maxCount).regex(line, notOneLine)

/** A single line of text, possibly empty. */
export const oneLine = (most: number) => z.string().trim().max(most).regex(line, notOneLine)
