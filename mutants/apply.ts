import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { descendantsOf, nameOf, type Declaration, type Node } from './declarations.ts'
import type { Change, Mutant } from './mutant.ts'

interface Edit {
  start: number
  end: number
  text: string
}

/** Thrown if a mutant no longer fits the source. */
class Misfit extends Error {}

const GUARD_FUNCTION = 'unless'
const ALWAYS_TRUE = 'sql`1`'

const requireOne = <T>(found: readonly T[], what: string): T => {
  const [first] = found
  if (first === undefined || found.length > 1) throw new Misfit(`${what} occurs ${found.length} times, not once`)
  return first
}

const findTopLevel = ({ in: path, file = '' }: Mutant, declarations: readonly Declaration[]): Declaration => {
  const [name] = path.split('.')
  const named = declarations.filter((one) => one.name === name && `/${one.file}`.endsWith(file && `/${file}`))
  const files = named.length > 1 ? ` (in ${named.map((one) => one.file).join(', ')})` : ''
  return requireOne(named, `the declaration ${name}${file && ` in ${file}`}${files}`)
}

const findDeclaration = (mutant: Mutant, declarations: readonly Declaration[]): Declaration =>
  mutant.in
    .split('.')
    .slice(1)
    .reduce(
      (outer, name) => {
        const inner = outer.node === null ? [] : descendantsOf(outer.node).slice(1)
        const named = inner.filter((node) => nameOf(node) === name)
        const node = requireOne(named, `${name} in ${outer.name}`)
        return { ...outer, name, start: node.start, end: node.end, node }
      },
      findTopLevel(mutant, declarations),
    )

const isGuard = (code: string, { type, callee, arguments: given }: Node) =>
  type === 'CallExpression' && (callee as Node)['name'] === GUARD_FUNCTION && (given as Node[])[0]?.['value'] === code

const guardEdit = (code: string, { node, name }: Declaration): Edit => {
  const calls = (node === null ? [] : descendantsOf(node)).filter((one) => isGuard(code, one))
  const call = requireOne(calls, `${GUARD_FUNCTION}('${code}') in ${name}`)
  const condition = (call['arguments'] as Node[])[1]
  if (condition === undefined) throw new Misfit(`${GUARD_FUNCTION}('${code}') in ${name} has no condition`)
  return { start: condition.start, end: condition.end, text: ALWAYS_TRUE }
}

const bodyEdit = (expression: string, { node, name }: Declaration): Edit => {
  const holder = (node?.['init'] ?? node?.['value'] ?? node) as Node | null
  const body = holder?.['body'] as Node | undefined
  if (body === undefined) throw new Misfit(`${name} is not a function`)
  const text = body.type === 'BlockStatement' ? `{ return ${expression} }` : expression
  return { start: body.start, end: body.end, text }
}

const swapEdit = ([text, becomes]: readonly [string, string], { source, start, end, name }: Declaration): Edit => {
  const [before = '', ...others] = source.slice(start, end).split(text)
  if (others.length !== 1) throw new Misfit(`its text occurs ${others.length} times in ${name}, not once`)
  const from = start + before.length
  return { start: from, end: from + text.length, text: becomes }
}

const editsFor = (change: Change, declaration: Declaration): Edit[] => {
  if ('guard' in change) return [change.guard].flat().map((code) => guardEdit(code, declaration))
  if ('returns' in change) return [bodyEdit(change.returns, declaration)]
  return [swapEdit(change.swap, declaration)]
}

/** Returns the mutated file. Throws if the mutant does not apply exactly once. */
export const applied = (mutant: Mutant, declarations: readonly Declaration[]) => {
  const declaration = findDeclaration(mutant, declarations)
  const { file, source } = declaration
  // Applies the last edit first, so that the offsets of the earlier ones stay valid.
  const edits = editsFor(mutant, declaration).toSorted((one, other) => other.start - one.start)
  const mutated = edits.reduce(
    (text, edit) => `${text.slice(0, edit.start)}${edit.text}${text.slice(edit.end)}`,
    source,
  )
  if (mutated === source) throw new Misfit('it changes nothing')
  return { file, source: mutated }
}

const applyProblem = (mutant: Mutant, declarations: readonly Declaration[]): string[] => {
  try {
    applied(mutant, declarations)
    return []
  } catch (error) {
    if (error instanceof Misfit) return [error.message]
    throw error
  }
}

/** Returns why the mutant no longer fits the tree at `root`, or an empty result if it does. */
export const misfitsOf = (mutant: Mutant, declarations: readonly Declaration[], root: string): string[] => {
  const { name, tests } = mutant
  const misfits = applyProblem(mutant, declarations)
  if (tests.length === 0) misfits.push('it names no test')
  for (const test of tests) if (!existsSync(join(root, test))) misfits.push(`${test} does not exist`)
  return misfits.map((misfit) => `${name}: ${misfit}`)
}
