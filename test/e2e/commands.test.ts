import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const RUN = fileURLToPath(new URL('../../scripts/run.mjs', import.meta.url))
const run = (...words: string[]) => {
  const env = { ...process.env, ENV_FILE: '/dev/null' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [RUN, ...words], { env, encoding: 'utf8' })
  return { status, stdout, stderr }
}

const COMMANDS = ['start', 'dev', 'token', 'check', 'deploy', 'provision', 'bench', 'histories', 'mutants']

describe.each(COMMANDS)('npm run %s', (command) => {
  it('prints its help with --help and does nothing else', () => {
    const { status, stdout, stderr } = run(command, '--help')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(new RegExp(`^npm (?:run )?(?:--silent )?${command}\\b[^]+\\.\\n`))
  })

  it('rejects an unknown option in one line', () => {
    const { status, stdout, stderr } = run(command, '--nonsense')
    expect(status).toBeGreaterThan(0)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^npm (?:run )?[a-z]+: Unknown option '--nonsense'; .*--help.* lists what is available\n$/)
  })
})

it.each([
  [['histories', '--seed', 'x'], '--seed takes a whole number, not "x"'],
  [['bench', '--only', 'nothing'], 'no bench is called "nothing"'],
  [['mutants', '--only', 'zzz'], 'no mutant matches "zzz"'],
  [['token'], 'expected one user name'],
  [['token', 'No Body'], 'invalid user name "No Body"'],
  [['check', 'everything'], 'no step is called "everything"'],
  [['deploy', '--env', 'moon'], '--env must be staging or production, not "moon"'],
])('%j is rejected in one line', (words, says) => {
  const { status, stderr } = run(...words)
  expect(status).toBeGreaterThan(0)
  expect(stderr).toContain(says)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})
