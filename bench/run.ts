// npm run bench -- NAME …: runs a bench, with what follows its name. Without a name it lists them.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const files = globSync(join(import.meta.dirname, '*.ts')).filter((file) => file !== import.meta.filename)
const benches = new Map(files.toSorted().map((file) => [basename(file, '.ts'), file]))

/** The first sentence of the comment that a bench begins with. */
function purposeOf(file: string): string {
  const [comment] = readFileSync(file, 'utf8').match(/^(\/\/.*\n)+/)!
  return comment.replaceAll(/\n?\/\/ ?/g, ' ').match(/: ([^]*?)[.:;]\s/)![1]!
}

const [name = ''] = process.argv.splice(2, 1)
const bench = benches.get(name)
if (bench) await import(bench)
else {
  if (name) process.exitCode = 1
  const list = [...benches].map(([each, file]) => `  ${each.padEnd(12)}${purposeOf(file)}`)
  console.log(['usage: npm run bench -- NAME [arguments]', '', ...list].join('\n'))
}
