// How often a script repeats what stands in a loop, as far as that can be seen without running it.
import type { Node } from 'oxc-parser'

/** What a name stands for that holds so many elements. */
export const arrayOf = (length: number): string => `array:${length}`

export interface ScriptReader {
  meaningOf(node: Node): string | null
  childrenOf(node: Node): Node[]
}

/** 1 if only a run can tell, for example because the loop skips some elements. */
export function repetitionsOf(node: Node, reader: ScriptReader): number {
  const times = literalRepetitions(node, reader)
  return times > 1 && !hasBranches(node, reader) ? times : 1
}

function literalRepetitions(node: Node, { meaningOf }: ScriptReader): number {
  if (node.type === 'ForOfStatement') return lengthOf(meaningOf(node.right), '')
  if (node.type === 'CallExpression') return lengthOf(meaningOf(node.callee), '\\.(?:forEach|map|flatMap)')
  if (node.type !== 'ForStatement' || node.init?.type !== 'VariableDeclaration') return 1
  const { init, test, update } = node
  const [counter] = init.declarations
  if (test?.type !== 'BinaryExpression' || update?.type !== 'UpdateExpression' || update.operator !== '++') return 1
  const from = numberOf(counter?.init)
  const to = numberOf(test.right) ?? lengthOf(meaningOf(test.right), '\\.length')
  if (from === null) return 1
  if (test.operator === '<') return to - from
  return test.operator === '<=' ? to - from + 1 : 1
}

const lengthOf = (meaning: string | null, suffix: string): number =>
  Number(new RegExp(`^array:(\\d+)${suffix}$`).exec(meaning ?? '')?.[1] ?? 1)

const numberOf = (node: Node | null | undefined): number | null =>
  node?.type === 'Literal' && typeof node.value === 'number' ? node.value : null

const branches = ['IfStatement', 'ConditionalExpression', 'SwitchStatement', 'ContinueStatement', 'BreakStatement']

/** Asynchronous functions are bodies of tests, which declare none. */
const hasBranches = (node: Node, reader: ScriptReader): boolean =>
  branches.includes(node.type) ||
  (!('async' in node && node.async) && reader.childrenOf(node).some((child) => hasBranches(child, reader)))
