export type Severity = 'ok' | 'warning' | 'fault'

/** One result: a sentence about the state and, unless all is well, a sentence with the remedy. */
export interface Finding {
  severity: Severity
  says: string
  remedy?: string
}

export const ok = (says: string): Finding => ({ severity: 'ok', says })
export const warning = (says: string, remedy: string): Finding => ({ severity: 'warning', says, remedy })
export const fault = (says: string, remedy: string): Finding => ({ severity: 'fault', says, remedy })

const MARKS: Record<Severity, string> = { ok: 'ok     ', warning: 'WARNING', fault: 'FAULT  ' }

/** Prints the findings and returns the exit code: 0 if all is well, 1 with warnings, 2 with faults. */
export const tell = (findings: readonly Finding[], say: (line: string) => void): number => {
  for (const { severity, says, remedy } of findings) {
    say(`${MARKS[severity]}  ${says}`)
    if (remedy !== undefined) say(`         ${remedy}`)
  }
  const has = (wanted: Severity) => findings.some(({ severity }) => severity === wanted)
  return has('fault') ? 2 : has('warning') ? 1 : 0
}

/** Returns the error's message, or that of its cause, on one line. */
export const reasonOf = (error: unknown) => {
  const { cause, message } = error as Error & { cause?: unknown }
  const { code, message: inner } = (cause ?? {}) as { code?: string; message?: string }
  return (code ?? inner ?? message).replaceAll(/\s+/g, ' ').slice(0, 200)
}
