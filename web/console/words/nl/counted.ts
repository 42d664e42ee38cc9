import { pluralsOf } from '../../../../src/words/plurals.ts'

/** Returns "1 gast" or "1.200 gasten" for the forms `{ one: '# gast', other: '# gasten' }`. */
export const counted = pluralsOf<'one'>('nl', (count) => count.toLocaleString('nl'))
