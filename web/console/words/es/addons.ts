import type { AddonsWords } from '../en/addons.ts'

export const addons: AddonsWords = {
  title: 'Extras',
  new: 'Nuevo extra',
  none: 'Aún no hay extras. Vende una camiseta, una comida o un aparcamiento con las entradas.',
  example: 'Camiseta',
  per: { SEAT: 'Por invitado', ORDER: 'Una vez por pedido' },
  sold: (count, stock) => (stock === null ? `${count} vendidos` : `${count} de ${stock} vendidos`),
  editOf: (addon) => `Editar «${addon}»`,
  unit: 'Venta',
  stock: 'Existencias',
  maxQuantity: { SEAT: 'Máximo por invitado', ORDER: 'Máximo por pedido' },
  onlyWith: 'Solo con estas entradas',
  onlyWithHint: 'Sin selección vale para todas las entradas.',
  save: 'Guardar extra',
  saved: 'Extra guardado.',
  deletion: {
    title: (addon) => `¿Eliminar «${addon}»?`,
    action: 'Eliminar extra',
    hint: 'No puedes eliminar un extra vendido o elegido. Páusalo.',
  },
}
