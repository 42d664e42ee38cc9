import type { AddonsWords } from '../en/addons.ts'

export const addons: AddonsWords = {
  title: 'Extra',
  new: 'Nuovo extra',
  none: 'Ancora nessun extra. Vendi una maglietta, un pranzo o un parcheggio con i biglietti.',
  example: 'Maglietta',
  per: { SEAT: 'Per ospite', ORDER: 'Una volta per ordine' },
  sold: (count, stock) => (stock === null ? `${count} venduti` : `${count} di ${stock} venduti`),
  editOf: (addon) => `Modifica «${addon}»`,
  unit: 'Vendita',
  stock: 'Scorta',
  maxQuantity: { SEAT: 'Massimo per ospite', ORDER: 'Massimo per ordine' },
  onlyWith: 'Solo con questi biglietti',
  onlyWithHint: 'Senza scelta vale per tutti i biglietti.',
  save: 'Salva extra',
  saved: 'Extra salvato.',
  deletion: {
    title: (addon) => `Eliminare «${addon}»?`,
    action: 'Elimina extra',
    hint: 'Un extra venduto o scelto non si può eliminare. Sospendilo.',
  },
}
