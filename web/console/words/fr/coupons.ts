import type { CouponsWords } from '../en/coupons.ts'
import { counted } from './counted.ts'

export const coupons: CouponsWords = {
  title: 'Codes promo',
  new: 'Nouveau code promo',
  none: 'Aucun code promo. Il donne droit à une remise à toute personne qui le connaît.',
  statuses: {
    ACTIVE: 'Actif',
    SCHEDULED: 'Programmé',
    EXPIRED: 'Expiré',
    EXHAUSTED: 'Épuisé',
    DISABLED: 'Inactif',
  },
  percentOff: (percent) => `Remise de ${percent} %`,
  amountOff: (amount) => `Remise de ${amount}`,
  used: (times) => counted(times, { one: 'utilisé # fois', other: 'utilisé # fois' }),
  usedOf: (times, limit) =>
    counted(times, { one: `utilisé # fois sur ${limit}`, other: `utilisé # fois sur ${limit}` }),
  everyEvent: 'pour tous les événements',
  oneEvent: 'pour un événement',
  from: (time) => `à partir du ${time}`,
  until: (time) => `jusqu’au ${time}`,
  someTickets: (tickets) => counted(tickets, { one: 'pour # billet', other: 'pour # billets' }),
  editOf: (code) => `Modifier ${code}`,
  deleteOf: (code) => `Supprimer ${code}`,

  deletion: {
    ask: (code) => `Supprimer ${code} ?`,
    action: 'Supprimer le code promo',
    means: 'Les commandes qui l’ont utilisé gardent leur remise.',
  },

  form: {
    editTitle: (code) => `Modifier ${code}`,
    code: 'Code',
    discount: 'Remise',
    discounts: { PERCENT: 'pourcentage', AMOUNT: 'montant fixe' },
    percent: 'Pourcentage',
    amountIn: (currency) => `Montant en ${currency}`,
    uses: 'Utilisations',
    blankUnlimited: 'vide = illimité',
    seats: 'Places à prix réduit par commande',
    blankAll: 'vide = toutes',
    validFrom: 'Valable à partir du',
    blankNow: 'vide = dès maintenant',
    validUntil: 'Valable jusqu’au',
    blankNoEnd: 'vide = sans fin',
    times: (zone) => `Heures du fuseau ${zone}.`,
    tickets: 'Pour ces billets',
    ticketsHint: 'Sans choix, la remise s’applique à tous les billets.',
    onlyHere: 'Uniquement pour cet événement',
    active: 'Actif',
    create: 'Créer le code promo',
    save: 'Enregistrer le code promo',
  },
}
