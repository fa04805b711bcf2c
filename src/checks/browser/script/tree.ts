// Reads the syntax tree of a Playwright script: its tests, its steps and its imports. Nothing is run.
import { isBuiltin } from 'node:module'
import type { Node, OxcError, ParserOptions, Program } from 'oxc-parser'
import type * as OxcParser from 'oxc-parser'
import { placer, printable } from './place.ts'
import { arrayOf, repetitionsOf } from './repetitions.ts'
import { onFirstUse } from '../../../domain/limits/on-first-use.ts'

const oxcParser = onFirstUse<typeof OxcParser>('oxc-parser')

export interface ScriptProblem {
  line: number
  column: number
  message: string
}

export interface TitledTest {
  title: string
  line: number
}

export interface Tree {
  problems: ScriptProblem[]
  tests: TitledTest[]
  /** Steps with a literal title; a title that is built at run time is unknown. */
  steps: TitledTest[]
  /** Top-level await, which only a module may use. */
  awaits: boolean
}

const maxTests = 10
const maxProblems = 20
const maxDepth = 1000
const framework = '@playwright/test'
/** Packages that a script may import besides the modules of Node.js. */
export const available: readonly string[] = [framework, 'otpauth', '@faker-js/faker']

/**
 * What a name refers to: `test`, `test.step`, `playwright.mergeTests`, `require`, a literal array, …; null if the
 * script declares it as something else.
 */
type NameScope = Record<string, string | null>
type Args = readonly Node[]

export const parserOptions: ParserOptions = {
  lang: 'ts',
  sourceType: 'unambiguous',
  preserveParens: false,
  showSemanticErrors: true,
}

export interface ParsedScript {
  errors: OxcError[]
  program: { node: Program }
}

export function readTree({ errors, program }: ParsedScript, source: string): Tree {
  const wrong = errors.filter((error) => error.severity === 'Error')
  if (wrong.length === 0) return readProgram(program.node, source)
  const place = placer(source)
  const problems = wrong.slice(0, maxProblems).map((error) => ({
    ...place(Math.max(0, ...error.labels.map((label) => label.start))),
    message: `syntax error: ${printable(error.message).replace(/\.$/, '')}`,
  }))
  return { problems, tests: [], steps: [], awaits: false }
}

function readProgram(program: Program, source: string): Tree {
  const place = placer(source)
  const tree: Tree = { problems: [], tests: [], steps: [], awaits: false }
  let strangerAt: number | undefined
  let tooDeepAt: number | undefined
  let testCount = 0

  const report = (at: number, message: string): void => void tree.problems.push({ ...place(at), message })

  const checkModule = (at: number, name: Node | undefined, how: string): void => {
    const module = name && plainText(name)
    if (module === null || module === undefined) return report(at, `${how} must name its module as a string literal`)
    if (available.includes(module) || isBuiltin(module)) return
    report(at, `cannot import ${quoted(module)}: a script can use ${available.join(', ')} and the modules of Node.js`)
  }

  const countTests = (at: number, times: number): void => {
    const isTooMany = testCount <= maxTests && testCount + times > maxTests
    testCount += times
    if (!isTooMany) return
    const which = times > 1 ? `is repeated ${times} times, which makes ${testCount} tests` : `is test ${testCount}`
    report(at, `${which}; a script can have at most ${maxTests}`)
  }

  const readCall = (node: Extract<Node, { type: 'CallExpression' }>, scope: NameScope, times: number): void => {
    const meaning = meaningOf(node.callee, scope)
    if (meaning === 'require' || meaning === 'require.resolve')
      checkModule(node.start, node.arguments[0], `${meaning}()`)
    if (meaning !== null && declaresTest(meaning, node.arguments)) {
      tree.tests.push({ title: titleOf(node.arguments[0], source), line: place(node.start).line })
      countTests(node.start, times)
    }
    if (meaning === 'test.step' || meaning === 'test.step.skip') {
      const title = node.arguments[0] && plainText(node.arguments[0])
      if (typeof title === 'string') tree.steps.push({ title, line: place(node.start).line })
    }
    if (meaning === null && rootName(node.callee) === 'test' && !('test' in scope)) strangerAt ??= node.start
  }

  const visit = (node: Node, outer: NameScope, { depth, times }: { depth: number; times: number }): void => {
    if (depth > maxDepth) tooDeepAt ??= node.start
    if (tooDeepAt !== undefined) return
    const scope = opensScope(node) ? (Object.create(outer) as NameScope) : outer
    declare(node, scope)
    if ('source' in node && node.source) checkModule(node.start, node.source as Node, 'import()')
    if (node.type === 'TSExternalModuleReference') checkModule(node.start, node.expression, 'require()')
    if (node.type === 'CallExpression') readCall(node, scope, times)
    if (node.type === 'Literal' && 'regex' in node && !isRegExp(node.regex)) {
      report(node.start, 'syntax error: Invalid regular expression')
    }
    const within = {
      depth: depth + 1,
      times: times * repetitionsOf(node, { childrenOf, meaningOf: (part) => meaningOf(part, scope) }),
    }
    for (const child of childrenOf(node)) visit(child, scope, within)
  }

  visit(program, Object.create(null) as NameScope, { depth: 0, times: 1 })
  if (tooDeepAt !== undefined) {
    return { ...tree, problems: [{ ...place(tooDeepAt), message: 'is nested too deeply' }], tests: [], steps: [] }
  }
  tree.awaits = awaitsOutsideFunctions(program)
  if (tree.tests.length === 0) {
    if (strangerAt === undefined) report(0, "has no test; declare one with test('title', async ({ page }) => { … })")
    else report(strangerAt, `test is not imported; start with import { test, expect } from '${framework}'`)
  }
  tree.problems.sort((a, b) => a.line - b.line || a.column - b.column)
  tree.problems.splice(maxProblems)
  return tree
}

