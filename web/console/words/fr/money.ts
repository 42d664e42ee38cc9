import type { MoneyWords } from '../en/money.ts'
import { counted } from './counted.ts'

export const money: MoneyWords = {
  title: 'Recettes',
  lead: 'Recettes de l’année écoulée, par devise. Nous n’additionnons jamais les devises.',
  income: {
    none: 'Aucune vente dans l’année écoulée.',
    netIn: (currency) => `Net en ${currency}`,
    gross: 'Brut',
    refunded: 'Remboursé',
  },
  recent: {
    title: 'Commandes récentes',
    empty: 'Aucune commande payante pour l’instant',
    emptyText: 'Les commandes de tous les événements s’affichent ici. Les gratuites se trouvent dans chaque événement.',
    more: 'Afficher plus de commandes',
  },
  onSale: { title: 'En vente', none: 'Aucun événement à venir n’a de billets payants.' },
  banks: {
    title: 'Virements',
    lead: 'Les acheteurs virent l’argent sur votre compte et voient un code QR avec vos coordonnées.',
    holder: 'Titulaire du compte',
    bic: 'BIC (facultatif)',
    currency: 'Devise',
    days: 'Jours pour payer',
    add: 'Accepter les virements',
    edit: 'Modifier',
    save: 'Enregistrer le compte',
    saved: 'Compte bancaire enregistré',
    closes: 'Se ferme avant le début, en heures',
    off: 'Désactiver',
    on: 'Activer',
    remove: 'Supprimer',
    removed: 'Compte bancaire supprimé',
    added: 'Compte bancaire ajouté',
    signIn: 'Reconnectez-vous pour modifier les comptes bancaires.',
  },
  accounts: {
    title: 'Comptes de paiement',
    lead: 'Connectez votre propre compte : l’argent des billets vous arrive directement. Nous ne le détenons jamais.',
    connect: 'Connecter avec Stripe',
    ownKey: 'Utiliser ma propre clé Stripe',
    country: 'Pays',
    key: 'Clé restreinte',
    keyHint:
      'Commence par rk_. Stripe → Développeurs → Clés API. Nous la stockons chiffrée et ne l’affichons plus jamais.',
    save: 'Connecter le compte',
    unfinished: 'Stripe a besoin de quelques informations supplémentaires avant que vous puissiez vendre.',
    continueThere: 'Continuer chez Stripe',
    testMode: 'Mode test',
    forNewOrders: 'Nouvelles commandes',
    makeDefault: 'Utiliser pour les nouvelles commandes',
    disconnect: 'Déconnecter…',
    disconnectTitle: 'Déconnecter ce compte ?',
    disconnectText:
      'Les pages de paiement ouvertes seront fermées. Un compte connecté ne pourra plus rembourser depuis ici.',
    paying: (count) =>
      counted(count, { one: '# acheteur est en train de payer.', other: '# acheteurs sont en train de payer.' }),
    refundsUnderWay: (count) =>
      counted(count, { one: '# remboursement est en cours.', other: '# remboursements sont en cours.' }),
    disputesOpen: (count) => counted(count, { one: '# litige est ouvert.', other: '# litiges sont ouverts.' }),
    pagesClose: 'Les pages de paiement ouvertes se fermeront.',
    unseen:
      'Nous ne voyons plus ce compte. Vérifiez ces commandes chez Stripe et remboursez-y les paiements qui arrivent :',
    unheard: 'Les remboursements et litiges de ce compte n’apparaissent que chez Stripe.',
    openStripe: 'Ouvrir Stripe',
    disconnectAction: 'Déconnecter le compte',
    disconnected: 'Compte déconnecté',
    keyEnding: (x) => `clé se terminant par ${x}`,
    statuses: {
      ONBOARDING: 'Non terminé',
      ACTIVE: 'Prêt',
      RESTRICTED: 'Limité par Stripe',
      DISCONNECTED: 'Déconnecté',
    },
  },
}
