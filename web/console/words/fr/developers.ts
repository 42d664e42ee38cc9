import type { DevelopersWords } from '../en/developers.ts'

export const developers: DevelopersWords = {
  title: 'Développeurs',
  freePlan: {
    needed: (calendar) => `L’espace développeurs nécessite la formule Plus ou Pro ; ${calendar} a la formule Free.`,
    openToAll: (link) => [link('La référence'), ' est ouverte à tous.'],
  },
  higherPlan: {
    title: (section, plan) => `${section} : à partir de la formule ${plan}`,
    current: (calendar, plan) => `${calendar} a la formule ${plan}.`,
  },

  feed: {
    title: 'Flux',
    lead: 'Abonnez-vous au calendrier depuis n’importe quelle appli d’agenda.',
    public: {
      title: 'Flux public',
      isPrivate: 'Ce calendrier est privé : il n’a pas de flux public.',
      about:
        'Tout le monde peut s’y abonner. Il contient les événements publics et publiés, des 90 derniers jours aux 18 prochains mois.',
      address: 'l’adresse publique',
      webcalAddress: 'l’adresse webcal publique',
    },
    secret: {
      title: 'Flux secret',
      on: 'Activé',
      off: 'Désactivé',
      about:
        'Une seconde adresse pour vous et votre équipe, qui contient aussi les événements non répertoriés et privés. Gardez-la secrète.',
      create: 'Créer l’adresse secrète',
      replace: 'Remplacer l’adresse',
      revoke: 'Révoquer l’adresse',
    },
    creating: {
      title: 'Créer une adresse secrète ?',
      about:
        'Elle permet de lire tous les événements publiés de ce calendrier, y compris les non répertoriés et les privés.',
      action: 'Créer l’adresse',
    },
    replacing: {
      title: 'Remplacer l’adresse secrète ?',
      about:
        'L’ancienne adresse cesse aussitôt de fonctionner. Toutes les personnes abonnées auront besoin de la nouvelle.',
      action: 'Remplacer l’adresse',
    },
    revoking: {
      title: 'Révoquer l’adresse secrète ?',
      about: 'Elle cesse aussitôt de fonctionner. Le flux public ne change pas.',
      action: 'Révoquer l’adresse',
      done: 'Adresse secrète révoquée.',
    },
    created: {
      title: 'L’adresse secrète',
      address: 'l’adresse',
      warning:
        'Nous ne l’affichons qu’une fois. Elle permet de lire tous les événements publiés, y compris les non répertoriés et les privés.',
      oneTap: 'Pour les applis qui s’abonnent en un geste :',
      webcalAddress: 'l’adresse webcal',
    },
  },

  embed: {
    title: 'Intégration',
    lead: 'Affichez vos événements sur votre site avec une seule balise.',
    isPrivate: 'Ce calendrier est privé et ne peut pas être intégré. Rendez-le d’abord public.',
    tag: 'Balise d’intégration',
    tagHint: 'Collez-la à l’endroit où la liste doit s’afficher.',
    copied: 'la balise',
    theme: 'Thème',
    themes: { auto: 'Selon l’appareil', light: 'Clair', dark: 'Sombre' },
    accent: 'Couleur d’accent',
    chooseAccent: 'Choisir la couleur d’accent',
    accentHint: (example) => `Une couleur comme ${example}. Laissez vide pour la couleur par défaut.`,
    notColour: 'Ce n’est pas une couleur.',
    limit: 'Nombre maximal d’événements',
    notLimit: (most) => `Saisissez un nombre de 1 à ${most}.`,
    compact: 'Compacte, sans images ni résumés',
    preview: 'Aperçu',
    previewOfList: 'Aperçu de la liste intégrée',
  },

  reference: {
    title: 'Référence',
    lead: 'Accédez à ce calendrier depuis votre propre code.',
    base: 'URL de base',
    copiedBase: 'l’URL de base',
    copiedCommand: 'la commande',
    listWithKey: 'Lister les événements de ce calendrier avec une clé API :',
    listPublic: 'Lister les événements publics de ce calendrier :',
    whole: {
      title: 'La référence',
      about: 'Toutes les opérations, avec des requêtes à exécuter, déjà remplies pour ce calendrier.',
    },
    quickStarts: {
      title: 'Premiers pas',
      about: 'De la liste intégrée au webhook vérifié, en quelques lignes à chaque fois.',
    },
    webhooks: {
      title: 'Webhooks',
      about: 'Le contenu de chaque type d’événement et les en-têtes des deux formes.',
    },
    document: {
      title: 'OpenAPI 3.1',
      about: 'Le contrat lisible par les machines, pour les générateurs et les linters.',
    },
  },

  secret: {
    warning: 'Nous ne l’affichons qu’une fois. Conservez-le sur un serveur, jamais dans une page web.',
    saved: 'C’est enregistré',
  },
}
