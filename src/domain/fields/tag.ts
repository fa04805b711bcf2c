import { z } from 'zod'

export const tag = z.string().regex(/^[a-z0-9:-]{1,32}$/, 'must be 1 to 32 characters of a-z, 0-9, - and :')
