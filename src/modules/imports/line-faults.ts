/** Leaves out a line. The message is a sentence with the remedy. */
export class LineFault extends Error {}

export const fault = (says: string): never => {
  throw new LineFault(says)
}