const declarations = ['test', 'test.only', 'test.fail.only']
const sometimes = ['test.skip', 'test.fixme', 'test.fail']

/**
 * `test.skip('title', body)` declares a test; `test.skip(condition, 'reason')` and `test.slow()` mark the current one.
 */
function declaresTest(meaning: string, args: Args): boolean {
  if (declarations.includes(meaning)) return true
  const [title, ...rest] = args
  const body = rest.at(-1)
  if (!sometimes.includes(meaning) || !title || !body || isFunction(title)) return false
  return isFunction(body) || (isText(title) && !isText(body))
}

function meaningOf(node: Node, scope: NameScope): string | null {
  switch (node.type) {
    case 'Identifier':
      if (node.name in scope) return scope[node.name] ?? null
      return node.name === 'require' || node.name === 'module' ? node.name : null
    case 'MemberExpression':
      return member(meaningOf(node.object, scope), propertyName(node.property, node.computed))
    case 'CallExpression':
      return resultOf(meaningOf(node.callee, scope), node.arguments)
    case 'ArrayExpression':
      return node.elements.some((element) => element?.type === 'SpreadElement') ? null : arrayOf(node.elements.length)
    case 'ImportExpression':
      return moduleMeaning(plainText(node.source))
    case 'AwaitExpression':
      return meaningOf(node.argument, scope)
    case 'AssignmentExpression':
      return meaningOf(node.right, scope)
    case 'ConditionalExpression':
      return meaningOf(node.consequent, scope) ?? meaningOf(node.alternate, scope)
    case 'LogicalExpression':
      return meaningOf(node.left, scope) ?? meaningOf(node.right, scope)
    case 'ChainExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
    case 'TSInstantiationExpression':
      return meaningOf(node.expression, scope)
    default:
      return null
  }
}

function member(meaning: string | null, name: string | null): string | null {
  if (meaning === null || name === null) return null
  if (meaning === 'playwright' && (name === 'test' || name === 'default')) return 'test'
  if (meaning === 'module')
    return name === 'require' || name === 'createRequire' ? name : name === 'default' ? meaning : null
  return `${meaning}.${name}`
}

function resultOf(meaning: string | null, args: Args): string | null {
  if (meaning === 'test.extend' || meaning === 'playwright.mergeTests') return 'test'
  if (meaning === 'createRequire') return 'require'
  return meaning === 'require' && args[0] ? moduleMeaning(plainText(args[0])) : null
}

function moduleMeaning(module: string | null): string | null {
  if (module === framework) return 'playwright'
  return module === 'module' || module === 'node:module' ? 'module' : null
}

const loops = ['ForStatement', 'ForInStatement', 'ForOfStatement']
const blocks = [...loops, 'FunctionDeclaration', 'BlockStatement', 'StaticBlock', 'SwitchStatement', 'CatchClause']

const opensScope = (node: Node): boolean => isFunction(node) || blocks.includes(node.type)

