import { parseSync } from 'oxc-parser'

export interface LiteralText {
  line: number
  text: string
}

/** Attributes and object properties whose value is shown to people. */
const TEXT_NAMES = new Set(
  `title label alt placeholder aria-label aria-description aria-roledescription of below above aside hint lead action
   refuse what words said more note question answer`.split(/\s+/),
)
/** Calls that show their arguments to people. */
const TEXT_CALLS = new Set(['toast', 'tell', 'say', 'SaidInWords'])
/** Elements whose content is code or a key, which is the same in every language. */
const CODE_ELEMENTS = new Set(['code', 'pre', 'kbd', 'samp'])
/** Errors for developers. */
const ERRORS = /^(?:Type|Range)?Error$/

/** Two letters in a row. Acronyms such as CSV and addresses are the same in every language. */
const isText = (text: string) => /\p{L}{2}/u.test(text) && /\p{Ll}/u.test(text) && !/^https?:/.test(text)
/** Text that is recognised anywhere: a capital, then at least two words. Class names and codes aren't like that. */
const isSentence = (text: string) => /^[“]?\p{Lu}[\p{L}’]*,? [“]?\p{L}[\p{L}’]/u.test(text) && /\p{Ll}{2}/u.test(text)
const COMMAND_KEY = '⌘'

interface Node {
  type: string
  start: number
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

const stringOf = (node: Node): string | null => {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node.type === 'JSXText') return (node['value'] as string).replaceAll(/\s+/g, ' ').trim()
  if (node.type !== 'TemplateLiteral') return null
  const quasis = node['quasis'] as { value: { cooked?: string | null; raw: string } }[]
  return quasis.map(({ value }) => value.cooked ?? value.raw).join('…')
}

const nameOf = (node: unknown): string => {
  if (!isNode(node)) return ''
  if (node.type === 'MemberExpression') return nameOf(node['property'])
  const { name, value } = node
  return typeof name === 'string' ? name : typeof value === 'string' ? value : ''
}

/** Returns the strings that an expression can evaluate to, such as both branches of a condition. */
const stringsIn = (node: unknown): Node[] => {
  if (!isNode(node)) return []
  if (stringOf(node) !== null) return [node]
  switch (node.type) {
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'ArrowFunctionExpression':
      return stringsIn(node['expression'] === true ? node['body'] : (node['expression'] ?? node['body']))
    case 'ConditionalExpression':
      return [...stringsIn(node['consequent']), ...stringsIn(node['alternate'])]
    case 'LogicalExpression':
    case 'BinaryExpression':
      return node.type === 'BinaryExpression' && node['operator'] !== '+'
        ? []
        : [...stringsIn(node['left']), ...stringsIn(node['right'])]
    default:
      return []
  }
}

/** Returns the strings that `node` shows to people. */
const shownBy = (node: Node): Node[] => {
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment': {
      const { name } = (node['openingElement'] ?? {}) as { name?: unknown }
      return CODE_ELEMENTS.has(nameOf(name)) ? [] : (node['children'] as Node[]).flatMap(stringsIn)
    }
    case 'JSXAttribute':
      return TEXT_NAMES.has(nameOf(node['name'])) ? stringsIn(node['value']) : []
    case 'Property':
      return TEXT_NAMES.has(nameOf(node['key'])) ? stringsIn(node['value']) : []
    case 'CallExpression':
    case 'NewExpression':
      return TEXT_CALLS.has(nameOf(node['callee'])) ? (node['arguments'] as Node[]).flatMap(stringsIn) : []
    default:
      return []
  }
}

/** Returns the text in a source file that people read in English whatever their language. */
export function literalTextIn(path: string, source: string): LiteralText[] {
  const found = new Map<number, string>()
  const take = (node: Node, isTaken: (text: string) => boolean) => {
    const text = stringOf(node)
    if (text !== null && isTaken(text)) found.set(node.start, text)
  }
  const walk = (node: Node) => {
    if (/^(?:TS|Import)/.test(node.type) && node.type !== 'TSAsExpression' && node.type !== 'TSSatisfiesExpression')
      return
    if (node.type === 'NewExpression' && ERRORS.test(nameOf(node['callee']))) return
    for (const shown of shownBy(node)) take(shown, isText)
    take(node, (text) => isSentence(text) || text.includes(COMMAND_KEY))
    for (const child of childrenOf(node)) walk(child)
  }
  walk(parseSync(path, source).program as unknown as Node)
  return [...found]
    .toSorted(([left], [right]) => left - right)
    .map(([start, text]) => ({ line: source.slice(0, start).split('\n').length, text }))
}
