import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'

/** An ESTree node. `start` and `end` are offsets into the source of its file. */
export interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

export interface Declaration {
  name: string
  file: string
  source: string
  start: number
  end: number
  /** Null for a trigger or an index in a migration. */
  node: Node | null
}

const FOLDERS = ['src', 'web', 'migrations', 'scripts/backup', 'scripts/doctor', 'scripts/start']
const CODE = /\.(sql|tsx?)$/
const TRIGGER_OR_INDEX = /create (?:trigger|(?:unique )?index) [`"]?(\w+)[`"]?.*?(?=--> statement-breakpoint|$)/gis

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []))

/** Returns `node` and all nodes below it, parents first. */
export const descendantsOf = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(descendantsOf)]

/** Returns the name that `node` declares, or null. Skips types, because a type and a value may have the same name. */
export const nameOf = ({ type, id, key }: Node): string | null => {
  if (type.startsWith('TS')) return null
  const named = id ?? key
  if (!isNode(named)) return null
  if (named.type === 'Identifier') return named['name'] as string
  if (named.type === 'PrivateIdentifier') return `#${named['name'] as string}`
  return named.type === 'Literal' ? String(named['value']) : null
}

const unwrapped = (statement: Node): Node[] => {
  const { type, declaration, declarations } = statement
  if (type === 'ExportDefaultDeclaration') return [{ ...statement, id: { type: 'Identifier', name: 'default' } }]
  if (isNode(declaration)) return unwrapped(declaration)
  return Array.isArray(declarations) ? declarations.filter(isNode) : [statement]
}

/** Returns the top-level declarations of a file. In a migration, these are its triggers and indexes. */
export const declarationsIn = (file: string, source: string): Declaration[] => {
  if (file.endsWith('.sql')) {
    return [...source.matchAll(TRIGGER_OR_INDEX)].map(({ 0: text, 1: name = '', index: start }) => {
      return { name, file, source, start, end: start + text.length, node: null }
    })
  }
  const program = parseSync(file, source).program as unknown as { body: Node[] }
  return program.body.flatMap(unwrapped).flatMap((node) => {
    const name = nameOf(node)
    return name === null ? [] : [{ name, file, source, start: node.start, end: node.end, node }]
  })
}

/** Returns all declarations in `src`, `web` and `migrations`. It parses 750 files in about 1 s. */
export const declarationsOf = (root: string): Declaration[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => CODE.test(path))
      .toSorted()
      .map((path) => `${folder}/${path}`)
      .flatMap((file) => declarationsIn(file, readFileSync(join(root, file), 'utf8'))),
  )
