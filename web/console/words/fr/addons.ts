import type { AddonsWords } from '../en/addons.ts'

export const addons: AddonsWords = {
  title: 'Suppléments',
  new: 'Nouveau supplément',
  none: 'Aucun supplément. Vendez un T-shirt, un repas ou une place de parking avec les billets.',
  example: 'T-shirt',
  per: { SEAT: 'Par invité', ORDER: 'Une fois par commande' },
  sold: (count, stock) => (stock === null ? `${count} vendus` : `${count} sur ${stock} vendus`),
  editOf: (addon) => `Modifier « ${addon} »`,
  unit: 'Vente',
  stock: 'Stock',
  maxQuantity: { SEAT: 'Maximum par invité', ORDER: 'Maximum par commande' },
  onlyWith: 'Uniquement avec ces billets',
  onlyWithHint: 'Sans choix, il vaut pour tous les billets.',
  save: 'Enregistrer le supplément',
  saved: 'Supplément enregistré.',
  deletion: {
    title: (addon) => `Supprimer « ${addon} » ?`,
    action: 'Supprimer le supplément',
    hint: 'Un supplément vendu ou choisi ne peut pas être supprimé. Suspendez-le plutôt.',
  },
}
