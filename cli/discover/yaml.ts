import { CommandError } from '../exit-codes.ts'

const maxBytes = 4 * 1024 * 1024

/** Reads a file of the user. Only commands that read YAML need the package. */
export async function readYaml(text: string, file: string): Promise<unknown> {
  if (text.length > maxBytes) throw new CommandError(`${file}: is larger than 4 MiB.`)
  const { parse } = await import('yaml').catch(() => {
    throw new CommandError(`${file}: reading YAML needs the packages of Lapwing. Run \`npm ci\` in its folder.`)
  })
  try {
    return Object(parse(text, { maxAliasCount: 100, prettyErrors: true })) as unknown
  } catch (error) {
    throw new CommandError(`${file}: is not valid YAML: ${(error as Error).message.split('\n')[0]!.replace(/:$/, '')}.`)
  }
}
