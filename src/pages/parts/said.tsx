import { withoutTurns } from '../../kernel/html.ts'

/** A line that somebody typed: its direction is its own and ends with it. */
export const Said = ({ text }: { text: string }) => <bdi>{withoutTurns(text)}</bdi>
