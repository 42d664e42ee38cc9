import type { MoneyWords } from '../en/money.ts'

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
      'Les pages de paiement ouvertes seront fermées. Un compte connecté ne pourra plus rembourser depuis ici. Saisissez le nom du calendrier pour confirmer.',
    calendarName: 'Nom du calendrier',
    otherName: 'Le nom ne correspond pas.',
    disconnectAction: 'Déconnecter le compte',
    disconnected: 'Compte déconnecté',
    signInAgain: 'Reconnectez-vous pour modifier les comptes de paiement.',
    signInAgainAction: 'Se reconnecter',
    keyEnding: (x) => `clé se terminant par ${x}`,
    statuses: {
      ONBOARDING: 'Non terminé',
      ACTIVE: 'Prêt',
      RESTRICTED: 'Limité par Stripe',
      DISCONNECTED: 'Déconnecté',
    },
  },
}
