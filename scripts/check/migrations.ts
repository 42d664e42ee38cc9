import { spawnSync } from 'node:child_process'
import { cpSync, globSync, readFileSync, rmSync } from 'node:fs'

/**
 * Statements that lose rows on D1. Rebuilding a table with `DROP TABLE` deletes the rows of every child table that
 * references it with `ON DELETE CASCADE`.
 */
const DESTRUCTIVE = [/\bDROP\s+TABLE\b/i, /__new_/i, /\bDROP\s+COLUMN\b/i, /\bRENAME\b/i]
const COMMENT = /--.*$|\/\*[\s\S]*?\*\//gm
const SCRATCH = '.tmp/migrations'

const problems = [...destructiveStatements(), ...missingMigrations()]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1

function destructiveStatements(): string[] {
  return globSync('migrations/*.sql').flatMap((path) => {
    const sql = readFileSync(path, 'utf8').replace(COMMENT, '')
    return DESTRUCTIVE.flatMap((pattern) => sql.match(pattern)?.[0] ?? []).map(
      (found) => `${path} contains '${found}': migrations may only add`,
    )
  })
}

// `drizzle-kit generate` exits with 0 even if it fails, so the check reads its output.
function missingMigrations(): string[] {
  rmSync(SCRATCH, { recursive: true, force: true })
  cpSync('migrations', SCRATCH, { recursive: true })
  const { stdout, stderr } = spawnSync(
    'drizzle-kit',
    ['generate', '--dialect', 'sqlite', '--schema', './src/db/schema.ts', '--out', `./${SCRATCH}`],
    { encoding: 'utf8' },
  )
  if (stdout.includes('No schema changes')) return []
  return [`the migrations don't match the schema; run drizzle-kit generate:\n${stdout}${stderr}`]
}
