import { pluralsOf } from '../../../../src/words/plurals.ts'

export const counted = pluralsOf<'one'>('de', (count) => count.toLocaleString('de'))
