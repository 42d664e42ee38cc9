import { readFileSync } from 'node:fs'
import { sandboxConfigOf } from '../cloud/sandbox-config.ts'
import { sandboxWorker } from '../start/sandbox.ts'
import { problemsOfBindings } from './sandbox-bindings.ts'

const problems = [
  ...problemsOfBindings(sandboxConfigOf('sandbox', 'worker.js', {})),
  ...problemsOfBindings(sandboxWorker({ scriptPath: 'worker.js', options: {}, vars: {} })),
]
if (/\b(?:D1Database|Queue|R2Bucket|SendEmail)\b/.test(readFileSync('src/sandbox/env.ts', 'utf8')))
  problems.push('src/sandbox/env.ts declares a binding that could lead to live data')
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
