// Finds the elements of a page that a monitor ignores.
import type * as CssSelect from 'css-select'
import { onFirstUse } from '../../../domain/limits/on-first-use.ts'
import { htmlParser } from '../html.ts'
import { feed, nextSlice } from '../slices.ts'

const cssSelect = onFirstUse<typeof CssSelect>('css-select')

interface ParentNode {
  readonly parent: ParentNode | null
  readonly children: Node[]
}

interface TextNode {
  readonly text: string
  readonly parent: ParentNode
}

interface ElementNode extends ParentNode {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
}

type Node = ParentNode | TextNode | ElementNode

/** Limit of elements that are matched. On a larger page, nothing after them is ignored. */
const maxElements = 50_000
// About ten milliseconds of matching per slice, and a second in total.
const stepsPerSlice = 200_000
const stepsInAll = 20_000_000

type Matches = (element: ElementNode) => boolean

interface TreeWalk {
  sinceSlice: number
  total: number
}

export function isSelector(text: string): boolean {
  if (text.trim() === '') return false
  try {
    compiled([text], { sinceSlice: 0, total: 0 })
    return true
  } catch {
    return false
  }
}

/** Indexes of the elements that match a selector, in the order of their start tags. */
export async function ignoredElements(
  html: string,
  { selectors, signal }: { selectors: readonly string[]; signal: AbortSignal },
): Promise<ReadonlySet<number>> {
  const ignored = new Set<number>()
  if (selectors.length === 0) return ignored
  const elements = await elementsOf(html, signal)
  const walk: TreeWalk = { sinceSlice: 0, total: 0 }
  const tests = compiled(selectors, walk)
  for (const [place, element] of elements.entries()) {
    if (tests.some((matches) => matches(element))) ignored.add(place)
    if (walk.sinceSlice < stepsPerSlice) continue
    walk.sinceSlice = 0
    await nextSlice(signal)
  }
  return ignored
}

async function elementsOf(html: string, signal: AbortSignal): Promise<ElementNode[]> {
  const elements: ElementNode[] = []
  let parent: ParentNode = { parent: null, children: [] }
  const parser = htmlParser({
    open(name, attributes) {
      const element: ElementNode = { name, attributes, parent, children: [] }
      if (elements.length < maxElements) {
        elements.push(element)
        parent.children.push(element)
      }
      parent = element
    },
    close: () => void (parent = parent.parent ?? parent),
    // Selectors only check whether a text exists.
    text: (text) => void (parent.children.length === 0 && parent.children.push({ text, parent })),
  })
  await feed({ parser, text: html, signal })
  return elements
}

function compiled(selectors: readonly string[], walk: TreeWalk): Matches[] {
  return selectors.map((selector) => cssSelect().compile<Node, ElementNode>(selector, optionsFor(walk)))
}

/** Counts every step, because a short selector can take very long. */
function optionsFor(walk: TreeWalk): CssSelect.Options<Node, ElementNode> {
  const step = <T>(answer: T): T => {
    walk.sinceSlice += 1
    walk.total += 1
    if (walk.sinceSlice > 2 * stepsPerSlice || walk.total > stepsInAll)
      throw new Error('not checked: the ignoreSelectors take too long on this page; simplify them')
    return answer
  }
  const isTag = (node: Node): node is ElementNode => step('name' in node)
  const childrenOf = (node: Node): Node[] => ('children' in node ? node.children : [])
  return {
    relativeSelector: false,
    adapter: {
      isTag,
      getAttributeValue: ({ attributes }, name) => step(attributes[name]),
      hasAttrib: ({ attributes }, name) => step(name in attributes),
      getName: ({ name }) => step(name),
      getParent: ({ parent }) => step(parent),
      getChildren: (node) => step(childrenOf(node)),
      getSiblings: (node) => step(node.parent ? childrenOf(node.parent) : [node]),
      getText: (node) => step('text' in node ? node.text : ''),
      removeSubsets: (nodes) => nodes,
    },
  }
}
