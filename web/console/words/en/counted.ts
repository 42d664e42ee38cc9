import { pluralsOf } from '../../../../src/words/plurals.ts'

/** Returns "1 guest" or "1,200 guests" for the forms `{ one: '# guest', other: '# guests' }`. */
export const counted = pluralsOf<'one'>('en', (count) => count.toLocaleString('en-GB'))
