import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SKIPPED = new Set(['.git', '.data', '.tmp', '.wrangler', 'dist', 'node_modules'])

/** Copies the tree to a temporary directory, where a mutant can break it. `node_modules` is linked, not copied. */
export const copyTree = (root: string) => {
  const copy = mkdtempSync(join(tmpdir(), 'event-calendar-mutants-'))
  for (const name of readdirSync(root)) {
    if (!SKIPPED.has(name)) cpSync(join(root, name), join(copy, name), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return { path: copy, remove: () => rmSync(copy, { recursive: true, force: true }) }
}
