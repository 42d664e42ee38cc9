import { pluralsOf } from '../../../../src/words/plurals.ts'

export const counted = pluralsOf<'one'>('fr', (count) => count.toLocaleString('fr'))
