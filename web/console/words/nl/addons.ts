import type { AddonsWords } from '../en/addons.ts'

export const addons: AddonsWords = {
  title: 'Extra’s',
  new: 'Nieuw extra',
  none: 'Nog geen extra’s. Verkoop een T-shirt, lunch of parkeerplaats bij de tickets.',
  example: 'T-shirt',
  per: { SEAT: 'Per gast', ORDER: 'Eén keer per bestelling' },
  sold: (count, stock) => (stock === null ? `${count} verkocht` : `${count} van ${stock} verkocht`),
  editOf: (addon) => `‘${addon}’ bewerken`,
  unit: 'Verkoop',
  stock: 'Voorraad',
  maxQuantity: { SEAT: 'Maximum per gast', ORDER: 'Maximum per bestelling' },
  onlyWith: 'Alleen met deze tickets',
  onlyWithHint: 'Zonder keuze geldt het voor alle tickets.',
  save: 'Extra opslaan',
  saved: 'Extra opgeslagen.',
  deletion: {
    title: (addon) => `‘${addon}’ verwijderen?`,
    action: 'Extra verwijderen',
    hint: 'Een verkocht of gekozen extra kun je niet verwijderen. Pauzeer het.',
  },
}
