import { pluralsOf } from '../../../../src/words/plurals.ts'

/** Returns "1 ospite" or "12.000 ospiti" for the forms `{ one: '# ospite', other: '# ospiti' }`. */
export const counted = pluralsOf<'one'>('it', (count) => count.toLocaleString('it'))
