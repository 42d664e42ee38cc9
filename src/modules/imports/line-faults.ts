import { reason, type Reason, type ReasonCode, type Stated } from './report-sentences.ts'

/** Leaves out a line, for a reason that names the remedy. */
export class LineFault extends Error {
  readonly reason: Reason
  constructor(why: Reason) {
    super(why.code)
    this.reason = why
  }
}

/** Leaves out a line that is right, but that the service doesn't take from the file. */
export class LineSkip extends LineFault {}

export const fault = <Code extends ReasonCode>(code: Code, ...stated: Stated<Code>): never => {
  throw new LineFault(reason(code, ...stated))
}
