/** Leaves out a line. The message is a sentence with the remedy. */
export class LineFault extends Error {}

/** Leaves out a line that is right, but that the service doesn't take from the file. */
export class LineSkip extends LineFault {}

export const fault = (says: string): never => {
  throw new LineFault(says)
}

/** For the first row of a file whose columns the caller has named. */
export const HEADINGS_LEFT_OUT = 'It looks like the headings.'
