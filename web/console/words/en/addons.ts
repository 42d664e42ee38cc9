import { area } from '../loaded.ts'

const english = {
  title: 'Add-ons',
  new: 'New add-on',
  none: 'No add-ons yet. Sell a T-shirt, lunch or a parking place with the tickets.',
  example: 'T-shirt',
  per: { SEAT: 'Per guest', ORDER: 'Once per order' },
  sold: (count: number, stock: number | null) => (stock === null ? `${count} sold` : `${count} of ${stock} sold`),
  editOf: (addon: string) => `Edit “${addon}”`,
  unit: 'Sold',
  stock: 'Stock',
  maxQuantity: { SEAT: 'Maximum per guest', ORDER: 'Maximum per order' },
  onlyWith: 'Only with these tickets',
  onlyWithHint: 'Choose none for all tickets.',
  save: 'Save add-on',
  saved: 'Add-on saved.',
  deletion: {
    title: (addon: string) => `Delete “${addon}”?`,
    action: 'Delete add-on',
    hint: 'You can’t delete an add-on that was sold or chosen. Pause it instead.',
  },
}

export type AddonsWords = typeof english

export const addonsWords = area('addons', english)
