import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** wrangler exits with 0 when it only warns about a setting; this check fails on warnings. */
const DOUBT = /warning|deprecat/i

const problemsOf = async (env: string): Promise<string[]> => {
  try {
    const { stdout, stderr } = await promisify(execFile)('wrangler', ['deploy', '--dry-run', `--env=${env}`], {
      env: { ...process.env, WRANGLER_SEND_METRICS: 'false', WRANGLER_HIDE_BANNER: 'true', FORCE_COLOR: '0' },
    })
    if (DOUBT.test(stderr)) return [`${env}: ${stderr.trim()}`]
    return stdout.includes('--dry-run') ? [] : [`${env}: no dry run\n${stdout}`]
  } catch (error) {
    return [`${env}: ${(error as { stderr?: string }).stderr || String(error)}`]
  }
}

const problems = (await Promise.all(['staging', 'production'].map(problemsOf))).flat()
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
