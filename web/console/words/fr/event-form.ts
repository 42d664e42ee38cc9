import type { EventFormWords } from '../en/event-form.ts'
import { counted } from './counted.ts'

export const eventForm: EventFormWords = {
  newEvent: 'Nouvel événement',
  preview: 'Aperçu',
  repeats: 'Se répète',
  partsLabel: 'Parties du formulaire',
  parts: {
    what: 'Détails',
    when: 'Date et heure',
    where: 'Lieu',
    tickets: 'Billets',
    registration: 'Inscription',
    seen: 'Visibilité',
  },
  saveAsDraft: 'Enregistrer en brouillon',
  publish: 'Publier',
  publishSeries: (dates) => counted(dates, { one: 'Publier # date', other: 'Publier # dates' }),
  publishEndlessSeries: 'Publier les dates',
  moreDates: (dates) => counted(dates, { one: 'et # autre date', other: 'et # autres dates' }),
  moreDatesAndSoOn: (dates) => counted(dates, { one: 'et # autre date, etc.', other: 'et # autres dates, etc.' }),
  created: (dates) => counted(dates, { one: '# date créée.', other: '# dates créées.' }),
  first: {
    title: 'Créez votre premier événement',
    lead: 'Commencez par le titre, la date et le lieu. Vous ajouterez le reste plus tard.',
    skip: 'Passer pour l’instant',
  },
}
