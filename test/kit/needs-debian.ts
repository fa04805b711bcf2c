// Where Debian's PostgreSQL is missing, its tests are shown as skipped; on CI they fail instead.
import { beforeEach, inject } from 'vitest'

beforeEach(({ skip }) => {
  skip(inject('debian') === null && process.env['CI'] !== 'true', "needs Debian's postgresql")
})
