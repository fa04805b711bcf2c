import { sql } from './sql.ts'

const seconds = 10

/**
 * The clocks of several machines differ by less than this. Times further in the future were written before a clock was
 * set back.
 */
export const clockSlack = sql`make_interval(secs => ${seconds})`
export const clockSlackMs = seconds * 1000
