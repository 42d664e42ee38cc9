import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const LEFT_OUT = new Set(['.git', '.data', '.tmp', '.wrangler', 'dist', 'node_modules'])

/** A copy of the tree that may be broken, because nobody works in it. */
export const copyTree = (root: string) => {
  const copy = mkdtempSync(join(tmpdir(), 'event-calendar-mutants-'))
  for (const name of readdirSync(root)) {
    if (!LEFT_OUT.has(name)) cpSync(join(root, name), join(copy, name), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return { path: copy, remove: () => rmSync(copy, { recursive: true, force: true }) }
}
