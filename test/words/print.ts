import { page } from './page.ts'

process.stdout.write(page())
