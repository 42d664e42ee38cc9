import type { AddonsWords } from '../en/addons.ts'

export const addons: AddonsWords = {
  title: 'Dodatki',
  new: 'Nowy dodatek',
  none: 'Nie ma jeszcze dodatków. Sprzedawaj z biletami koszulkę, obiad lub miejsce parkingowe.',
  example: 'Koszulka',
  per: { SEAT: 'Na gościa', ORDER: 'Raz na zamówienie' },
  sold: (count, stock) => (stock === null ? `Sprzedano: ${count}` : `Sprzedano: ${count} z ${stock}`),
  editOf: (addon) => `Edytuj „${addon}”`,
  unit: 'Sprzedaż',
  stock: 'Zapas',
  maxQuantity: { SEAT: 'Maksimum na gościa', ORDER: 'Maksimum na zamówienie' },
  onlyWith: 'Tylko z tymi biletami',
  onlyWithHint: 'Bez wyboru dotyczy wszystkich biletów.',
  save: 'Zapisz dodatek',
  saved: 'Zapisano dodatek.',
  deletion: {
    title: (addon) => `Usunąć „${addon}”?`,
    action: 'Usuń dodatek',
    hint: 'Nie można usunąć dodatku, który sprzedano lub wybrano. Wstrzymaj go.',
  },
}
