import type { ArchiveWords } from '../en/archive.ts'
import { counted } from './counted.ts'

export const archive: ArchiveWords = {
  title: 'Déménager vers une autre installation',
  lead: 'Une archive est un fichier ZIP avec tout le contenu de ce calendrier. Une autre installation le restaure avec les mêmes adresses, liens et codes QR.',
  create: 'Créer une archive',
  list: 'Archives',
  states: {
    running: (rows) =>
      counted(rows, {
        one: 'En cours d’écriture, # ligne pour l’instant.',
        other: 'En cours d’écriture, # lignes pour l’instant.',
      }),
    ready: (until) => `Prête. Vous pouvez la télécharger jusqu’au ${until}.`,
    failed: 'Nous n’avons pas pu écrire l’archive.',
  },
  download: (size) => `Télécharger ${size}`,
  key: {
    title: 'Votre archive a une clé',
    of: 'la clé de l’archive',
    warning:
      'Conservez cette clé maintenant. Nous ne l’affichons qu’une fois. Sans elle, les invités auront besoin de nouveaux liens après une restauration.',
    stored: 'J’ai conservé la clé',
  },
  restore: {
    open: 'Restaurer une archive',
    title: 'Restaurer un calendrier',
    lead: 'Choisissez le ZIP d’un calendrier d’une autre installation. Nous l’ajoutons ici, avec vous comme seul membre.',
    file: 'Archive',
    key: 'Clé de l’archive',
    keyHint:
      'Sans la clé, les invités auront besoin de nouveaux liens, les webhooks de nouveaux secrets, et un import ultérieur ne reconnaîtra pas les personnes effacées.',
    slug: 'Nouvelle adresse',
    slugHint: 'L’adresse de l’archive est déjà utilisée ici.',
    start: 'Restaurer le calendrier',
    uploading: (sent, whole) => `${sent} reçus sur ${whole}. Laissez cette fenêtre ouverte.`,
    running: (done, parts) =>
      `Restauration d’un calendrier : ${done} parties sur ${parts}. Vous pouvez fermer cette page.`,
    done: 'Votre calendrier est restauré. Il est privé et n’envoie rien. Vérifiez-le, puis annulez sa suppression pour l’ouvrir.',
    changed: 'Cette archive a été modifiée après sa création. Vérifiez le calendrier avec soin.',
    show: 'Voir le calendrier',
    failed: 'Nous n’avons pas pu restaurer le calendrier. Nous supprimons ce que nous avions ajouté.',
    hide: 'Masquer',
  },
}
