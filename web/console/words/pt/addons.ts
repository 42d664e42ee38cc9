import type { AddonsWords } from '../en/addons.ts'

export const addons: AddonsWords = {
  title: 'Extras',
  new: 'Novo extra',
  none: 'Ainda não há extras. Venda uma T-shirt, um almoço ou um lugar de estacionamento com os bilhetes.',
  example: 'T-shirt',
  per: { SEAT: 'Por convidado', ORDER: 'Uma vez por encomenda' },
  sold: (count, stock) => (stock === null ? `${count} vendidos` : `${count} de ${stock} vendidos`),
  editOf: (addon) => `Editar «${addon}»`,
  unit: 'Venda',
  stock: 'Stock',
  maxQuantity: { SEAT: 'Máximo por convidado', ORDER: 'Máximo por encomenda' },
  onlyWith: 'Só com estes bilhetes',
  onlyWithHint: 'Sem seleção vale para todos os bilhetes.',
  save: 'Guardar extra',
  saved: 'Extra guardado.',
  deletion: {
    title: (addon) => `Eliminar «${addon}»?`,
    action: 'Eliminar extra',
    hint: 'Não pode eliminar um extra vendido ou escolhido. Suspenda-o.',
  },
}
