// Reads a Dockerfile: its stages, and the instructions of each.
import { readFileSync } from 'node:fs'

export interface DockerInstruction {
  readonly name: string
  readonly text: string
  /** The words of the exec form; null if a shell runs the text. */
  readonly words: readonly string[] | null
}

export interface DockerStage {
  readonly name: string
  readonly from: string
  readonly instructions: readonly DockerInstruction[]
}

export function readDockerfile(file: string): DockerStage[] {
  const lines = readFileSync(file, 'utf8')
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const stages: (DockerStage & { instructions: DockerInstruction[] })[] = []
  for (const line of lines) {
    const [, name = '', text = ''] = /^([A-Z]+) +(.*)$/.exec(line) ?? []
    const [, from = '', as = ''] = name === 'FROM' ? (/^(\S+) AS (\S+)$/.exec(text) ?? []) : []
    if (from) stages.push({ name: as, from, instructions: [] })
    else stages.at(-1)!.instructions.push({ name, text, words: wordsIn(text) })
  }
  return stages
}

/** The instructions of a stage and of those that it starts from, first to last. */
export function instructionsOf(stages: readonly DockerStage[], name: string): DockerInstruction[] {
  const stage = stages.find((one) => one.name === name)
  return stage ? [...instructionsOf(stages, stage.from), ...stage.instructions] : []
}

function wordsIn(text: string): string[] | null {
  const [list] = /\[.*\]$/.exec(text) ?? []
  try {
    return list === undefined ? null : (JSON.parse(list) as string[])
  } catch {
    return null
  }
}
