import { reason, type Reason, type ReasonCode, type Stated } from './report-sentences.ts'

/** Refuses a line, for a reason whose sentence names the remedy. */
export class LineFault extends Error {
  readonly reason: Reason
  constructor(why: Reason) {
    super(why.code)
    this.reason = why
  }
}

/** Skips a valid line that the service doesn't import. */
export class LineSkip extends LineFault {}

export const fault = <Code extends ReasonCode>(code: Code, ...stated: Stated<Code>): never => {
  throw new LineFault(reason(code, ...stated))
}
