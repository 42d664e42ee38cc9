import type { CalendarWords } from '../en/calendar.ts'
import { counted } from './counted.ts'

export const calendar: CalendarWords = {
  firstSteps: {
    appName: 'Calendrier',
    label: 'Étapes',
    steps: { calendar: 'Votre calendrier', event: 'Votre premier événement', share: 'Partage' },
    preview: 'Aperçu',
    signOut: 'Se déconnecter',
  },
  newCalendar: {
    firstTitle: 'Créez votre calendrier',
    title: 'Nouveau calendrier',
    lead: 'Un calendrier regroupe vos événements. Vous pourrez tout modifier plus tard.',
    address: 'Adresse',
    addressHint: 'Tous vos événements se trouvent ici.',
    timeZone: 'Fuseau horaire',
    timeZoneHint: 'Celui de cet appareil. Chaque événement peut avoir le sien.',
    cover: 'Couverture',
    coverHint:
      'JPEG, PNG ou WebP. Votre navigateur réduit l’image et en retire la position. La couleur d’accent s’y adapte.',
    visibleTo: 'Visible par',
    public: 'Tout le monde',
    publicHint: 'Figure dans les moteurs de recherche, les flux et les listes intégrées.',
    private: 'Votre équipe et vos invités uniquement',
    create: 'Créer le calendrier',
    free: 'Gratuit, sans carte bancaire.',
    invited: (userId) => [
      'Invité dans une équipe ? Ouvrez le lien reçu par e-mail, ou donnez à un propriétaire votre identifiant : ',
      userId,
      '.',
    ],
    doorPass: 'Vous avez un passe d’accueil ?',
    unnamed: 'Votre calendrier',
    generatedCover: 'Créée à partir du nom, tant que vous n’ajoutez pas de couverture',
    eventsHere: 'Vos événements s’afficheront ici.',
  },
  zone: {
    named: (city, abbreviation, offset) => `${city} (${abbreviation}, ${offset})`,
    unnamed: (city, offset) => (city === offset ? city : `${city} (${offset})`),
  },
  messages: {
    title: 'Messages',
    lead: 'Écrivez à tout ou partie des invités d’un événement.',
    list: 'Envoyés et programmés',
    empty: 'Rien ces 30 derniers jours',
    emptyText: 'Vos messages et les rappels automatiques s’affichent ici.',
    sent: (sent) => counted(sent, { one: '# envoyé', other: '# envoyés' }),
    sentAndFailed: (sent, failed) =>
      `${counted(sent, { one: '# envoyé', other: '# envoyés' })}, ${counted(failed, { one: '# non distribué', other: '# non distribués' })}`,
    writeTo: 'Écrire aux invités de…',
    noEvents: 'Aucun événement publié à venir.',
  },
}
