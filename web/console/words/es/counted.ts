import { pluralsOf } from '../../../../src/words/plurals.ts'

/** Returns "1 invitado" or "12.000 invitados" for the forms `{ one: '# invitado', other: '# invitados' }`. */
export const counted = pluralsOf<'one'>('es', (count) => count.toLocaleString('es'))
