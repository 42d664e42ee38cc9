import { pluralsOf } from '../../../../src/words/plurals.ts'

/** Returns "1 convidado" or "12 000 convidados" for the forms `{ one: '# convidado', other: '# convidados' }`. */
export const counted = pluralsOf<'one'>('pt-PT', (count) => count.toLocaleString('pt-PT'))
