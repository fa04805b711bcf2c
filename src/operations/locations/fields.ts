import { z } from 'zod'

export const countryCode = z.string().regex(/^[A-Z]{2}$/, 'must be two capital letters, such as DE')
export const latitude = z.number().min(-90).max(90)
export const longitude = z.number().min(-180).max(180)
