import type { AddonsWords } from '../en/addons.ts'

export const addons: AddonsWords = {
  title: 'Extras',
  new: 'Neues Extra',
  none: 'Noch keine Extras. Verkaufen Sie mit den Tickets ein T-Shirt, ein Essen oder einen Parkplatz.',
  example: 'T-Shirt',
  per: { SEAT: 'Pro Gast', ORDER: 'Einmal pro Bestellung' },
  sold: (count, stock) => (stock === null ? `${count} verkauft` : `${count} von ${stock} verkauft`),
  editOf: (addon) => `„${addon}“ bearbeiten`,
  unit: 'Verkauf',
  stock: 'Bestand',
  maxQuantity: { SEAT: 'Maximum pro Gast', ORDER: 'Maximum pro Bestellung' },
  onlyWith: 'Nur mit diesen Tickets',
  onlyWithHint: 'Ohne Auswahl gilt es für alle Tickets.',
  save: 'Extra speichern',
  saved: 'Extra gespeichert.',
  deletion: {
    title: (addon) => `„${addon}“ löschen?`,
    action: 'Extra löschen',
    hint: 'Ein verkauftes oder gewähltes Extra lässt sich nicht löschen. Pausieren Sie es stattdessen.',
  },
}
