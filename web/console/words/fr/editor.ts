import type { EditorWords } from '../en/editor.ts'
import { counted } from './counted.ts'

export const editor: EditorWords = {
  frame: {
    tabs: 'Rubriques de cet événement',
    overview: 'Vue d’ensemble',
    viewPage: 'Voir la page',
  },

  title: (event) => `Modifier ${event}`,
  parts: {
    what: 'Détails',
    when: 'Date et heure',
    where: 'Lieu',
    registration: 'Inscription',
    seen: 'Visibilité',
  },
  preview: 'Aperçu',
  unsaved: 'Modifications non enregistrées',
  allSaved: 'Tout est enregistré',
  saved: 'Modifications enregistrées.',
  publish: 'Publier',
  ticketsAndQuestions: 'Billets et questions',

  saving: {
    title: 'Enregistrer les modifications',
    saveAndEmail: (guests) =>
      counted(guests, { one: 'Enregistrer, écrire à # invité', other: 'Enregistrer, écrire à # invités' }),
    applyTo: 'Appliquer à',
    apply: {
      this: 'Cette date uniquement',
      following: 'Cette date et les suivantes',
      all: 'Toutes les dates de la série',
    },
    allHint: 'Les dates modifiées à part gardent leurs modifications.',
    willChange: (dates) => counted(dates, { one: '# date sera modifiée.', other: '# dates seront modifiées.' }),
    email: (guests) => counted(guests, { one: 'Écrire à # invité', other: 'Écrire à # invités' }),
    emailHint: 'Ils recevront la nouvelle date et le nouveau lieu.',
  },

  cover: {
    label: 'Couverture',
    choose: 'Choisir une image',
    replace: 'Choisir une autre image',
    uploading: 'Envoi…',
    uploaded: (width, height, kilobytes) =>
      `${width} × ${height}, ${kilobytes} Ko. Votre navigateur a retiré les métadonnées avant l’envoi.`,
    hint: 'Déposez, collez ou choisissez une image JPEG, PNG ou WebP. Sans image, nous dessinons une affiche.',
    logoHint: 'Déposez ou choisissez une image JPEG, PNG ou WebP. Sans image, nous affichons l’initiale du nom.',
    useColour: 'Utiliser sa couleur',
    remove: 'Retirer l’image',
    linkPreview: 'Aperçu du lien',
  },

  hues: {
    colour: (degrees) => `Couleur ${degrees}°`,
    automatic: 'Automatique, d’après le nom',
  },
}