/** Declares names before their use, because a function may use a `test` that is declared below it. */
function declare(node: Node, scope: NameScope): void {
  switch (node.type) {
    case 'Program':
    case 'BlockStatement':
      for (const statement of node.body) declareStatement(statement, scope)
      return
    case 'VariableDeclaration':
      return declareStatement(node, scope)
    case 'AssignmentExpression':
      if (node.left.type === 'Identifier') bind(node.left, meaningOf(node.right, scope), scope)
      return
    case 'CatchClause':
      if (node.param) bind(node.param, null, scope)
      return
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
      for (const param of node.params) bind(param, null, scope)
      return
    default:
  }
}

function declareStatement(node: Node, scope: NameScope): void {
  switch (node.type) {
    case 'ImportDeclaration':
      for (const specifier of node.specifiers) scope[specifier.local.name] = imported(specifier, node.source.value)
      return
    case 'TSImportEqualsDeclaration':
      if (node.moduleReference.type === 'TSExternalModuleReference') {
        scope[node.id.name] = moduleMeaning(node.moduleReference.expression.value)
      }
      return
    case 'ExportNamedDeclaration':
      if (node.declaration) declareStatement(node.declaration, scope)
      return
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      if (node.id) scope[node.id.name] = null
      return
    case 'VariableDeclaration':
      for (const { id, init } of node.declarations) bind(id, init && meaningOf(init, scope), scope)
      return
    default:
  }
}

type ImportSpecifiers = Extract<Node, { type: 'ImportDeclaration' }>['specifiers']

function imported(specifier: ImportSpecifiers[number], module: string): string | null {
  const whole = moduleMeaning(module)
  if (specifier.type === 'ImportNamespaceSpecifier') return whole
  if (specifier.type === 'ImportDefaultSpecifier') return member(whole, 'default')
  return member(whole, specifier.imported.type === 'Literal' ? specifier.imported.value : specifier.imported.name)
}

function bind(pattern: Node, meaning: string | null, scope: NameScope): void {
  switch (pattern.type) {
    case 'Identifier':
      scope[pattern.name] = meaning
      return
    case 'AssignmentPattern':
      return bind(pattern.left, meaning, scope)
    case 'TSParameterProperty':
      return bind(pattern.parameter, null, scope)
    case 'RestElement':
      return bind(pattern.argument, null, scope)
    case 'ArrayPattern':
      for (const element of pattern.elements) if (element) bind(element, null, scope)
      return
    case 'ObjectPattern':
      for (const property of pattern.properties) {
        if (property.type === 'RestElement') bind(property, null, scope)
        else bind(property.value, member(meaning, propertyName(property.key, property.computed)), scope)
      }
      return
    default:
  }
}

function childrenOf(node: Node): Node[] {
  const fields = node as unknown as Record<string, Node | (Node | null)[] | null | undefined>
  return (oxcParser().visitorKeys[node.type] ?? [])
    .flatMap((key) => fields[key] ?? [])
    .filter((child) => child !== null)
}

function awaitsOutsideFunctions(node: Node): boolean {
  if (isFunction(node) || node.type === 'FunctionDeclaration') return false
  if (node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await)) return true
  return childrenOf(node).some(awaitsOutsideFunctions)
}

const isFunction = (node: Node): boolean =>
  node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression'

function isRegExp({ pattern, flags }: { pattern: string; flags: string }): boolean {
  try {
    return new RegExp(pattern, flags) instanceof RegExp
  } catch {
    return false
  }
}

const isText = (node: Node): boolean => node.type === 'TemplateLiteral' || plainText(node) !== null

function plainText(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  return node.type === 'TemplateLiteral' && node.expressions.length === 0
    ? (node.quasis[0]?.value.cooked ?? null)
    : null
}

function propertyName(key: Node, computed: boolean): string | null {
  if (computed || key.type === 'Literal') return plainText(key)
  return key.type === 'Identifier' ? key.name : null
}

function rootName(node: Node): string | null {
  if (node.type === 'MemberExpression') return rootName(node.object)
  return node.type === 'Identifier' ? node.name : null
}

/** A literal title; one that is built at run time is shown as source. */
function titleOf(node: Node | undefined, source: string): string {
  if (!node) return ''
  return plainText(node) ?? source.slice(node.start, node.end).replace(/^`|`$/g, '').replace(/\s+/g, ' ').slice(0, 200)
}

const quoted = (module: string): string =>
  JSON.stringify(printable(module.length > 100 ? `${module.slice(0, 100)}…` : module))
