import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Process {
  pid: number
  command: string
}

const fromProcFs = (): Process[] =>
  readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      return command === '' ? [] : [{ pid: Number(name), command }]
    } catch {
      return []
    }
  })

const fromPs = (): Process[] =>
  execFileSync('ps', ['-A', '-ww', '-o', 'pid=,command='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const [, pid, command] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? []
      return pid === undefined || command === undefined ? [] : [{ pid: Number(pid), command }]
    })

export const listProcesses = (): Process[] => (process.platform === 'linux' ? fromProcFs() : fromPs())

/**
 * Whether the process is a zombie: it has ended, but `kill(pid, 0)` still succeeds because its parent has not read the
 * exit code.
 */
const isZombie = (pid: number): boolean => {
  if (process.platform !== 'linux') return false
  try {
    return /^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return !isZombie(pid)
}

const signal = (pid: number, name: NodeJS.Signals) => {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

const gone = async (pid: number, withinMs: number): Promise<boolean> => {
  const end = performance.now() + withinMs
  while (isAlive(pid)) {
    if (performance.now() > end) return false
    await sleep(20)
  }
  return true
}

/** Sends SIGTERM, and after `politeMs` SIGKILL. */
export const endProcess = async (pid: number, politeMs: number): Promise<void> => {
  if (politeMs > 0) {
    signal(pid, 'SIGTERM')
    if (await gone(pid, politeMs)) return
  }
  signal(pid, 'SIGKILL')
  await gone(pid, 2_000)
}
