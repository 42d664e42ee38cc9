import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mutant } from './mutant.ts'

/** What has become untrue of a mutant since it was written; empty while it still fits the tree. */
export const misfitsOf = ({ name, file, text, becomes, tests }: Mutant, root: string): string[] => {
  const misfits: string[] = []
  const path = join(root, file)
  const found = existsSync(path) ? readFileSync(path, 'utf8').split(text).length - 1 : 0
  if (found !== 1) misfits.push(`its text occurs ${found} times in ${file}, not once`)
  if (becomes === text) misfits.push('it changes nothing')
  if (tests.length === 0) misfits.push('it names no test')
  for (const test of tests) if (!existsSync(join(root, test))) misfits.push(`${test} does not exist`)
  return misfits.map((misfit) => `${name}: ${misfit}`)
}

export const mutated = (source: string, { text, becomes }: Mutant) => source.replace(text, () => becomes)
